// Package question builds requests for others to send.
package question

import (
	"bytes"
	"net/http"
)

// Name asks for a name (RFC 8484).
func Name(url string, msg []byte) (*http.Request, error) {
	return build(url, msg)
}

// Order orders something.
func Order(url string, msg []byte) (*http.Request, error) {
	req, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(msg))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	return req, nil
}

func build(url string, msg []byte) (*http.Request, error) {
	req, err := http.NewRequest(http.MethodPost, url, bytes.NewReader(msg))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/dns-message")
	return req, nil
}
