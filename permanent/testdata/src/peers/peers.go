// Package peers goes round on errors after which another site of the same operation
// gives up.
package peers

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"peers/store"

	"github.com/cenkalti/backoff/v4"
)

func otherPackage(ctx context.Context, s *store.Store) (v string, err error) {
	for range 5 {
		if v, err = s.Load(ctx, "a"); err == nil { // want `Load is repeated after store.ErrGone, on which another site of it \(store/store.go:\d+\) gives up: the same request gets the same answer`
			return v, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return "", err
}

// Nobody gives up on an error of it.
func okOtherOperation(ctx context.Context, s *store.Store) (v string, err error) {
	for range 5 {
		if v, err = s.Save(ctx, "a"); err == nil {
			return v, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return "", err
}

var (
	errRefused = errors.New("refused")
	errSlow    = errors.New("slow")
	errNoSuch  = errors.New("no such")
)

type client interface {
	Book(ctx context.Context, seat int) (string, error)
	Find(ctx context.Context, seat int) (string, error)
	Read(ctx context.Context, into any) error
	Pay(ctx context.Context, seat int) error
}

func gives(ctx context.Context, c client) (id string, err error) {
	for range 5 {
		id, err = c.Book(ctx, 1)
		switch {
		case err == nil:
			return id, nil
		case errors.Is(err, errRefused):
			return "", fmt.Errorf("seat 1: %w", err)
		}
		time.Sleep(rand.N(time.Second))
	}
	return "", err
}

func goesRound(ctx context.Context, c client) (id string, err error) {
	for range 5 {
		if id, err = c.Book(ctx, 2); err == nil { // want `Book is repeated after errRefused, on which another site of it gives up`
			return id, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return "", err
}

// That it tells another error apart says that it could.
func goesRoundToo(ctx context.Context, c client) (id string, err error) {
	for range 5 {
		id, err = c.Book(ctx, 2) // want `Book is repeated after errRefused`
		if err == nil || err == errNoSuch {
			return id, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return "", err
}

func temporary(err error) bool { return err == errSlow }

// The predicate may say no to what is refused.
func okAsks(ctx context.Context, c client) (id string, err error) {
	for range 5 {
		if id, err = c.Book(ctx, 2); err == nil || !temporary(err) {
			return id, err
		}
		time.Sleep(rand.N(time.Second))
	}
	return "", err
}

// What a site takes for its end is no witness: it waits until nothing is there.
func okUntilGone(ctx context.Context, c client) error {
	for range 5 {
		_, err := c.Find(ctx, 1)
		if errors.Is(err, errNoSuch) {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return errors.New("still there")
}

func okUntilThere(ctx context.Context, c client) (id string, err error) {
	for range 5 {
		if id, err = c.Find(ctx, 1); err == nil {
			return id, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return "", err
}

type seat struct{ N int }

type row struct{ N int }

func readSeat(ctx context.Context, c client) (err error) {
	for range 5 {
		if err = c.Read(ctx, &seat{}); err == nil || errors.Is(err, errNoSuch) {
			return err
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// Of a row there may be one tomorrow.
func okOtherKind(ctx context.Context, c client) (err error) {
	for range 5 {
		if err = c.Read(ctx, &row{}); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

func marks(ctx context.Context, c client) error {
	return backoff.Retry(func() error {
		err := c.Pay(ctx, 1)
		if errors.Is(err, errRefused) {
			return backoff.Permanent(err)
		}
		return err
	}, backoff.NewExponentialBackOff())
}

func marksNothing(ctx context.Context, c client) error {
	return backoff.Retry(func() error {
		return c.Pay(ctx, 2) // want `Pay is repeated after errRefused by backoff.Retry, on which another site of it gives up`
	}, backoff.NewExponentialBackOff())
}

type kind struct{ n int }

func (k *kind) Error() string { return fmt.Sprint("kind ", k.n) }

type transaction interface {
	When(cond string) transaction
	Commit(ctx context.Context) error
}

type rows interface {
	Begin() transaction
	Count(ctx context.Context, table string) (int, error)
}

// A type may be that of all errors.
func byType(ctx context.Context, r rows) (n int, err error) {
	for range 5 {
		n, err = r.Count(ctx, "a")
		if err == nil {
			return n, nil
		}
		if _, ok := err.(*kind); ok {
			return 0, err
		}
		time.Sleep(rand.N(time.Second))
	}
	return 0, err
}

func okOfAnyType(ctx context.Context, r rows) (n int, err error) {
	for range 5 {
		if n, err = r.Count(ctx, "a"); err == nil {
			return n, nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return 0, err
}

func commits(ctx context.Context, r rows) (err error) {
	for range 5 {
		if err = r.Begin().When("a").Commit(ctx); err == nil || err == errRefused {
			return err
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}

// What is committed is something else.
func okCommitsOther(ctx context.Context, r rows) (err error) {
	for range 5 {
		if err = r.Begin().When("b").Commit(ctx); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
	return err
}
