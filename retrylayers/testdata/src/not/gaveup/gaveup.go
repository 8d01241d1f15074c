// Package gaveup leaves when the layer below says that it gave up.
package gaveup

import (
	"errors"
	"time"

	"store"
)

func nope(s *store.Store, url string) (err error) {
	for range 3 {
		err = s.Get(url)
		if err == nil || errors.Is(err, store.ErrGaveUp) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
