// Package failure tells in many ways that an attempt has failed.
package failure

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
	Get(ctx context.Context) (string, error)
	Find(ctx context.Context) (*string, error)
}

func is(ctx context.Context, c Client) error {
	for { // site: loop of Ping, bound none, waits constant computed
		err := c.Ping(ctx)
		if !errors.Is(err, io.ErrUnexpectedEOF) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func as(ctx context.Context, c Client) error {
	for range 3 { // site: loop of Ping, bound 3 attempts, waits constant computed
		err := c.Ping(ctx)
		var ne net.Error
		if !errors.As(err, &ne) || !ne.Timeout() {
			return err
		}
		time.Sleep(time.Second)
	}
	return io.ErrNoProgress
}

func temporary(err error) bool { return err != nil && !errors.Is(err, io.EOF) }

func predicate(ctx context.Context, c Client) error {
	for { // site: loop of Ping, bound none, waits constant computed
		err := c.Ping(ctx)
		if !temporary(err) {
			return err
		}
		time.Sleep(time.Second)
	}
}

func (s *server) reachable(ctx context.Context) bool {
	if err := s.client.Ping(ctx); err != nil {
		log.Print(err)
		return false
	}
	return true
}

type server struct{ client Client }

func (s *server) foldedIntoBool(ctx context.Context) {
	for !s.reachable(ctx) { // site: loop of reachable, bound none, waits constant computed
		time.Sleep(time.Second)
	}
}

func (s *server) fetch(ctx context.Context) *string {
	v, err := s.client.Find(ctx)
	if err != nil {
		return nil
	}
	return v
}

func (s *server) foldedIntoNil(ctx context.Context) *string {
	for n := 0; n < 5; n++ { // site: loop of fetch, bound 5 attempts, waits constant computed
		if v := s.fetch(ctx); v != nil {
			return v
		}
		time.Sleep(time.Second)
	}
	return nil
}

func resultTestedForNil(ctx context.Context, c Client) *string {
	for { // site: loop of Find, bound none, waits constant computed
		v, _ := c.Find(ctx)
		if v != nil {
			return v
		}
		time.Sleep(time.Second)
	}
}

func statusTooHigh(c *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range 4 { // site: loop of Do, bound 4 attempts, waits constant computed
		resp, err = c.Do(req)
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

func statusAlone(c *http.Client, req *http.Request) (*http.Response, error) {
	for { // site: loop of Do, bound none, waits constant computed
		resp, err := c.Do(req)
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusServiceUnavailable {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
}

func shouldRetry(resp *http.Response, err error) bool {
	if err != nil {
		return true
	}
	return resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode >= 500
}

func statusByPredicate(c *http.Client, req *http.Request) (resp *http.Response, err error) {
	for range 4 { // site: loop of Do, bound 4 attempts, waits constant computed
		if resp, err = c.Do(req); !shouldRetry(resp, err) {
			break
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

func sentOnChannel(ctx context.Context, c Client) {
	for { // site: loop of the operation, bound none, waits constant computed
		errs := make(chan error, 1)
		go func() { errs <- c.Ping(ctx) }()
		if err := <-errs; err == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

func keptOutside(ctx context.Context, c Client) (s string) {
	err := errors.New("not tried")
	for err != nil { // site: loop of Get, bound none, waits constant computed
		s, err = c.Get(ctx)
		if err != nil {
			time.Sleep(time.Second)
		}
	}
	return s
}

func joined(ctx context.Context, c Client) (s string, err error) {
	var all []error
	for range 3 { // site: loop of Get, bound 3 attempts, waits constant computed
		s, e := c.Get(ctx)
		if e == nil {
			return s, nil
		}
		all = append(all, e)
		time.Sleep(time.Second)
	}
	return "", errors.Join(all...)
}

// A plain "not yet" is polling.
func nopeNotYet(ctx context.Context, c interface {
	Ready(ctx context.Context) bool
}) {
	for !c.Ready(ctx) {
		time.Sleep(time.Second)
	}
}

// An error that is asked for its cause is another error each round.
func nopeCause(err error) bool {
	for err != nil {
		if t, ok := err.(interface{ Timeout() bool }); ok {
			return t.Timeout()
		}
		switch e := err.(type) {
		case interface{ Unwrap() error }:
			err = e.Unwrap()
		default:
			return false
		}
	}
	return false
}

// Answerer answers with a code.
type Answerer interface {
	Ask(ctx context.Context) (code int16, err error)
}

func errorForCode(code int16) error {
	if code == 0 {
		return nil
	}
	return errCodes[code]
}

var errCodes map[int16]error

// The attempt is what answered, not what makes an error of the code.
func code(ctx context.Context, a Answerer) error {
	for range 3 { // site: loop of Ask, bound 3 attempts, waits constant computed
		code, err := a.Ask(ctx)
		if err == nil {
			return errorForCode(code)
		}
		time.Sleep(time.Second)
	}
	return io.ErrNoProgress
}

// Health is what a server says of itself.
type Health struct {
	Ready bool
	Since time.Time
}

// Server tells its health.
type Server interface {
	Health(ctx context.Context) (Health, error)
}

// Success leaves: what was returned says so.
func readiness(ctx context.Context, s Server) {
	for { // site: loop of Health, bound none, waits constant computed
		h, err := s.Health(ctx)
		if err == nil && h.Ready {
			return
		}
		log.Print(h.Since)
		time.Sleep(time.Second)
	}
}
