// Package atonce has limits of which zero leaves at once, or never comes to the
// loop: no endless retry. Beside them stand those of which zero is none.
package atonce

import (
	"math/rand/v2"
	"time"
)

// Client is a remote service.
type Client interface{ Ping() error }

func pause() { time.Sleep(rand.N(time.Second)) }

func nopeFirst(c Client, n int) error {
	for i := 0; ; i++ {
		err := c.Ping()
		if err == nil {
			return nil
		}
		if n == 0 || i >= n {
			return err
		}
		pause()
	}
}

func callsFirst(c Client) { _ = nopeFirst(c, 0) }

func nopeJoined(c Client, n int) {
	for i := 0; ; i++ {
		if err := c.Ping(); err == nil || n == 0 || i >= n {
			return
		}
		pause()
	}
}

func callsJoined(c Client) { nopeJoined(c, 0) }

func nopeTwo(c Client, n int) {
	for i := 0; c.Ping() != nil; i++ {
		if n <= 0 {
			return
		}
		if i == n {
			return
		}
		pause()
	}
}

func callsTwo(c Client) { nopeTwo(c, -1) }

// Zero is a single attempt, less than that is for ever.
func split(c Client, n int) {
	for i := 0; c.Ping() != nil; i++ {
		if n == 0 {
			return
		}
		if n > 0 && i == n {
			return
		}
		pause()
	}
}

func nopeSplit(c Client) { split(c, 0) }
func yesSplit(c Client)  { split(c, -1) } // want `Ping is retried for ever: n of -1 is no limit`

// Settings may leave at once as well.
type Settings struct{ Max int }

// Do tries until it works.
func (s Settings) Do(c Client) error {
	for i := 0; ; i++ {
		err := c.Ping()
		if err == nil {
			return nil
		}
		if s.Max == 0 {
			return err
		}
		if i >= s.Max {
			return err
		}
		pause()
	}
}

func nopeField(c Client) error { return Settings{}.Do(c) }

// Without is the other kind: zero is no limit.
func (s Settings) Without(c Client) error {
	for i := 0; ; i++ {
		err := c.Ping()
		if err == nil {
			return nil
		}
		if s.Max != 0 && i >= s.Max {
			return err
		}
		pause()
	}
}

func yesField(c Client) error { return Settings{}.Without(c) } // want `Max of 0 is no limit`

func early(c Client, n int) error {
	if n == 0 {
		return c.Ping()
	}
	for i := 0; ; i++ {
		err := c.Ping()
		if err == nil {
			return nil
		}
		if n > 0 && i >= n {
			return err
		}
		pause()
	}
}

func nopeEarly(c Client) error { return early(c, 0) }
func yesEarly(c Client) error  { return early(c, -1) } // want `n of -1 is no limit`

// A Pool has a default that is filled in after the options.
type Pool struct {
	max    int
	client Client
}

// An Option sets a Pool up.
type Option func(*Pool)

// Max sets the limit.
func Max(n int) Option { return func(p *Pool) { p.max = n } }

// NewPool makes a Pool that always has a limit.
func NewPool(c Client, opts ...Option) *Pool {
	p := &Pool{client: c}
	for _, o := range opts {
		o(p)
	}
	if p.max <= 0 {
		p.max = 3
	}
	return p
}

// Get tries until it works.
func (p *Pool) Get() error {
	for i := 0; ; i++ {
		err := p.client.Ping()
		if err == nil {
			return nil
		}
		if p.max > 0 && i >= p.max {
			return err
		}
		pause()
	}
}

func nopeDefaultAfter(c Client) error { return NewPool(c, Max(0)).Get() }

// A Ring has its default before the options.
type Ring struct {
	most   int
	client Client
}

// Most sets the limit.
func Most(n int) func(*Ring) { return func(r *Ring) { r.most = n } }

// NewRing makes a Ring.
func NewRing(c Client, opts ...func(*Ring)) *Ring {
	r := &Ring{client: c, most: 3}
	for _, o := range opts {
		o(r)
	}
	return r
}

// Get tries until it works.
func (r *Ring) Get() error {
	for i := 0; ; i++ {
		err := r.client.Ping()
		if err == nil {
			return nil
		}
		if r.most > 0 && i >= r.most {
			return err
		}
		pause()
	}
}

func yesDefaultBefore(c Client) error { return NewRing(c, Most(0)).Get() } // want `most of 0 is no limit`
