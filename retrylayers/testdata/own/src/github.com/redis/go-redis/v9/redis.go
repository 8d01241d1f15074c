// Package redis stands for the client library, seen from its inside: what its
// methods repeat is read in their code, not known by hand.
package redis

import (
	"context"
	"time"
)

// Pipeliner sends several commands at once.
type Pipeliner interface {
	Exec(ctx context.Context) ([]string, error)
}

func process(ctx context.Context, pipe Pipeliner) (err error) {
	for range 3 {
		if _, err = pipe.Exec(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
