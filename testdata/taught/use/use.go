// Package use calls the helpers of the company.
package use

import (
	"context"
	"crypto/rand"
	"net/http"
	"time"

	"corp.example/shop/corp/client"
	"corp.example/shop/corp/retry"
)

func ask() error {
	resp, err := http.Get("https://stock.example/items")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func always() error {
	return retry.Do(0, ask) // expect: nojitter/library, unboundedretry/library
}

func five() error {
	return retry.Do(5, ask) // expect: nojitter/library
}

func nopeOnce() error { return retry.Do(1, ask) }

func grows() error {
	return retry.Grow(ask) // expect: nojitter/library
}

func nopeSpread() error { return retry.Spread(ask) }

func background() error {
	return retry.Run(context.Background(), ask) // expect: nojitter/library, unboundedretry/library
}

func limited() error {
	return retry.Run(context.Background(), ask, retry.Limit(3)) // expect: nojitter/library
}

func nopeSpreadOut() error {
	return retry.Run(context.Background(), ask, retry.Limit(3), retry.Jitter(0.5))
}

func cancelled(ctx context.Context) error {
	return retry.Run(ctx, ask, retry.Jitter(0)) // expect: nojitter/library
}

func configured() error {
	return retry.With(retry.Config{Name: "stock"}, ask) // expect: nojitter/library, unboundedretry/library
}

func nopeConfigured() error {
	return retry.With(retry.Config{Max: 4, Spread: 0.3}, ask)
}

func polls() error {
	return retry.Until(func() (bool, error) { // expect: nojitter/library
		if err := ask(); err != nil {
			return false, nil
		}
		return true, nil
	})
}

func nopeErrorsEndIt() error {
	return retry.Until(func() (bool, error) {
		err := ask()
		return err == nil, err
	})
}

func nopeGuarded() error { return retry.Guard(ask) }

type task struct{}

func (task) Run() error { return ask() }

func tasks() error {
	return retry.Exec(task{}) // expect: nojitter/library
}

func own(ctx context.Context) (err error) {
	for n := range 5 {
		if err = ask(); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(retry.Next(n)): // expect: nojitter/library
		}
	}
	return err
}

func nopeDrawn(ctx context.Context) (err error) {
	for n := range 5 {
		if err = ask(); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(retry.Draw(n)):
		}
	}
	return err
}

func layers(c *client.Client) error {
	return retry.Spread(func() error { // expect: retrylayers/layers
		return c.Get("stock")
	})
}

func charge(c *client.Client) error {
	return retry.Spread(func() error {
		return c.Charge("5 EUR", client.WithTag("x")) // expect: nonidempotent/nokey
	})
}

func nopeKey(c *client.Client, order string) error {
	return retry.Spread(func() error {
		return c.Charge("5 EUR", client.WithTag("x"), client.WithKey(order))
	})
}

func freshKey(c *client.Client) error {
	return retry.Spread(func() error {
		return c.Charge("5 EUR", client.WithKey(rand.Text())) // expect: nonidempotent/freshkey
	})
}

func nopeRefund(c *client.Client) error {
	key := rand.Text()
	return retry.Spread(func() error {
		return c.Refund("5 EUR", key)
	})
}

func publish(c *client.Client) error {
	return retry.Spread(func() error {
		return c.Publish(&client.Message{Text: "sold"}) // expect: nonidempotent/publish
	})
}

func nopePublish(c *client.Client, order string) error {
	return retry.Spread(func() error {
		return c.Publish(&client.Message{ID: order, Text: "sold"})
	})
}
