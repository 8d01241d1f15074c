// Package flow leads a failure back to the head of a loop on many ways.
package flow

import (
	"context"
	"errors"
	"io"
	"log"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
	Get(ctx context.Context) (string, error)
}

func endOfLongSwitch(ctx context.Context, c Client) (string, error) {
	for n := 0; n < 5; n++ { // site: loop of Get, bound 5 attempts+cancel, waits constant computed
		s, err := c.Get(ctx)
		switch {
		case err == nil:
			return s, nil
		case errors.Is(err, io.EOF):
			return "", err
		case errors.Is(err, context.Canceled):
			return "", err
		default:
			log.Print(err)
		}
		time.Sleep(time.Second)
		continue
	}
	return "", io.ErrNoProgress
}

func keptAndTestedAtTheHead(ctx context.Context, c Client) error {
	var err error
	for n := 0; n == 0 || err != nil; n++ { // site: loop of Ping, bound 3 attempts, waits constant computed
		if n == 3 {
			return err
		}
		if n > 0 {
			time.Sleep(time.Second)
		}
		err = c.Ping(ctx)
	}
	return nil
}

func keptAndTestedNextRound(ctx context.Context, c Client) (s string) {
	var last error
	for { // site: loop of Get, bound none, waits constant computed
		if last != nil {
			log.Print(last)
			time.Sleep(time.Second)
		}
		if s, last = c.Get(ctx); last != nil {
			continue
		}
		return s
	}
}

func labelledOverSwitch(ctx context.Context, c Client) (s string, err error) {
attempts:
	for n := 0; ; n++ { // site: loop of Get, bound 7 attempts, waits constant computed
		s, err = c.Get(ctx)
		switch {
		case err == nil:
			break attempts
		case n < 6:
			time.Sleep(time.Second)
			continue attempts
		}
		return "", err
	}
	return s, nil
}

func recovered(ctx context.Context, c Client) (err error) {
	read := func() (err error) {
		defer func() {
			if r := recover(); r != nil {
				err = errors.New("panicked")
			}
		}()
		return c.Ping(ctx)
	}
	for range 3 { // site: loop of the operation, bound 3 attempts, waits constant computed
		if err = read(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func backwardGoto(ctx context.Context, c Client) error {
	tries := 0
again: // site: loop of Ping, bound 4 attempts, waits constant computed
	if err := c.Ping(ctx); err != nil {
		if tries++; tries < 4 {
			time.Sleep(time.Second)
			goto again
		}
		return err
	}
	return nil
}

func gotoOutOfSwitch(ctx context.Context, c Client) (s string) {
retry: // site: loop of Get, bound none, waits constant computed
	s, err := c.Get(ctx)
	switch err {
	case nil:
	case io.EOF:
		return ""
	default:
		time.Sleep(time.Second)
		goto retry
	}
	return s
}

func selectWithManyWaysOut(ctx context.Context, c Client, stop, wake <-chan struct{}) error {
	for { // site: loop of Ping, bound cancel, waits constant computed
		err := c.Ping(ctx)
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-stop:
			return err
		case <-wake:
		case <-time.After(time.Second):
		}
	}
}

func earlyReturn(ctx context.Context, c Client) (s string, err error) {
	for range 3 { // site: loop of Get, bound 3 attempts, waits constant computed
		if s, err = c.Get(ctx); err == nil {
			return
		}
		time.Sleep(time.Second)
	}
	return
}

func inverted(ctx context.Context, c Client) error {
	for { // site: loop of Ping, bound cancel, waits constant computed
		if err := c.Ping(ctx); !(err != nil) {
			return nil
		} else if ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
}

func conjoined(ctx context.Context, c Client) (s string) {
	for n := 0; n < 9; n++ { // site: loop of Get, bound 9 attempts, waits constant computed
		if got, err := c.Get(ctx); err == nil && got != "" {
			s = got
			break
		}
		time.Sleep(time.Second)
	}
	return s
}

func waitsBefore(ctx context.Context, c Client) error {
	for n := range 4 { // site: loop of Ping, bound 4 attempts, waits linear computed
		if n > 0 {
			time.Sleep(time.Duration(n) * time.Second)
		}
		if c.Ping(ctx) == nil {
			return nil
		}
	}
	return io.ErrNoProgress
}

func firstBeforeTheLoop(ctx context.Context, c Client) error {
	err := c.Ping(ctx)
	for n := 0; err != nil && n < 3; n++ { // site: loop of Ping, bound 3 attempts, waits constant computed
		time.Sleep(time.Second)
		err = c.Ping(ctx)
	}
	return err
}

func successFlag(ctx context.Context, c Client) {
	done := false
	for !done { // site: loop of Ping, bound none, waits constant computed
		if err := c.Ping(ctx); err != nil {
			time.Sleep(time.Second)
		} else {
			done = true
		}
	}
}

func failureFlag(ctx context.Context, c Client) error {
	for tries := 0; ; tries++ { // site: loop of Ping, bound 3 attempts, waits constant computed
		failed := false
		if err := c.Ping(ctx); err != nil {
			failed = true
		}
		if !failed {
			return nil
		}
		if tries >= 2 {
			return io.ErrNoProgress
		}
		time.Sleep(time.Second)
	}
}

func nestedInElse(ctx context.Context, c Client, debug bool) error {
	for { // site: loop of Ping, bound cancel, waits constant computed
		if err := c.Ping(ctx); err == nil {
			return nil
		} else {
			if debug {
				log.Print(err)
			} else {
				log.Print("failed")
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		time.Sleep(time.Second)
	}
}

func literalOnTheSpot(ctx context.Context, c Client) string {
	for { // site: loop of the operation, bound none, waits constant computed
		s, err := func() (string, error) {
			ctx, cancel := context.WithTimeout(ctx, time.Second)
			defer cancel()
			return c.Get(ctx)
		}()
		if err == nil {
			return s
		}
		time.Sleep(time.Second)
	}
}

func nopeBothLeave(ctx context.Context, c Client) error {
	for {
		if err := c.Ping(ctx); err != nil {
			return err
		}
		return nil
	}
}

func nopeLeavesOnFailure(ctx context.Context, c Client) {
	for {
		if err := c.Ping(ctx); err != nil {
			break
		}
		time.Sleep(time.Second)
	}
}

func deferredInLiteral(ctx context.Context, c Client) (err error) {
	for range 3 { // site: loop of Ping, bound 3 attempts, waits constant computed
		func() {
			defer func() {
				if err != nil {
					time.Sleep(time.Second)
				}
			}()
			err = c.Ping(ctx)
		}()
		if err == nil {
			return nil
		}
	}
	return err
}

func labelled(ctx context.Context, c Client, names []string) {
retry:
	for { // site: loop of Ping, bound none, waits constant computed
		for range names {
			if err := c.Ping(ctx); err != nil {
				time.Sleep(time.Second)
				continue retry
			}
		}
		break retry
	}
}
