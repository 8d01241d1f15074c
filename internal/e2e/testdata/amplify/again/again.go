// Package again has a helper that repeats what it is handed.
package again

import "time"

// Do tries op up to n times.
func Do(n int, op func() error) error {
	var err error
	for range n {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Millisecond)
	}
	return err
}
