// Package ignored silences findings, and is told where that goes wrong.
package ignored

import "time"

// Client is a remote service.
type Client interface {
	Ping() error
}

func nopeAtTheLoop(c Client) {
	for c.Ping() != nil { //retryvet:ignore unboundedretry -- the supervisor kills it
		time.Sleep(time.Second)
	}
}

func nopeAtTheCategory(c Client) {
	//retryvet:ignore unboundedretry/attempts,nojitter -- the supervisor kills it
	for c.Ping() != nil {
		time.Sleep(time.Second)
	}
}

func yesWithoutReason(c Client) {
	/* want "needs a reason" */ //retryvet:ignore unboundedretry/attempts
	for c.Ping() != nil {       // want "unboundedretry/attempts"
		time.Sleep(time.Second)
	}
}

func yesNothingThere(c Client) (err error) {
	/* want "silences nothing here" */ //retryvet:ignore unboundedretry -- it had no limit once
	for range 3 {
		if err = c.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
