// Package retrier repeats what it is handed, with pauses, and gives up.
package retrier

import (
	"math/rand/v2"
	"time"
)

// Do tries op five times.
func Do(op func() error) (err error) {
	for range 5 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
	return err
}

// Log runs op once.
func Log(op func() error) error { return op() }
