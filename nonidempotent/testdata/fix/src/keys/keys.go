// Package keys has POSTs that are sent again without a key by which the server
// could tell, and others with a new one each time.
package keys

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
)

// A Client charges cards.
type Client struct {
	http *http.Client
	base string
}

// made makes the request in the loop.
func (c *Client) made(ctx context.Context, body []byte) error {
	var last error
	for attempt := range 4 {
		// A new request for each attempt.
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/charges", bytes.NewReader(body))
		if err != nil {
			return err
		}
		resp, err := c.http.Do(req) // want "nonidempotent/nokey"
		if err == nil {
			return resp.Body.Close()
		}
		last = fmt.Errorf("attempt %d: %w", attempt, err)
		time.Sleep(rand.N(time.Second))
	}
	return last
}

// before makes the request before the loop.
func (c *Client) before(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/charges", nil)
	if err != nil {
		return err
	}
	req.Header.Set("Accept", "application/json")
	for range 4 {
		var resp *http.Response
		if resp, err = c.http.Do(req); err == nil { // want "nonidempotent/nokey"
			return resp.Body.Close()
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// taken has a variable of the name that the key would get.
func (c *Client) taken(ctx context.Context, key []byte) (err error) {
retry:
	for range 4 {
		req, err := http.NewRequest("POST", c.base+"/charges", bytes.NewReader(key))
		if err != nil {
			break retry
		}
		if resp, err := c.http.Do(req.WithContext(ctx)); err == nil { // want "nonidempotent/nokey"
			return resp.Body.Close()
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// labelled has the request in a variable of its own.
func (c *Client) labelled(key []byte) (err error) {
retry:
	for range 4 {
		req, err := http.NewRequest("POST", c.base+"/charges", bytes.NewReader(key))
		if err != nil {
			break retry
		}
		if resp, err := c.http.Do(req); err == nil { // want "nonidempotent/nokey"
			return resp.Body.Close()
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// again runs an operation up to four times.
func again(op func() error) (err error) {
	for range 4 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// handed hands the attempt to a helper.
func (c *Client) handed(ctx context.Context, body []byte) error {
	return again(func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/charges", bytes.NewReader(body))
		if err != nil {
			return err
		}
		resp, err := c.http.Do(req) // want "nonidempotent/nokey"
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

func newID() string {
	var b [16]byte
	for i := range b {
		b[i] = byte(rand.IntN(256))
	}
	sum := sha256.Sum256(b[:])
	return hex.EncodeToString(sum[:])
}

// fresh draws the key where it is set.
func (c *Client) fresh(ctx context.Context, body []byte) (err error) {
	for range 4 {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/charges", bytes.NewReader(body))
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", newID())
		if resp, err := c.http.Do(req); err == nil { // want "nonidempotent/freshkey"
			return resp.Body.Close()
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// named draws the key into a variable.
func (c *Client) named(ctx context.Context, body []byte) error {
	return again(func() error {
		id := newID()
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/charges", bytes.NewReader(body))
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", id)
		resp, err := c.http.Do(req) // want "nonidempotent/freshkey"
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// spent sends the body with the first attempt only.
func (c *Client) spent(text []byte) (err error) {
	req, err := http.NewRequest(http.MethodPut, c.base+"/charges", bytes.NewReader(text))
	if err != nil {
		return err
	}
	for range 4 {
		if resp, err := c.http.Do(req); err == nil { // want "nonidempotent/body"
			return resp.Body.Close()
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// twice sends two POSTs; their keys are two variables.
func (c *Client) twice(ctx context.Context) error {
	for range 4 {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/customers", nil)
		if err != nil {
			return err
		}
		resp, err := c.http.Do(req) // want "nonidempotent/nokey"
		if err == nil {
			resp.Body.Close()
			break
		}
		time.Sleep(rand.N(time.Second))
	}
	for range 4 {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+"/charges", nil)
		if err != nil {
			return err
		}
		resp, err := c.http.Do(req) // want "nonidempotent/nokey"
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(rand.N(time.Second))
	}
	return nil
}

// nested is sent again by two loops, and has one key for both.
func nested(c *http.Client, url string) error {
	for range 3 {
		err := func() (err error) {
			for range 4 {
				req, err := http.NewRequest("POST", url, nil)
				if err != nil {
					return err
				}
				if resp, err := c.Do(req); err == nil { // want "nonidempotent/nokey"
					return resp.Body.Close()
				}
				time.Sleep(rand.N(time.Second))
			}
			return err
		}()
		if err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Minute))
	}
	return nil
}
