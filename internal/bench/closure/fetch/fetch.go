// Package fetch reads documents through a client that retries by itself.
package fetch

import (
	"context"
	"io"
	"net/http"

	"github.com/hashicorp/go-retryablehttp"
)

// Document reads url.
func Document(ctx context.Context, url string) ([]byte, error) {
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := retryablehttp.NewClient().Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}
