// Package dies ends the process rather than going on for ever.
package dies

import (
	"log"
	"os"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping() error
}

func nopeExit(c Client) {
	for n := 0; ; n++ {
		if c.Ping() == nil {
			return
		}
		if n == 5 {
			os.Exit(1)
		}
		time.Sleep(time.Second)
	}
}

func nopeFatal(c Client) {
	for n := 0; ; n++ {
		err := c.Ping()
		if err == nil {
			return
		}
		if n > 5 {
			log.Fatal(err)
		}
		time.Sleep(time.Second)
	}
}

func nopePanics(c Client) {
	start := time.Now()
	for {
		err := c.Ping()
		if err == nil {
			return
		}
		if time.Since(start) > time.Minute {
			panic(err)
		}
		time.Sleep(time.Second)
	}
}

// Dies on the first failure: no retry at all.
func nopeAtOnce(c Client) {
	for {
		if err := c.Ping(); err != nil {
			log.Fatal(err)
		}
		time.Sleep(time.Second)
	}
}
