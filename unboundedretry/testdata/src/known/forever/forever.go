// Package forever has a sentinel for no limit, and passes it: taken for bounded as yet.
package forever

import (
	"errors"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping() error
	Get() (string, error)
}

// The sentinel of a limit that is none.
func connect(c Client, tries int) error {
	for n := 0; tries < 0 || n < tries; n++ { // want "unboundedretry/attempts"
		if c.Ping() == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errors.New("gave up")
}

func start(c Client) error { return connect(c, -1) }
