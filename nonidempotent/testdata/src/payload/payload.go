// Package payload has its keys in what it sends.
package payload

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"time"
)

type order struct {
	RequestID string `json:"request_id"`
	Amount    int
}

func structFresh(c *http.Client, u string, amount int) (err error) {
	for range 3 {
		body, _ := json.Marshal(order{RequestID: rand.Text(), Amount: amount})
		var resp *http.Response
		if resp, err = c.Post(u, "application/json", bytes.NewReader(body)); err == nil { // want `each time with another request_id`
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

func nopeStructKept(c *http.Client, u string, amount int) (err error) {
	o := order{RequestID: rand.Text(), Amount: amount}
	for range 3 {
		body, _ := json.Marshal(o)
		var resp *http.Response
		if resp, err = c.Post(u, "application/json", bytes.NewReader(body)); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

func mapFresh(c *http.Client, u string, amount int) (err error) {
	for range 3 {
		body, _ := json.Marshal(map[string]any{"id": rand.Text(), "amount": amount})
		var resp *http.Response
		if resp, err = c.Post(u, "application/json", bytes.NewReader(body)); err == nil { // want `each time with another id`
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

func nopeMapKept(c *http.Client, u string, amount int) (err error) {
	id := rand.Text()
	for range 3 {
		body, _ := json.Marshal(map[string]any{"id": id, "amount": amount})
		var resp *http.Response
		if resp, err = c.Post(u, "application/json", bytes.NewReader(body)); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

// Whose id it is, nobody knows.
func mapOfOther(c *http.Client, u, customer string) (err error) {
	for range 3 {
		body, _ := json.Marshal(map[string]any{"id": customer})
		var resp *http.Response
		if resp, err = c.Post(u, "application/json", bytes.NewReader(body)); err == nil { // want `carries no idempotency key`
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

// The id of a remote call pairs it with its answer.
func rpc(c *http.Client, u string) (err error) {
	for range 3 {
		body, _ := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": rand.Text(), "method": "order_create"})
		var resp *http.Response
		if resp, err = c.Post(u, "application/json", bytes.NewReader(body)); err == nil { // want `carries no idempotency key`
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

func nopeForm(u string, form url.Values) (err error) {
	form.Set("idempotency_key", rand.Text())
	for range 3 {
		var resp *http.Response
		if resp, err = http.PostForm(u, form); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

func numbered(c *http.Client, u, id string, b []byte) (err error) {
	for n := range 3 {
		req, _ := http.NewRequest(http.MethodPost, u, bytes.NewReader(b))
		req.Header.Set("Idempotency-Key", fmt.Sprintf("%s-%d", id, n))
		var resp *http.Response
		if resp, err = c.Do(req); err == nil { // want `each time with another Idempotency-Key`
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

func nopeNamed(c *http.Client, u, id string, b []byte) (err error) {
	for range 3 {
		req, _ := http.NewRequest(http.MethodPost, u, bytes.NewReader(b))
		req.Header.Set("Idempotency-Key", fmt.Sprintf("order-%s", id))
		var resp *http.Response
		if resp, err = c.Do(req); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}
