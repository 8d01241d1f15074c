// Package polling waits for a state; errors leave.
package polling

import (
	"context"
	"errors"
	"time"
)

// Jobs is a remote service.
type Jobs interface {
	Done(ctx context.Context, id string) (bool, error)
	Status(ctx context.Context, id string) (string, error)
}

func nopeNotYet(ctx context.Context, j Jobs, id string) error {
	for {
		done, err := j.Done(ctx, id)
		if err != nil {
			return err
		}
		if done {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func nopeStates(ctx context.Context, j Jobs, id string) error {
	for d := time.Second; ; d *= 2 {
		status, err := j.Status(ctx, id)
		switch {
		case err != nil:
			return err
		case status == "done":
			return nil
		case status == "failed":
			return errors.New("job failed")
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(min(d, time.Minute)):
		}
	}
}

func nopeTicks(ctx context.Context, j Jobs, id string) error {
	t := time.NewTicker(time.Second)
	defer t.Stop()
	for range t.C {
		done, err := j.Done(ctx, id)
		if err != nil {
			return err
		}
		if done {
			break
		}
	}
	return nil
}
