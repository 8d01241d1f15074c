// Package question builds requests for others to send.
package question

import (
	"bytes"
	"net/http"
)

// Name asks for a name (RFC 8484).
func Name(method, url string, msg []byte) (*http.Request, error) {
	req, err := http.NewRequest(method, url, bytes.NewReader(msg))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/dns-message")
	return req, nil
}

// Order orders something.
func Order(method, url string, msg []byte) (*http.Request, error) {
	req, err := http.NewRequest(method, url, bytes.NewReader(msg))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	return req, nil
}
