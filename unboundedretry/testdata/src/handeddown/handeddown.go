// Package handeddown hands limits down through wrappers, options and pointers.
package handeddown

import (
	"errors"
	"time"
)

// Client is a remote service.
type Client interface{ Ping() error }

var errGone = errors.New("gone")

func ping(c Client, most int) error {
	for i := 0; ; i++ {
		if most > 0 && i >= most {
			return errGone
		}
		if c.Ping() == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func once(c Client, most int) error  { return ping(c, most) }
func twice(c Client, most int) error { return once(c, most) }

func yesWrapped(c Client) error { return twice(c, 0) } // want "most of 0 is no limit.*attempts"

func nopeWrapped(c Client) error { return twice(c, 5) }

func nopeWrappedAnything(c Client, most int) error { return twice(c, most) }

// A Config is kept by somebody.
type Config struct{ Most int }

func configured(c Client, cfg Config) error { return ping(c, cfg.Most) }

func yesConfigured(c Client) error { return configured(c, Config{}) } // want "most of 0 is no limit.*attempts"

func nopeConfigured(c Client) error { return configured(c, Config{Most: 3}) }

func pointed(c Client, most *int) error {
	for i := 0; most == nil || i < *most; i++ {
		if c.Ping() == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errGone
}

func yesLeftOut(c Client) error { return pointed(c, nil) } // want "most of nil is no limit.*attempts"

func nopePointed(c Client) error {
	most := 3
	return pointed(c, &most)
}

func counted(c Client, most int) error {
	for range 1 {
		if most == 1 {
			return c.Ping()
		}
	}
	for i := 0; i < most; i++ {
		if c.Ping() == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errGone
}

func yesLasting(c Client) error { return counted(c, 1<<63-1) } // want "most of 9223372036854775807 is no limit.*attempts"

func nopeThousand(c Client) error { return counted(c, 1000) }

type config struct {
	most int
	wait time.Duration
}

type option func(*config)

func limit(n int) option { return func(cfg *config) { cfg.most = n } }

func opted(c Client, opts ...option) error {
	cfg := config{most: 3, wait: time.Second}
	for _, o := range opts {
		o(&cfg)
	}
	for i := 0; cfg.most == 0 || i < cfg.most; i++ {
		if c.Ping() == nil {
			return nil
		}
		time.Sleep(cfg.wait)
	}
	return errGone
}

func yesOption(c Client) error { return opted(c, limit(0)) } // want "most of 0 is no limit.*attempts"

func nopeOption(c Client) error { return opted(c, limit(4)) }

func nopeNoOption(c Client) error { return opted(c) }

func nopeAnyOption(c Client, o option) error { return opted(c, o) }
