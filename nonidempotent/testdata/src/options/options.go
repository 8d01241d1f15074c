// Package options sends payments whose headers are set by options, callbacks,
// interceptors and builders: whether there is a key among them may not be seen.
package options

import (
	"bytes"
	"editor"
	"errors"
	"net/http"
	"strings"
	"time"
)

var errBank = errors.New("bank failed")

const payments = "https://bank.example/payments"

// An Option changes a request.
type Option func(*http.Request)

// The options are the caller's.
func NopeOptions(c *http.Client, body []byte, options ...Option) error {
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, payments, bytes.NewReader(body))
		if err != nil {
			return err
		}
		for _, o := range options {
			o(req)
		}
		if resp, err := c.Do(req); done(resp, err) {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errBank
}

func send(c *http.Client, body []byte, options ...Option) error {
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, payments, bytes.NewReader(body))
		if err != nil {
			return err
		}
		for _, o := range options {
			o(req)
		}
		if resp, err := c.Do(req); done(resp, err) { // want `POST /payments is sent up to 3 times`
			return nil
		}
		time.Sleep(time.Second)
	}
	return errBank
}

// No options at all: no key.
func yesNoOptions(c *http.Client, body []byte) error { return send(c, body) }

// An option that can be read, and sets something else.
func yesReadOption(c *http.Client, body []byte) error { return send(c, body, asJSON) }

func asJSON(req *http.Request) { req.Header.Set("Content-Type", "application/json") }

// The callback of a structure that somebody else fills.
type Client struct {
	HTTP    *http.Client
	Prepare func(*http.Request)
	Headers map[string]string
	Signer  Signer
	headers map[string]string

	authHeader, token string
}

// A Signer is somebody else's.
type Signer interface{ Sign(req *http.Request) error }

func (c *Client) nopeCallback(body []byte) error {
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, payments, bytes.NewReader(body))
		if err != nil {
			return err
		}
		if c.Prepare != nil {
			c.Prepare(req)
		}
		if resp, err := c.HTTP.Do(req); done(resp, err) {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errBank
}

func (c *Client) nopeInterface(body []byte) error {
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, payments, bytes.NewReader(body))
		if err != nil {
			return err
		}
		if err := c.Signer.Sign(req); err != nil {
			return err
		}
		if resp, err := c.HTTP.Do(req); done(resp, err) {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errBank
}

// The names are the configuration's, and so the same for each request.
func (c *Client) configured(body []byte) error {
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, payments, bytes.NewReader(body))
		if err != nil {
			return err
		}
		for name, value := range c.Headers {
			req.Header.Set(name, value)
		}
		if resp, err := c.HTTP.Do(req); done(resp, err) { // want `POST /\S+ is sent up to 3 times .* carries no idempotency key`
			return nil
		}
		time.Sleep(time.Second)
	}
	return errBank
}

// With builds up headers; its callers are elsewhere.
func (c *Client) With(name, value string) *Client {
	if c.headers == nil {
		c.headers = map[string]string{}
	}
	c.headers[name] = value
	return c
}

func (c *Client) nopeBuilder(body []byte) error {
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, payments, bytes.NewReader(body))
		if err != nil {
			return err
		}
		for name, value := range c.headers {
			req.Header.Set(name, value)
		}
		if resp, err := c.HTTP.Do(req); done(resp, err) {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errBank
}

// The name of the header is a setting.
func nopeNamed(c *http.Client, header, key string, body []byte) error {
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, payments, bytes.NewReader(body))
		if err != nil {
			return err
		}
		req.Header.Set(header, key)
		if resp, err := c.Do(req); done(resp, err) {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errBank
}

// The whole header is the caller's.
func nopeHeader(c *http.Client, header http.Header, body []byte) error {
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, payments, bytes.NewReader(body))
		if err != nil {
			return err
		}
		req.Header = header
		if resp, err := c.Do(req); done(resp, err) {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errBank
}

// All headers are seen, and none is a key.
func yesLiteralHeaders(c *http.Client, body []byte) error {
	headers := map[string]string{"Content-Type": "application/json", "Accept": "application/json"}
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, payments, bytes.NewReader(body))
		if err != nil {
			return err
		}
		for name, value := range headers {
			req.Header.Set(name, value)
		}
		if resp, err := c.Do(req); done(resp, err) { // want `POST /payments is sent up to 3 times`
			return nil
		}
		time.Sleep(time.Second)
	}
	return errBank
}

// Functions of another package that tell what they set.
func yesAuthorized(c *http.Client, token string, body []byte) error {
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, payments, bytes.NewReader(body))
		if err != nil {
			return err
		}
		editor.Authorize(req, token)
		if resp, err := c.Do(req); done(resp, err) { // want `POST /payments is sent up to 3 times`
			return nil
		}
		time.Sleep(time.Second)
	}
	return errBank
}

func nopeMarked(c *http.Client, key string, body []byte) error {
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, payments, bytes.NewReader(body))
		if err != nil {
			return err
		}
		editor.Mark(req, key)
		if resp, err := c.Do(req); done(resp, err) {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errBank
}

func nopeApplied(c *http.Client, body []byte, options ...func(*http.Request)) error {
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, payments, bytes.NewReader(body))
		if err != nil {
			return err
		}
		editor.Apply(req, options...)
		if resp, err := c.Do(req); done(resp, err) {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errBank
}

func done(resp *http.Response, err error) bool {
	if err != nil {
		return false
	}
	resp.Body.Close()
	return resp.StatusCode < 500
}

// The name is a setting, and what comes with it as well.
func (c *Client) authorized(body []byte) error {
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, payments, bytes.NewReader(body))
		if err != nil {
			return err
		}
		req.Header.Set(c.authHeader, "Bearer "+strings.TrimSpace(c.token))
		if resp, err := c.HTTP.Do(req); done(resp, err) { // want `carries no idempotency key`
			return nil
		}
		time.Sleep(time.Second)
	}
	return errBank
}

// The name is a setting, what comes with it belongs to the order.
func (c *Client) nopeKeyed(order string, body []byte) error {
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, payments, bytes.NewReader(body))
		if err != nil {
			return err
		}
		req.Header.Set(c.authHeader, strings.TrimSpace(order))
		if resp, err := c.HTTP.Do(req); done(resp, err) {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errBank
}
