// Package stock asks a service, in functions above functions.
package stock

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
)

type Client struct {
	HTTP *http.Client
	Base string
}

func (c *Client) send(ctx context.Context, method, path string, in, out any) error {
	data, err := json.Marshal(in)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, c.Base+path, bytes.NewReader(data))
	if err != nil {
		return err
	}
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if err := check(resp); err != nil {
		return fmt.Errorf("%s %s: %w", method, path, err)
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

func check(resp *http.Response) error {
	if resp.StatusCode < 300 {
		return nil
	}
	text, _ := io.ReadAll(resp.Body)
	return fmt.Errorf("answered %d: %s", resp.StatusCode, text)
}

type Level struct{ Left int }

// Reserve tells of each status but the good ones as of an error.
func (c *Client) Reserve(ctx context.Context, sku string) (l Level, err error) {
	if err = c.send(ctx, "PUT", "/reserve/"+sku, nil, &l); err != nil {
		return Level{}, fmt.Errorf("reserve %s: %w", sku, err)
	}
	return l, nil
}

// Missing is what a 404 comes to for Look.
type Missing struct{ SKU string }

func (m *Missing) Error() string { return "no " + m.SKU }

// Look takes what is refused for an empty answer.
func (c *Client) Look(ctx context.Context, sku string) (*Level, error) {
	resp, err := c.HTTP.Get(c.Base + "/stock/" + sku)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode < 500 {
		l := new(Level)
		_ = json.NewDecoder(resp.Body).Decode(l)
		return l, nil
	}
	return nil, fmt.Errorf("answered %d", resp.StatusCode)
}

// Ping only asks whether somebody is there.
func (c *Client) Ping(ctx context.Context) error {
	resp, err := c.HTTP.Get(c.Base + "/healthz")
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("answered %d", resp.StatusCode)
	}
	return nil
}

// Refused reports whether an error says that asking again is of no use.
func Refused(err error) bool { return err != nil }
