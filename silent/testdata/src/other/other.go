// Package other tries what another package of the program does.
package other

import (
	"math/rand/v2"
	"time"

	"other/store"
)

func quiet(s *store.Store) (err error) {
	for range 5 { // want `Quiet is tried again`
		if err = s.Quiet(); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

func logs(s *store.Store) (err error) {
	for range 5 {
		if err = s.Logs(); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

func asks(s *store.Store) (err error) {
	for range 5 {
		if err = s.Asks(); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}
