// Package depot stores what it is handed elsewhere.
package depot

import (
	"bytes"
	"context"
	"io"
	"net/http"
)

// Upload reads a reader up and puts that to a URL.
func Upload(ctx context.Context, url string, from io.Reader) error {
	data, err := io.ReadAll(from)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(data))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", url)
	_, err = http.DefaultClient.Do(req)
	return err
}
