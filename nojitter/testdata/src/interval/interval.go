// Package interval waits in each round, for another time after a failure than after a
// good round; or starts what it attempts as a goroutine that tells by a channel.
package interval

import (
	"context"
	"math/rand/v2"
	"strconv"
	"time"
)

// Client is a remote service.
type Client interface {
	Refresh(ctx context.Context) error
	Ping(ctx context.Context) error
	Next() (string, bool)
}

// One variable says for how long.
func yesSooner(ctx context.Context, c Client, every time.Duration) {
	pause := every
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause): // want `retry delay is always 1s.*nojitter/fixed`
			if err := c.Refresh(ctx); err != nil {
				pause = time.Second
			} else {
				pause = every
			}
		}
	}
}

func yesLater(ctx context.Context, c Client) {
	for ctx.Err() == nil {
		pause := time.Second
		if err := c.Refresh(ctx); err != nil {
			pause = time.Minute
		}
		time.Sleep(pause) // want `retry delay is always 1m.*nojitter/fixed`
	}
}

func nopeDrawn(ctx context.Context, c Client, every time.Duration) {
	pause := every
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
			if err := c.Refresh(ctx); err != nil {
				pause = rand.N(time.Second)
			} else {
				pause = every
			}
		}
	}
}

// The period of the work, whatever became of it.
func nopeSame(ctx context.Context, c Client, every time.Duration, log func(error)) {
	pause := every
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
			if err := c.Refresh(ctx); err != nil {
				log(err)
			}
			pause = every
		}
	}
}

// Something else says for how long.
func nopeOther(ctx context.Context, c Client, log func(error)) {
	pause := time.Second
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(pause):
			if err := c.Refresh(ctx); err != nil {
				log(err)
			}
			if _, more := c.Next(); more {
				pause = time.Second
			} else {
				pause = time.Minute
			}
		}
	}
}

// The goroutine of each round tells by a channel that all rounds share.
func yesStarts(ctx context.Context, c Client, n int) error {
	errs := make(chan error, 1)
	var last error
	for range n {
		go ping(ctx, c, errs)
		select {
		case <-ctx.Done():
			return ctx.Err()
		case last = <-errs:
			if last == nil {
				return nil
			}
		}
		time.Sleep(time.Second) // want "nojitter/fixed"
	}
	return last
}

func ping(ctx context.Context, c Client, errs chan<- error) { errs <- c.Ping(ctx) }

func yesStartsHanded(start func(errs chan error), n int) (err error) {
	errs := make(chan error, 1)
	for range n {
		go start(errs)
		if err = <-errs; err == nil {
			return nil
		}
		time.Sleep(time.Second) // want "nojitter/fixed"
	}
	return err
}

// What is received is how others ended, who were started before.
func nopeCollects(ctx context.Context, cs []Client, log func(error)) {
	errs := make(chan error, len(cs))
	for _, c := range cs {
		go ping(ctx, c, errs)
	}
	for range cs {
		if err := <-errs; err != nil {
			log(err)
			time.Sleep(time.Second)
		}
	}
}

// Nothing leaves this machine.
func nopeHere(n int, text string) {
	errs := make(chan error, 1)
	for range n {
		go func() {
			_, err := strconv.Atoi(text)
			errs <- err
		}()
		if err := <-errs; err == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

// Session is open to a remote service.
type Session interface{ Beat() error }

// Opener is a remote service.
type Opener interface{ Open() (Session, error) }

// The beat of a session is not what follows its failure.
func yesOpens(o Opener, every time.Duration, done <-chan struct{}) {
again:
	s, err := o.Open()
	if err != nil {
		time.Sleep(every) // want "nojitter/fixed"
		goto again
	}
	beat := time.NewTicker(every)
	for {
		select {
		case <-done:
			return
		case <-beat.C:
			if s.Beat() != nil {
				goto again
			}
		}
	}
}

// Here it is.
func yesBeatsAgain(o Opener, every time.Duration, done <-chan struct{}) {
	s, err := o.Open()
	if err != nil {
		return
	}
	beat := time.NewTicker(every)
	for {
		select {
		case <-done:
			return
		case <-beat.C: // want "nojitter/fixed"
			if s.Beat() == nil {
				return
			}
		}
	}
}
