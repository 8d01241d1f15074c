// Package switchedoff has limits that a value switches off: told where the value
// is known to be passed, silent where it is not known.
package switchedoff

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"switchedoff/backoff"
)

// Client is a remote service.
type Client interface{ Ping() error }

func yesConstructor(ctx context.Context, c Client) error {
	b := backoff.New(0, time.Second)
	for { // want `retry delay grows by a factor without a ceiling: .* \(unboundedretry/ceiling\)`
		err := c.Ping()
		if err == nil {
			return nil
		}
		if !b.Wait(ctx) {
			return err
		}
	}
}

func yesNothingCancels(c Client) error {
	b := backoff.New(0, time.Second)
	for { // want `Ping is retried for ever: limit of 0 is no limit, and no deadline and no cancellation ends this loop` `unboundedretry/ceiling`
		err := c.Ping()
		if err == nil {
			return nil
		}
		if !b.Wait(context.Background()) {
			return err
		}
	}
}

func nopeLimited(c Client) error {
	b := backoff.New(5, time.Second)
	for {
		err := c.Ping()
		if err == nil {
			return nil
		}
		if !b.Wait(context.Background()) {
			return err
		}
	}
}

func nopeConfigured(c Client, limit int) error {
	b := backoff.New(limit, time.Second)
	for {
		err := c.Ping()
		if err == nil {
			return nil
		}
		if !b.Wait(context.Background()) {
			return err
		}
	}
}

func nopeCorrected(c Client) error {
	b := backoff.AtLeast(0)
	for {
		err := c.Ping()
		if err == nil {
			return nil
		}
		if !b.Wait(context.Background()) {
			return err
		}
	}
}

func yesOption(ctx context.Context, c Client) error {
	b := backoff.NewDefault(backoff.WithFirst(time.Minute), backoff.WithLimit(0))
	for { // want "unboundedretry/ceiling"
		err := c.Ping()
		if err == nil {
			return nil
		}
		if !b.Wait(ctx) {
			return err
		}
	}
}

func nopeDefault(ctx context.Context, c Client) error {
	b := backoff.NewDefault(backoff.WithFirst(time.Minute))
	for {
		err := c.Ping()
		if err == nil {
			return nil
		}
		if !b.Wait(ctx) {
			return err
		}
	}
}

func nopeOptionsOfOthers(ctx context.Context, c Client, opts ...backoff.Option) error {
	b := backoff.NewDefault(append(opts, backoff.WithFirst(time.Minute))...)
	for {
		err := c.Ping()
		if err == nil {
			return nil
		}
		if !b.Wait(ctx) {
			return err
		}
	}
}

func nopeLastOptionWins(ctx context.Context, c Client) error {
	b := backoff.NewDefault(backoff.WithLimit(0), backoff.WithLimit(4))
	for {
		err := c.Ping()
		if err == nil {
			return nil
		}
		if !b.Wait(ctx) {
			return err
		}
	}
}

func yesSetter(ctx context.Context, c Client) error {
	b := backoff.New(5, time.Second)
	b.SetLimit(0)
	for { // want "unboundedretry/ceiling"
		err := c.Ping()
		if err == nil {
			return nil
		}
		if !b.Wait(ctx) {
			return err
		}
	}
}

func nopeSetterPerhaps(ctx context.Context, c Client, bounded bool) error {
	b := backoff.New(0, time.Second)
	if bounded {
		b.SetLimit(5)
	}
	for {
		err := c.Ping()
		if err == nil {
			return nil
		}
		if !b.Wait(ctx) {
			return err
		}
	}
}

// The back-off is kept in a field.
type agent struct {
	client Client
	again  *backoff.Backoff
}

func newAgent(c Client) *agent {
	return &agent{client: c, again: backoff.New(0, time.Second)}
}

func (a *agent) yesKept(ctx context.Context) {
	for a.client.Ping() != nil { // want "unboundedretry/ceiling"
		if !a.again.Wait(ctx) {
			return
		}
	}
}

func yesHelper(c Client) {
	_ = backoff.Do(0, c.Ping) // want `Do is retried for ever: attempts of 0 is no limit`
}

func nopeHelper(c Client, attempts int) {
	_ = backoff.Do(3, c.Ping)
	_ = backoff.Do(attempts, c.Ping)
}

func yesLoopOfOthers(c Client) {
	_ = backoff.Connect(c, -1) // want `Ping is retried for ever: tries of -1 is no limit`
}

func nopeLoopOfOthers(c Client, tries int) {
	_ = backoff.Connect(c, 0)
	_ = backoff.Connect(c, tries)
}

// All callers pass what means for ever: the loop is told.
func connect(c Client, tries int) error {
	for n := 0; tries < 0 || n < tries; n++ { // want `Ping is retried for ever: tries of -1 is no limit`
		if c.Ping() == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return errors.New("gave up")
}

func start(c Client) error { return connect(c, -1) }

// One of several does: the call is told.
func nopeOneOf(c Client, tries int) error {
	for n := 0; tries < 0 || n < tries; n++ {
		if c.Ping() == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return errors.New("gave up")
}

func yesOneOf(c Client) error {
	if err := nopeOneOf(c, 5); err != nil {
		return err
	}
	return nopeOneOf(c, -1) // want `Ping is retried for ever: tries of -1 is no limit`
}

type options struct {
	attempts int
	forever  bool
}

// A flag, and a limit in a structure.
func nopeOptions(c Client, o options) error {
	for n := 0; o.forever || n < o.attempts; n++ {
		if c.Ping() == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return errors.New("gave up")
}

func yesFlag(c Client) error {
	return nopeOptions(c, options{forever: true}) // want `Ping is retried for ever: forever of true is no limit`
}

func nopeFlag(c Client, o options) error {
	_ = nopeOptions(c, o)
	return nopeOptions(c, options{attempts: 3})
}

// An own type, with its own method.
type own struct{ limit, done int }

func (o *own) more() bool {
	if o.limit > 0 && o.done >= o.limit {
		return false
	}
	o.done++
	time.Sleep(rand.N(time.Second))
	return true
}

func yesOwn(c Client) {
	o := own{}
	for c.Ping() != nil { // want `limit of 0 is no limit`
		if !o.more() {
			return
		}
	}
}

func nopeOwn(c Client, limit int) {
	o := own{limit: limit}
	for c.Ping() != nil {
		if !o.more() {
			return
		}
	}
}

// A variable that is what it was: nothing to follow.
func nopeItself(c Client) error {
	var tries int
	keep := func() { tries = tries }
	for n := 0; tries < 0 || n < tries; n++ {
		if c.Ping() == nil {
			return nil
		}
		keep()
		time.Sleep(rand.N(time.Second))
	}
	return errors.New("gave up")
}

func itself(n int) backoff.Option { return itself(n) }

func nopeOptionOfItself(ctx context.Context, c Client) error {
	b := backoff.NewDefault(itself(0))
	for {
		err := c.Ping()
		if err == nil {
			return nil
		}
		if !b.Wait(ctx) {
			return err
		}
	}
}

// A limit that is copied from another of its kind.
type copied struct{ limit, done int }

func (o *copied) take(from *copied) { o.limit = from.limit }

func (o *copied) more() bool {
	if o.limit > 0 && o.done >= o.limit {
		return false
	}
	o.done++
	time.Sleep(rand.N(time.Second))
	return true
}

func nopeCopied(c Client, from *copied) {
	o := &copied{}
	o.take(from)
	for c.Ping() != nil {
		if !o.more() {
			return
		}
	}
}
