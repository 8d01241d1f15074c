package counted

import (
	"errors"
	"time"
)

func nopeKept(c Client) error {
	var errs []error
	for {
		err := c.Ping()
		if err == nil {
			return nil
		}
		errs = append(errs, err)
		if len(errs) >= 3 {
			return errors.Join(errs...)
		}
		time.Sleep(time.Second)
	}
}

func nopeKeptToCapacity(c Client) error {
	errs := make([]error, 0, 3)
	for {
		err := c.Ping()
		if err == nil {
			return nil
		}
		if errs = append(errs, err); len(errs) == cap(errs) {
			return errors.Join(errs...)
		}
		time.Sleep(time.Second)
	}
}

// What each round begins anew never becomes longer.
func yesKeptAnew(c Client) error {
	for { // want `Ping is retried for ever.*unboundedretry/attempts`
		var errs []error
		err := c.Ping()
		if err == nil {
			return nil
		}
		errs = append(errs, err)
		if len(errs) >= 3 {
			return errors.Join(errs...)
		}
		time.Sleep(time.Second)
	}
}

func nopeByKind(c Client) error {
	seen := map[string]int{}
	for {
		err := c.Ping()
		if err == nil {
			return nil
		}
		seen[err.Error()]++
		if seen[err.Error()] > 3 {
			return err
		}
		time.Sleep(time.Second)
	}
}

// Nothing adds to the map.
func yesByKindLookedUp(c Client, seen map[string]int) error {
	for { // want `Ping is retried for ever.*unboundedretry/attempts`
		err := c.Ping()
		if err == nil {
			return nil
		}
		if seen["limit"] > 3 {
			return err
		}
		time.Sleep(time.Second)
	}
}

type tries int

func (t *tries) done() bool { *t++; return *t >= 5 }

func (t *tries) none() bool { return *t >= 5 }

func nopeOwnCounter(c Client) error {
	var t tries
	for {
		err := c.Ping()
		if err == nil || t.done() {
			return err
		}
		time.Sleep(time.Second)
	}
}

func yesOwnCounterAnew(c Client) error {
	for { // want `Ping is retried for ever.*unboundedretry/attempts`
		var t tries
		err := c.Ping()
		if err == nil || t.done() {
			return err
		}
		time.Sleep(time.Second)
	}
}

func yesOwnCounterStill(c Client) error {
	var t tries
	for { // want `Ping is retried for ever.*unboundedretry/attempts`
		err := c.Ping()
		if err == nil || t.none() {
			return err
		}
		time.Sleep(time.Second)
	}
}

var errBusy = errors.New("busy")

func nopeTwoCounts(c Client) error {
	var n [2]int
	for {
		err := c.Ping()
		switch {
		case err == nil:
			return nil
		case errors.Is(err, errBusy):
			n[0]++
		default:
			n[1]++
		}
		if n[0]+n[1] > 4 {
			return err
		}
		time.Sleep(time.Second)
	}
}

// Only a good round adds to what is compared.
func yesCountsTheGood(c Client) error {
	var n [2]int
	for { // want `Ping is retried for ever.*unboundedretry/attempts`
		if n[0] > 4 {
			return nil
		}
		if err := c.Ping(); err != nil {
			time.Sleep(time.Second)
			continue
		}
		n[0]++
	}
}
