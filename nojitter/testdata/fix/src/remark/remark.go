// Package remark has comments in and beside what is replaced.
package remark

import "time"

// Client is a remote service.
type Client interface {
	Ping() error
}

func beside(c Client) {
	for c.Ping() != nil {
		time.Sleep(time.Second)   // want "nojitter/fixed"
		println("trying again")   // and again
		println("and once again") // and again
	}
}

func inside(c Client, d time.Duration) {
again:
	for c.Ping() != nil {
		time.Sleep( /* long */ d /* enough */) // want "nojitter/fixed"
		continue again
	}
}
