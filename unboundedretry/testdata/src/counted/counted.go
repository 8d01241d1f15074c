// Package counted limits the number of attempts, in all the ways that people count.
package counted

import (
	"errors"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping() error
}

func nopeFor(c Client) (err error) {
	for i := 0; i < 5; i++ {
		if err = c.Ping(); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return err
}

func nopeParameter(c Client, most int) (err error) {
	for i := 0; i <= most; i++ {
		if err = c.Ping(); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return err
}

func nopeRange(c Client) (err error) {
	for range 5 {
		if err = c.Ping(); err == nil {
			break
		}
		time.Sleep(time.Second)
	}
	return err
}

func nopeTable(c Client) (err error) {
	for _, d := range []time.Duration{1, 2, 3} {
		if err = c.Ping(); err == nil {
			return nil
		}
		time.Sleep(d * time.Second)
	}
	return err
}

func nopeInside(c Client) error {
	n := 0
	for {
		err := c.Ping()
		if err == nil {
			return nil
		}
		if n++; n == 5 {
			return err
		}
		time.Sleep(time.Second)
	}
}

func nopeAtLeast(c Client) error {
	var failures int
	for {
		err := c.Ping()
		switch {
		case err == nil:
			return nil
		case failures >= 10:
			return err
		}
		failures++
		time.Sleep(time.Second)
	}
}

func nopeCountsDown(c Client) (err error) {
	for left := 5; left > 0; left-- {
		if err = c.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func nopeBudgetInBody(c Client, budget int) error {
	for {
		err := c.Ping()
		if err == nil {
			return nil
		}
		if budget--; budget <= 0 {
			return err
		}
		time.Sleep(time.Second)
	}
}

func nopeHelperCompares(c Client) error {
	for n := 1; ; n++ {
		err := c.Ping()
		if err == nil || enough(n) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func enough(n int) bool { return n >= 5 }

type dialer struct {
	client Client
	tries  int
	most   int
}

func (d *dialer) nopeFields() error {
	for {
		err := d.client.Ping()
		if err == nil {
			d.tries = 0
			return nil
		}
		if d.tries++; d.tries > d.most {
			return err
		}
		time.Sleep(time.Second)
	}
}

func nopeConjunction(c Client) (err error) {
	err = errors.New("not tried")
	for n := 0; err != nil && n < 5; n++ {
		time.Sleep(time.Second)
		err = c.Ping()
	}
	return err
}

func nopeGoto(c Client) error {
	n := 0
again:
	err := c.Ping()
	if err != nil && n < 5 {
		n++
		time.Sleep(time.Second)
		goto again
	}
	return err
}

func nopeCallsItself(c Client, left int) error {
	err := c.Ping()
	if err != nil && left > 0 {
		time.Sleep(time.Second)
		return nopeCallsItself(c, left-1)
	}
	return err
}

func nopeTwoCopies(c Client) error {
	err := c.Ping()
	if err != nil {
		time.Sleep(time.Second)
		err = c.Ping()
	}
	return err
}

// Only the configuration knows the value: a limit.
type config struct{ Attempts int }

func nopeConfigured(c Client, cfg config) (err error) {
	for n := 0; cfg.Attempts == 0 || n < cfg.Attempts; n++ {
		if err = c.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func nopeDelayItself(c Client) error {
	for d := time.Second; d < time.Minute; d += d {
		if c.Ping() == nil {
			return nil
		}
		time.Sleep(d)
	}
	return errors.New("gave up")
}
