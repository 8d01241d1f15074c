// Package doubling multiplies the delay after each failure.
package doubling

import (
	"context"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func yesDoubles(ctx context.Context, c Client) (err error) {
	d := 100 * time.Millisecond
	for i := 0; i < 5; i++ {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(d) // want `retry delay doubles from 100ms to 800ms with no randomness: clients that fail together retry together, at 100ms, 300ms, 700ms … \(nojitter/exponential\)`
		d *= 2
	}
	return err
}

func yesTwoTimes(ctx context.Context, c Client) error {
	for d := time.Second; d < time.Minute; d = 2 * d {
		if c.Ping(ctx) == nil {
			return nil
		}
		time.Sleep(d) // want `doubles from 1s .*nojitter/exponential`
	}
	return context.DeadlineExceeded
}

func yesAddsItself(ctx context.Context, c Client) {
	d := time.Second
	for c.Ping(ctx) != nil {
		time.Sleep(d) // want `doubles with no randomness.*nojitter/exponential`
		d += d
	}
}

func yesShifts(ctx context.Context, c Client) {
	d := time.Second
	for c.Ping(ctx) != nil {
		time.Sleep(d) // want "nojitter/exponential"
		d <<= 1
	}
}

func yesHalfAgain(ctx context.Context, c Client) {
	d := time.Second
	for c.Ping(ctx) != nil {
		time.Sleep(d) // want "nojitter/exponential"
		d += d / 2
	}
}

func yesThreeHalves(ctx context.Context, c Client) {
	d := time.Second
	for c.Ping(ctx) != nil {
		time.Sleep(d) // want "nojitter/exponential"
		d = d * 3 / 2
	}
}

func yesFloatFactor(ctx context.Context, c Client) {
	d := time.Second
	for c.Ping(ctx) != nil {
		time.Sleep(d) // want `grows by a factor of 1.5 .*nojitter/exponential`
		d = time.Duration(float64(d) * 1.5)
	}
}

func yesClampedByIf(ctx context.Context, c Client) {
	d, most := time.Second, time.Minute
	for c.Ping(ctx) != nil {
		time.Sleep(d) // want `doubles from 1s to 1m .*nojitter/exponential`
		d *= 2
		if d > most {
			d = most
		}
	}
}

func yesClampedByMin(ctx context.Context, c Client) {
	d := 500 * time.Millisecond
	for c.Ping(ctx) != nil {
		time.Sleep(d) // want `doubles from 500ms to 30s .*at 500ms, 1.5s, 3.5s …`
		d = min(d*2, 30*time.Second)
	}
}

func yesGrowsBelowLimit(ctx context.Context, c Client) {
	d := time.Second
	for c.Ping(ctx) != nil {
		time.Sleep(d) // want "nojitter/exponential"
		if d < time.Minute {
			d *= 2
		}
	}
}

func yesPlainMillis(ctx context.Context, c Client) {
	ms := 100
	for c.Ping(ctx) != nil {
		time.Sleep(time.Duration(ms) * time.Millisecond) // want `doubles .*nojitter/exponential`
		ms *= 2
	}
}

// Options are what the configuration says.
type Options struct {
	First  time.Duration
	Factor float64
	Most   time.Duration
}

func yesFactorField(ctx context.Context, c Client, o Options) {
	d := o.First
	for c.Ping(ctx) != nil {
		time.Sleep(d) // want "nojitter/exponential"
		d = min(time.Duration(float64(d)*o.Factor), o.Most)
	}
}

func yesFactorFirst(ctx context.Context, c Client, factor time.Duration) {
	d := time.Second
	for c.Ping(ctx) != nil {
		time.Sleep(d) // want "nojitter/exponential"
		d = factor * d
	}
}

func yesResetAfterSuccess(ctx context.Context, c Client) {
	d := time.Second
	for ctx.Err() == nil {
		if err := c.Ping(ctx); err != nil {
			time.Sleep(d) // want "nojitter/exponential"
			d = min(2*d, time.Minute)
			continue
		}
		d = time.Second
		<-ctx.Done()
	}
}
