// Package search keeps the search index in step with the catalog.
package search

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

// Index is an index of the search cluster.
type Index struct {
	base string
	http *http.Client
}

// New makes an Index over the one at base.
func New(base string, client *http.Client) *Index {
	return &Index{base: base, http: client}
}

// Put writes one document, and has much patience, since the nightly run has
// nothing better to do.
func (x *Index) Put(ctx context.Context, id string, doc []byte) error {
	limit := time.Second
	var err error
	for attempt := 1; attempt <= 20; attempt++ { // expect: unboundedretry/ceiling
		if err = x.put(ctx, id, doc); err == nil {
			return nil
		}
		slog.Warn("document not indexed", "id", id, "attempt", attempt, "error", err)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(rand.N(limit)):
		}
		limit *= 2
	}
	return fmt.Errorf("index %s: %w", id, err)
}

func (x *Index) put(ctx context.Context, id string, doc []byte) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, x.base+"/_doc/"+url.PathEscape(id), bytes.NewReader(doc))
	if err != nil {
		return err
	}
	resp, err := x.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("search cluster: %s", resp.Status)
	}
	return nil
}
