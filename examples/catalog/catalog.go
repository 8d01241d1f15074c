// Package catalog knows what the shop sells.
package catalog

import (
	"context"
	"net/http"
	"net/url"

	"example.test/shop/httpx"
)

// Product is one article.
type Product struct {
	SKU   string `json:"sku"`
	Title string `json:"title"`
	Cents int64  `json:"cents"`
}

// Client reads the catalog service.
type Client struct {
	base string
	http *http.Client
}

// New makes a Client for the catalog service at base.
func New(base string, client *http.Client) *Client {
	return &Client{base: base, http: client}
}

// Product reads one article.
func (c *Client) Product(ctx context.Context, sku string) (Product, error) {
	var p Product
	err := httpx.GetJSON(ctx, c.http, c.base+"/products/"+url.PathEscape(sku), &p)
	return p, err
}
