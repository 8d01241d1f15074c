package alone

import "time"

// Client is a remote service.
type Client interface {
	Ping() error
}

func waits(c Client, d time.Duration) {
	for c.Ping() != nil {
		time.Sleep(d) // want "nojitter/fixed"
	}
}
