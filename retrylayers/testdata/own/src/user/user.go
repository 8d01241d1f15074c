// Package user repeats what the library repeats.
package user

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func process(ctx context.Context, pipe redis.Pipeliner) (err error) {
	for range 3 { // want `3 × 4 = 12 attempts.*retrylayers/layers`
		if _, err = pipe.Exec(ctx); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
