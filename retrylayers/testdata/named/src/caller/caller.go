// Package caller retries over the owner that a flag names.
package caller

import (
	"time"

	"store"
)

func report(s *store.Store, url string) (err error) {
	for range 2 { // want `it retries over store.Store.Get, which owns retries: 2 × 4 = 8 attempts`
		if err = s.Get(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
