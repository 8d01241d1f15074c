// Package receipts keeps the printed receipts in an object store.
package receipts

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"time"

	"example.test/shop/retry"
)

// Archive is a bucket of the object store.
type Archive struct {
	bucket string
	http   *http.Client
}

// New makes an Archive over the bucket at a URL.
func New(bucket string, client *http.Client) *Archive {
	return &Archive{bucket: bucket, http: client}
}

// Upload stores a receipt as it comes from the renderer.
func (a *Archive) Upload(ctx context.Context, name string, pdf io.Reader) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, a.bucket+"/"+name, pdf)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/pdf")
	for range 3 {
		var resp *http.Response
		resp, err = a.http.Do(req) // expect: nonidempotent/body
		if err == nil {
			resp.Body.Close()
			if resp.StatusCode < 300 {
				return nil
			}
			err = fmt.Errorf("upload of %s: %s", name, resp.Status)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(rand.N(2 * time.Second)):
		}
	}
	return err
}

// Store stores a receipt that is in memory: each attempt reads it from the
// start.
func (a *Archive) Store(ctx context.Context, name string, pdf []byte) error {
	return retry.Do(ctx, 3, func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPut, a.bucket+"/"+name, bytes.NewReader(pdf))
		if err != nil {
			return err
		}
		resp, err := a.http.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode >= 300 {
			return fmt.Errorf("upload of %s: %s", name, resp.Status)
		}
		return nil
	})
}
