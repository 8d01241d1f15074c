// Package timed gives up after some time.
package timed

import (
	"errors"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping() error
}

func nopeElapsed(c Client) error {
	start := time.Now()
	for {
		err := c.Ping()
		if err == nil {
			return nil
		}
		if time.Since(start) > time.Minute {
			return err
		}
		time.Sleep(time.Second)
	}
}

func nopeDeadline(c Client) error {
	end := time.Now().Add(time.Minute)
	for time.Now().Before(end) {
		if c.Ping() == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errors.New("gave up")
}

func nopeRemaining(c Client, end time.Time) error {
	for {
		err := c.Ping()
		if err == nil || time.Until(end) <= 0 {
			return err
		}
		time.Sleep(time.Second)
	}
}

func nopeWaitsNoLongerThan(c Client, end time.Time) error {
	d := time.Second
	for {
		err := c.Ping()
		if err == nil {
			return nil
		}
		if time.Now().Add(d).After(end) {
			return err
		}
		time.Sleep(d)
	}
}

func nopeSumOfDelays(c Client) error {
	var waited time.Duration
	for {
		err := c.Ping()
		if err == nil || waited > time.Minute {
			return err
		}
		time.Sleep(time.Second)
		waited += time.Second
	}
}

func nopeTimerOutside(c Client) error {
	t := time.NewTimer(time.Minute)
	defer t.Stop()
	for {
		err := c.Ping()
		if err == nil {
			return nil
		}
		select {
		case <-t.C:
			return err
		case <-time.After(time.Second):
		}
	}
}

func nopeAfterOutside(c Client) error {
	timeout := time.After(time.Minute)
	for {
		select {
		case <-timeout:
			return errors.New("gave up")
		default:
		}
		if c.Ping() == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// Each round starts it anew.
func yesTimerInside(c Client) error {
	for { // want "unboundedretry/attempts"
		if c.Ping() == nil {
			return nil
		}
		select {
		case <-time.After(time.Minute):
		case <-time.After(time.Second):
		}
	}
}
