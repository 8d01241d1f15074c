// Package watching looks at something from time to time, in goroutines that
// nobody waits for.
package watching

import (
	"context"
	"errors"
	"io"
	"net/http"
	"os/exec"
	"time"
)

// Client is a remote service.
type Client interface {
	Version(ctx context.Context) (string, error)
	Ping(ctx context.Context) error
	Refresh(ctx context.Context) error
}

func start(ctx context.Context, c Client, log func(error)) {
	go nopeWatches(ctx, c, log)
	go yesTells(ctx, c, make(chan struct{}))
	yesIsWaitedFor(ctx, c)
}

// The period is that of the work: a failed look is one among many.
func nopeWatches(ctx context.Context, c Client, log func(error)) {
	every := time.NewTicker(time.Hour)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
		}
		version, err := c.Version(ctx)
		if err != nil {
			log(err)
			continue
		}
		if version == "next" {
			return
		}
	}
}

func nopeWatchesInLiteral(ctx context.Context, c Client) {
	go func() {
		for {
			time.Sleep(time.Hour)
			if v, err := c.Version(ctx); err == nil && v == "next" {
				return
			}
		}
	}()
}

// Somebody waits until it is there.
func yesIsWaitedFor(ctx context.Context, c Client) {
	for {
		time.Sleep(time.Second) // want `is always 1s.*nojitter/fixed`
		if v, err := c.Version(ctx); err == nil && v == "next" {
			return
		}
	}
}

func yesTells(ctx context.Context, c Client, there chan struct{}) {
	for {
		time.Sleep(time.Second) // want `is always 1s.*nojitter/fixed`
		if v, err := c.Version(ctx); err == nil && v == "next" {
			close(there)
			return
		}
	}
}

// A failed look is followed by a shorter pause.
func yesReacts(ctx context.Context, c Client) {
	go func() {
		for {
			v, err := c.Version(ctx)
			if err != nil {
				time.Sleep(time.Second) // want `is always 1s.*nojitter/fixed`
				continue
			}
			if v == "next" {
				return
			}
			time.Sleep(time.Hour)
		}
	}()
}

// What comes through the channel is the end of a process on this machine.
func nopeOwnProcess(binary string, args []string) {
	for {
		cmd := exec.Command(binary, args...)
		if cmd.Start() != nil {
			return
		}
		exit := make(chan error)
		go func() { exit <- cmd.Wait() }()
		if err := <-exit; err == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

func yesInGoroutine(ctx context.Context, c Client) {
	for {
		exit := make(chan error)
		go func() { exit <- c.Ping(ctx) }()
		if err := <-exit; err == nil {
			return
		}
		time.Sleep(time.Second) // want `is always 1s.*nojitter/fixed`
	}
}

// One of two kinds of work is done with each tick; the other follows a good one.
func nopeTwoKinds(ctx context.Context, c Client, every *time.Ticker, log func(error)) error {
	full := true
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-every.C:
			if full {
				if err := c.Refresh(ctx); err != nil {
					log(err)
					continue
				}
				full = false
				continue
			}
			if err := c.Ping(ctx); err != nil {
				log(err)
				full = true
			}
		}
	}
}

type pod struct{ node string }

func checked(p *pod, also func(*pod) error) error {
	if p.node == "" {
		return errors.New("not scheduled")
	}
	return also(p)
}

func scheduled(p *pod) error {
	return checked(p, func(p *pod) error {
		if p.node == "lost" {
			return errors.New("lost")
		}
		return nil
	})
}

// The check reaches as far as what it is handed, which looks at memory alone.
func nopeChecks(p *pod) {
	for scheduled(p) != nil {
		time.Sleep(time.Second)
	}
}

func answered(ctx context.Context, c Client, p *pod) error {
	return checked(p, func(*pod) error { return c.Ping(ctx) })
}

func yesAsks(ctx context.Context, c Client, p *pod) {
	for answered(ctx, c, p) != nil {
		time.Sleep(time.Second) // want `is always 1s.*nojitter/fixed`
	}
}

func yesHandedOn(p *pod, also func(*pod) error) {
	for checked(p, also) != nil {
		time.Sleep(time.Second) // want `is always 1s.*nojitter/fixed`
	}
}

// The delay grows with a counter that a literal captures.
func yesCaptured(ctx context.Context, c Client, log func(func() int)) error {
	var err error
	for attempt := 1; attempt < 5; attempt++ {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		log(func() int { return attempt })
		time.Sleep(time.Duration(attempt) * time.Second) // want `grows by a step from 1s to 3s.*nojitter/linear`
	}
	return err
}

// Pool is a remote service with members.
type Pool interface {
	UpdateServers(ctx context.Context) error
	Serve(ctx context.Context) error
}

// What is in the name is a thing, not what the call does.
func nopeServers(ctx context.Context, p Pool, log func(error), done func()) {
	defer done()
	every := time.NewTicker(time.Minute)
	for {
		select {
		case <-ctx.Done():
			every.Stop()
			return
		case <-every.C:
			if err := p.UpdateServers(ctx); err != nil {
				log(err)
			}
		}
	}
}

func yesServes(ctx context.Context, p Pool, log func(error), done func()) {
	defer done()
	every := time.NewTicker(time.Minute)
	for {
		select {
		case <-ctx.Done():
			every.Stop()
			return
		case <-every.C: // want `nojitter/fixed`
			if err := p.Serve(ctx); err != nil {
				log(err)
			}
		}
	}
}

// A failure leaves; the status is not looked at, and what the answer says is
// that it is not done yet.
func nopeAsks(ctx context.Context, c *http.Client, req *http.Request) error {
	for {
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		state, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err == nil && string(state) == "done" {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func yesLooksAtStatus(ctx context.Context, c *http.Client, req *http.Request) error {
	for {
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode < 500 {
			return nil
		}
		time.Sleep(time.Second) // want "nojitter/fixed"
	}
}

func yesHandsAnswerOn(ctx context.Context, c *http.Client, req *http.Request, again func(*http.Response) bool) error {
	for {
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		if !again(resp) {
			return nil
		}
		time.Sleep(time.Second) // want "nojitter/fixed"
	}
}
