// Package asked asks somebody else whether to go on.
package asked

import (
	"errors"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping() error
}

func retry(op func() error, again func(error) bool) error {
	for {
		err := op()
		if err == nil || !again(err) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func nopeSaysNo(c Client) error {
	n := 0
	return retry(c.Ping, func(error) bool { n++; return n < 5 })
}

func yesAlwaysSaysYes(c Client) error {
	return retry(c.Ping, func(error) bool { return true }) // want "unboundedretry/attempts"
}

// Policy decides.
type Policy interface {
	Next(n int) (time.Duration, bool)
}

func nopePolicy(c Client, p Policy) error {
	for n := 0; ; n++ {
		err := c.Ping()
		if err == nil {
			return nil
		}
		d, more := p.Next(n)
		if !more {
			return err
		}
		time.Sleep(d)
	}
}

type source interface{ NextBackOff() time.Duration }

const stop time.Duration = -1

func nopeStopTested(c Client, s source) error {
	for {
		if c.Ping() == nil {
			return nil
		}
		d := s.NextBackOff()
		if d == stop {
			return errors.New("gave up")
		}
		time.Sleep(d)
	}
}
