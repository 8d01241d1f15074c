// Package use is code over the real libraries. A line of the packages below it
// on which something is to be found ends in
//
//	// expect: analyzer/category
//
// and of no other line anything is said.
package use

import (
	"context"
	"errors"
	"net/http"
)

// ErrNoAnswer is for attempts that were all in vain.
var ErrNoAnswer = errors.New("no answer")

// Fetch asks somebody else.
func Fetch(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://stock.example/items", nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
