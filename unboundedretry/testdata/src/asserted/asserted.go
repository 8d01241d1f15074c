// Package asserted hands failures to functions that do not come back.
package asserted

import (
	"context"
	"errors"
	"io"
	"log"
)

// Stream is a stream of a remote service.
type Stream interface{ Recv() (*string, error) }

// Client is a remote service.
type Client interface {
	Watch(ctx context.Context) (Stream, error)
}

func stop(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func note(err error) {
	if err != nil {
		log.Print(err)
	}
}

// A stream that ended is opened anew, once.
func nopeEnds(ctx context.Context, c Client, out chan<- *string) {
	s, err := c.Watch(ctx)
	stop(err)
	for {
		x, err := s.Recv()
		if errors.Is(err, io.EOF) {
			s, err = c.Watch(ctx)
			stop(err)
			continue
		}
		stop(err)
		if x == nil {
			continue
		}
		out <- x
	}
}

func yesNotes(ctx context.Context, s Stream, out chan<- *string) {
	for { // want `Recv is tried again at once.*unboundedretry/hot`
		x, err := s.Recv()
		note(err)
		if x != nil {
			out <- x
			return
		}
	}
}
