// Package roundtrip has a transport that retries and one that does not.
package roundtrip

import (
	"net/http"
	"time"
)

type Again struct{ Next http.RoundTripper }

func (t *Again) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = t.Next.RoundTrip(req); err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

type Once struct{ Next http.RoundTripper }

func (t *Once) RoundTrip(req *http.Request) (*http.Response, error) { return t.Next.RoundTrip(req) }
