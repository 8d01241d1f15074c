// Package again is a helper of somebody else's: what it leaves to its callers
// is judged at their calls.
package again

import "time"

// Do repeats op; delay says for how long to wait before attempt n.
func Do(attempts int, delay func(n int) time.Duration, op func() error) error {
	var err error
	for n := range attempts {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(delay(n))
	}
	return err
}

// While repeats op for as long as the callback says so.
func While(op func() error, more func(error) bool) error {
	for {
		err := op()
		if err == nil || !more(err) {
			return err
		}
		pause()
	}
}

// Table repeats op once for each delay.
func Table(delays []time.Duration, op func() error) error {
	var err error
	for _, d := range delays {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(d)
	}
	return err
}

var tick = make(chan struct{})

func pause() { <-tick }
