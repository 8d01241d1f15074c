// Package editor sets headers on requests for other packages.
package editor

import "net/http"

// Authorize sets what a server asks of everybody.
func Authorize(req *http.Request, token string) { req.Header.Set("Authorization", token) }

// Mark sets what tells a repeat.
func Mark(req *http.Request, key string) { req.Header.Set("Idempotency-Key", key) }

// Apply sets what the options say.
func Apply(req *http.Request, options ...func(*http.Request)) {
	for _, o := range options {
		o(req)
	}
}
