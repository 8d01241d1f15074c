// Package orders sends orders to a shop: what a repeat may do twice, and what not.
package orders

import (
	"bytes"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"question"
)

var errShop = errors.New("shop failed")

// No key: the shop cannot tell a repeat.
func place(ctx context.Context, c *http.Client, order []byte) error {
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://shop.example/orders", bytes.NewReader(order))
		if err != nil {
			return err
		}
		resp, err := c.Do(req) // want `POST /orders is sent up to 3 times by the retry loop in place and carries no idempotency key`
		if done(resp, err) {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errShop
}

// Each attempt carries another key.
func placeFresh(ctx context.Context, c *http.Client, order []byte) error {
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://shop.example/orders", bytes.NewReader(order))
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", rand.Text())
		resp, err := c.Do(req) // want `each time with another Idempotency-Key`
		if done(resp, err) {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errShop
}

// One key for all attempts.
func nopePlaceKeyed(ctx context.Context, c *http.Client, order []byte) error {
	key := rand.Text()
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://shop.example/orders", bytes.NewReader(order))
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", key)
		resp, err := c.Do(req)
		if done(resp, err) {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errShop
}

// The picture is read up by the first attempt.
func upload(c *http.Client, picture io.Reader) error {
	req, err := http.NewRequest(http.MethodPut, "https://shop.example/pictures/1", picture)
	if err != nil {
		return err
	}
	for range 3 {
		resp, err := c.Do(req) // want `the body of the request of Do is read up by the first attempt`
		if done(resp, err) {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errShop
}

// Refused orders were not taken.
func nopeRefused(c *http.Client, order []byte) error {
	for range 3 {
		resp, err := c.Post("https://shop.example/orders", "application/json", bytes.NewReader(order))
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode != http.StatusTooManyRequests {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errShop
}

// Only what is idempotent is repeated.
func (s *shop) send(method, path string, body []byte) error {
	for n := 0; ; n++ {
		req, err := http.NewRequest(method, "https://shop.example"+path, bytes.NewReader(body))
		if err != nil {
			return err
		}
		resp, err := s.http.Do(req)
		if done(resp, err) {
			return nil
		}
		if n == 3 || !idempotent(method) {
			return errShop
		}
		time.Sleep(time.Second)
	}
}

type shop struct{ http *http.Client }

func (s *shop) nopeCreate(order []byte) error { return s.send("POST", "/orders", order) }
func (s *shop) nopeRemove(id string) error    { return s.send("DELETE", "/orders/"+id, nil) }

func idempotent(method string) bool { return method != http.MethodPost && method != http.MethodPatch }

func done(resp *http.Response, err error) bool {
	if err != nil {
		return false
	}
	resp.Body.Close()
	return resp.StatusCode < 500
}

// A POST of this kind asks whether a certificate was revoked (RFC 6960).
func nopeAsks(ctx context.Context, c *http.Client, question []byte) error {
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://ca.example/status", bytes.NewReader(question))
		if err != nil {
			return err
		}
		req.Header.Set("Content-Type", "application/ocsp-request")
		resp, err := c.Do(req)
		if done(resp, err) {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errShop
}

func nopeAsksShortly(c *http.Client, question []byte) error {
	for range 3 {
		resp, err := c.Post("https://ca.example/status", "application/ocsp-request", bytes.NewReader(question))
		if done(resp, err) {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errShop
}

func placeJSON(c *http.Client, order []byte) error {
	for range 3 {
		resp, err := c.Post("https://shop.example/orders", "application/json", bytes.NewReader(order)) // want "nokey"
		if done(resp, err) {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errShop
}

// Another package builds what is asked.
func nopeAsksForName(c *http.Client, msg []byte) error {
	for range 3 {
		req, err := question.Name(http.MethodPost, "https://dns.example/", msg)
		if err != nil {
			return err
		}
		resp, err := c.Do(req)
		if done(resp, err) {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errShop
}

func placeBuilt(c *http.Client, msg []byte) error {
	for range 3 {
		req, err := question.Order(http.MethodPost, "https://shop.example/", msg)
		if err != nil {
			return err
		}
		resp, err := c.Do(req) // want "nokey"
		if done(resp, err) {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errShop
}

// The key is part of the address.
func nopeKeyInAddress(c *http.Client, order []byte) error {
	return sendTo(c, "https://shop.example/orders?requestId="+rand.Text(), order)
}

func sendTo(c *http.Client, url string, order []byte) error {
	for range 3 {
		resp, err := c.Post(url, "application/json", bytes.NewReader(order))
		if done(resp, err) {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errShop
}

func yesOtherInAddress(c *http.Client, order []byte) error {
	return sendToPage(c, "https://shop.example/orders?page=7&token=abc", order)
}

func sendToPage(c *http.Client, url string, order []byte) error {
	for range 3 {
		resp, err := c.Post(url, "application/json", bytes.NewReader(order)) // want "nonidempotent/nokey"
		if done(resp, err) {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errShop
}

// What is sent asks: a good answer leads to the next question as well, and a
// failure leaves.
func nopeAsksUntil(c *http.Client, body []byte) error {
	for {
		resp, err := c.Post("https://shop.example/state", "application/json", bytes.NewReader(body))
		if err != nil {
			return err
		}
		state, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err == nil && string(state) == "done" {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// A bad status makes it order again.
func ordersUntil(c *http.Client, body []byte) error {
	for {
		resp, err := c.Post("https://shop.example/orders", "application/json", bytes.NewReader(body)) // want "nokey"
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode < 500 {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func postTo(c *http.Client, url string, body []byte) (int, error) {
	resp, err := c.Post(url, "application/json", bytes.NewReader(body))
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}

func tell(c *http.Client, port, path string, body []byte) error {
	url := fmt.Sprintf("http://127.0.0.1:%s%s", port, path)
	_, err := postTo(c, url, body)
	return err
}

// What listens on this machine is a part of the same program.
func nopeHere(c *http.Client, body []byte, again func(func() error) error) error {
	return repeat(func() error { return tell(c, "8080", "/config", body) })
}

func repeat(op func() error) (err error) {
	for range 3 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func ask(c *http.Client, body []byte) (*http.Response, error) {
	return c.Post("https://shop.example/states", "application/json", bytes.NewReader(body))
}

func stateOf(resp *http.Response) (string, error) {
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	return string(b), err
}

// An answer that cannot be read is asked for again, like one that says "not yet".
func nopeAsksAndReads(c *http.Client, body []byte) error {
	for {
		resp, err := ask(c, body)
		if err != nil {
			return err
		}
		state, err := stateOf(resp)
		if err == nil && state == "done" {
			return nil
		}
		time.Sleep(time.Second)
	}
}
