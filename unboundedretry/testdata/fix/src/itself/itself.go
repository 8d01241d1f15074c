// Package itself has functions that call themselves after a failure.
package itself

import (
	"context"
	"log"
	"math/rand/v2"
	"time"
)

// Client is a remote service.
type Client interface {
	Get(ctx context.Context) (string, error)
}

type service struct{ c Client }

// grows hands a longer delay on each time.
func grows(ctx context.Context, c Client, delay time.Duration) (string, error) { // a delay
	s, err := c.Get(ctx)
	if err != nil {
		if err := sleep(ctx, rand.N(delay)); err != nil {
			return "", err
		}
		return grows(ctx, c, 2*delay) // want "unboundedretry/ceiling"
	}
	return s, nil
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// drawn is cut before the draw, or most draws would come out the same.
func drawn(c Client) string {
	for i := range 100 { // want "unboundedretry/ceiling"
		s, err := c.Get(context.Background())
		if err == nil {
			return s
		}
		time.Sleep(rand.N(time.Duration(i+1) * time.Hour))
	}
	return ""
}

// hot calls itself at once.
func (s *service) hot(ctx context.Context) (string, error) {
	text, err := s.c.Get(ctx)
	if err != nil {
		return s.hot(ctx) // want "unboundedretry/hot"
	}
	return text, nil
}

// nothing gives nothing back.
func nothing(c Client) {
	if _, err := c.Get(context.Background()); err != nil {
		log.Print(err)
		nothing(c) // want "unboundedretry/hot"
	}
}
