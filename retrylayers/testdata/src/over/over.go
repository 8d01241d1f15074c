// Package over stacks three layers; each that wraps another is told.
package over

import (
	"time"

	"store"
)

func inner(s *store.Store, url string) (err error) {
	for range 3 { // want `3 × 4 = 12 attempts`
		if err = s.Get(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func outer(s *store.Store, url string) (err error) {
	for range 5 { // want `(5|n) × 3 × 4 (= 60 )?attempts in the worst case: over.outer \(over.go:21\) → over.inner \(over.go:11\) → store.Store.Get \(store.go:15\)`
		if err = inner(s, url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func read(s *store.Store, url string) (*string, error) {
	if err := s.Get(url); err != nil {
		return nil, err
	}
	return &url, nil
}

// That something came is no more than a matter of care.
func careful(s *store.Store, url string) *string {
	for range 3 { // want `3 × 4 = 12 attempts`
		text, err := read(s, url)
		if err == nil && text != nil {
			return text
		}
		time.Sleep(time.Second)
	}
	return nil
}
