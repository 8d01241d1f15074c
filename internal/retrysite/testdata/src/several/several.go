// Package several has more than one attempt, or more than one loop.
package several

import (
	"context"
	"time"
)

// Client is a remote service.
type Client interface {
	Login(ctx context.Context) error
	Send(ctx context.Context, item string) error
}

func twoSteps(ctx context.Context, c Client) error {
	for range 5 { // site: loop of Login Send, bound 5 attempts, waits constant computed, waits constant computed
		if err := c.Login(ctx); err != nil {
			time.Sleep(time.Second)
			continue
		}
		if err := c.Send(ctx, "hello"); err != nil {
			time.Sleep(time.Minute)
			continue
		}
		return nil
	}
	return context.DeadlineExceeded
}

func perItem(ctx context.Context, c Client, items []string) {
	for _, item := range items {
		for n := 0; n < 3; n++ { // site: loop of Send, bound 3 attempts, waits exponential computed
			if c.Send(ctx, item) == nil {
				break
			}
			time.Sleep(time.Second << n)
		}
	}
}

func wholeBatch(ctx context.Context, c Client, items []string) error {
	for range 3 { // site: loop of all, bound 3 attempts, waits constant computed
		err := all(ctx, c, items)
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return context.DeadlineExceeded
}

func all(ctx context.Context, c Client, items []string) error {
	for _, item := range items {
		if err := c.Send(ctx, item); err != nil {
			return err
		}
	}
	return nil
}

func sameItemAgain(ctx context.Context, c Client, items []string) {
	for i := 0; i < len(items); { // site: loop of Send, bound none, waits constant computed
		if c.Send(ctx, items[i]) != nil {
			time.Sleep(time.Second)
			continue
		}
		i++
	}
}
