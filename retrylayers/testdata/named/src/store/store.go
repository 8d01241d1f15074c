// Package store is the inner layer of others, fine by itself.
package store

import (
	"errors"
	"net/http"
	"time"
)

var ErrGaveUp = errors.New("gave up")

type Store struct{ C *http.Client }

func (s *Store) Get(url string) error {
	for range 4 {
		resp, err := s.C.Get(url)
		if err == nil {
			resp.Body.Close()
			return nil
		}
		time.Sleep(time.Second)
	}
	return ErrGaveUp
}

// Do repeats what it is handed.
func Do(n int, f func() error) (err error) {
	for range n {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Thrice hands its operation on.
func Thrice(f func() error) error {
	return Do(3, func() error { return f() })
}
