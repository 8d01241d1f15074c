// Package uploads hands readers to a function of another package.
package uploads

import (
	"bytes"
	"context"
	"depot"
	"io"
	"time"
)

func retry(op func() error) error {
	var err error
	for range 3 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func once(ctx context.Context, url string, from io.Reader) error {
	return retry(func() error {
		return depot.Upload(ctx, url, from) // want "body"
	})
}

func okFromStart(ctx context.Context, url string, data []byte) error {
	return retry(func() error {
		return depot.Upload(ctx, url, bytes.NewReader(data))
	})
}

func okRewinds(ctx context.Context, url string, from io.ReadSeeker) error {
	return retry(func() error {
		if _, err := from.Seek(0, io.SeekStart); err != nil {
			return err
		}
		return depot.Upload(ctx, url, from)
	})
}
