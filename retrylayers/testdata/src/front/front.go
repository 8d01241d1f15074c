// Package front retries a layer of another package, reached in many ways.
package front

import (
	"time"

	"store"
)

type getter interface{ Get(url string) error }

var _ getter = (*store.Store)(nil)

func reportDirect(s *store.Store, url string) (err error) {
	for range 3 { // want `3 × 4 = 12 attempts in the worst case: front.reportDirect \(front.go:15\) → store.Store.Get \(store.go:15\)`
		if err = s.Get(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func reportInterface(g getter, url string) error {
	return store.Do(5, func() error { return g.Get(url) }) // want `5 × 4 = 20 attempts in the worst case: front.reportInterface \(front.go:25\) → store.Store.Get`
}

func reportForwarded(s *store.Store, url string) error {
	return store.Thrice(func() error { return s.Get(url) }) // want `3 × 4 = 12 attempts`
}

func nopeOnce(s *store.Store, url string) error {
	return store.Do(1, func() error { return s.Get(url) })
}

func nopeNothingBelow(f func() error) error { return store.Do(3, f) }
