// Package client is a client of a company, over a transport that nobody sees.
package client

type transport interface {
	send(body string, options []Option) error
}

type Client struct{ t transport }

type Option func(*Client)

func (c *Client) Get(name string) error                       { return c.t.send(name, nil) }
func (c *Client) Charge(body string, options ...Option) error { return c.t.send(body, options) }

func WithKey(key string) Option { return func(*Client) {} }
func WithTag(tag string) Option { return func(*Client) {} }

type Message struct{ ID, Text string }

func (c *Client) Refund(body, key string) error { return c.t.send(body, nil) }
func (c *Client) Publish(m *Message) error      { return c.t.send(m.Text, nil) }
