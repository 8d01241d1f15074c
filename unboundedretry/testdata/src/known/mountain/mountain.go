// Package mountain counts attempts beside a delay that grows: taken for capped as yet.
package mountain

import (
	"context"
	"math/rand/v2"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func yesDoublesTwentyTimes(ctx context.Context, c Client) (err error) {
	d := time.Second
	for n := 1; n <= 20; n++ { // want `grows to .* by attempt 20, with no ceiling \(unboundedretry/ceiling\)`
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(rand.N(d))
		d *= 2
	}
	return err
}
