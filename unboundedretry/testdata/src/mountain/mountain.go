// Package mountain lets the delay grow without a ceiling.
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

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

func yesStep(ctx context.Context, c Client) error {
	d := time.Second
	for { // want `retry delay grows by a step without a ceiling: after an outage of a day the next attempt is 15m away \(unboundedretry/ceiling\)`
		err := c.Ping(ctx)
		if err == nil {
			return nil
		}
		if err := sleep(ctx, d); err != nil {
			return err
		}
		d += 5 * time.Second
	}
}

func yesTwentyTimes(ctx context.Context, c Client) (err error) {
	for n := range 20 { // want `grows to .* by attempt 20, with no ceiling \(unboundedretry/ceiling\)`
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second << n))
	}
	return err
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

func nopeTenTimes(ctx context.Context, c Client) (err error) {
	for n := range 10 {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Second << n))
	}
	return err
}

func nopeUnknownLimit(ctx context.Context, c Client, tries int) (err error) {
	for n := range tries {
		if err = c.Ping(ctx); err == nil {
			return nil
		}
		time.Sleep(rand.N(time.Duration(n+1) * time.Second))
	}
	return err
}

func nopeMin(ctx context.Context, c Client) error {
	d := time.Second
	for c.Ping(ctx) != nil {
		if err := sleep(ctx, d); err != nil {
			return err
		}
		d = min(2*d, time.Minute)
	}
	return nil
}

func nopeIf(ctx context.Context, c Client, most time.Duration) error {
	d := time.Second
	for c.Ping(ctx) != nil {
		if err := sleep(ctx, d); err != nil {
			return err
		}
		if d *= 2; d > most {
			d = most
		}
	}
	return nil
}

func nopeGrowsBelow(ctx context.Context, c Client) error {
	d := time.Second
	for c.Ping(ctx) != nil {
		if err := sleep(ctx, d); err != nil {
			return err
		}
		if d < time.Minute {
			d *= 2
		}
	}
	return nil
}

func nopeLeavesWhenTooLong(ctx context.Context, c Client) error {
	for d := time.Second; d < time.Hour; d *= 2 {
		if c.Ping(ctx) == nil {
			return nil
		}
		if err := sleep(ctx, d); err != nil {
			return err
		}
	}
	return context.DeadlineExceeded
}

func nopeCountStops(ctx context.Context, c Client) error {
	for n := 0; ; n = min(n+1, 6) {
		if c.Ping(ctx) == nil {
			return nil
		}
		if err := sleep(ctx, time.Second<<n); err != nil {
			return err
		}
	}
}

func nopeTable(ctx context.Context, c Client) error {
	delays := []time.Duration{time.Second, 5 * time.Second, 20 * time.Second}
	for n := 0; ; n++ {
		if c.Ping(ctx) == nil {
			return nil
		}
		if err := sleep(ctx, delays[min(n, 2)]); err != nil {
			return err
		}
	}
}

// Each round begins with a delay of its own, though a literal changes it.
func nopeFresh(ctx context.Context, c Client, do func(func())) error {
	for n := 0; ; n++ {
		d := time.Second
		if n == 0 {
			do(func() { d = time.Duration(float64(d) * (0.5 + rand.Float64())) })
		}
		err := c.Ping(ctx)
		if err == nil {
			return nil
		}
		if err := sleep(ctx, d); err != nil {
			return err
		}
	}
}

func yesKept(ctx context.Context, c Client, do func(func())) error {
	d := time.Second
	for { // want "unboundedretry/ceiling"
		do(func() { d = time.Duration(float64(d) * (1.5 + rand.Float64())) })
		err := c.Ping(ctx)
		if err == nil {
			return nil
		}
		if err := sleep(ctx, d); err != nil {
			return err
		}
	}
}

// What grows is kept by a literal, which sets it to the limit once it is above that.
func nopeKeptBelow(c Client, first, most time.Duration, quit chan struct{}) {
	var d time.Duration
	grow := func() {
		if d == 0 {
			d = first
		} else {
			d *= 2
			if d > most {
				d = most
			}
		}
	}
	for c.Ping(context.Background()) != nil {
		grow()
		select {
		case <-time.After(rand.N(d)):
		case <-quit:
			return
		}
	}
}

func yesKeptWithoutLimit(c Client, first time.Duration, quit chan struct{}) {
	var d time.Duration
	grow := func() {
		if d == 0 {
			d = first
		} else {
			d *= 2
		}
	}
	for c.Ping(context.Background()) != nil { // want `retry delay grows by a factor without a ceiling: .*unboundedretry/ceiling`
		grow()
		select {
		case <-time.After(rand.N(d)):
		case <-quit:
			return
		}
	}
}

// What is kept grows only while it is below a limit.
func nopeKeptGrowsBelow(c Client, do func(func()), quit chan struct{}) {
	d := time.Second
	for c.Ping(context.Background()) != nil {
		do(func() { d = time.Second })
		if d < 10*time.Second {
			d += time.Second
		}
		select {
		case <-time.After(d):
		case <-quit:
			return
		}
	}
}

// The test is of another variable.
func yesKeptGrowsBelowAnother(c Client, other time.Duration, do func(func()), quit chan struct{}) {
	d := time.Second
	for c.Ping(context.Background()) != nil { // want "unboundedretry/ceiling"
		do(func() { d = time.Second })
		if other < 10*time.Second {
			d += time.Second
		}
		select {
		case <-time.After(d):
		case <-quit:
			return
		}
	}
}

// A pause is kept in a field.
type pause struct {
	last time.Duration
	most time.Duration
	free time.Duration
	set  time.Duration
}

func (p *pause) next() time.Duration {
	if p.last == 0 {
		p.last = time.Second
		return p.last
	}
	if longer := 2 * p.last; longer <= p.most {
		p.last = longer
	} else {
		p.last = p.most
	}
	return p.last
}

func (p *pause) nextSetBack() time.Duration {
	if p.set *= 2; p.set > p.most {
		p.set = p.most
	}
	return p.set
}

func (p *pause) nextFree() time.Duration {
	if p.free == 0 {
		p.free = time.Second
	} else {
		p.free *= 2
	}
	return p.free
}

func nopeFieldBelow(ctx context.Context, c Client, p *pause) {
	for c.Ping(ctx) != nil {
		if sleep(ctx, p.next()) != nil {
			return
		}
	}
}

func nopeFieldSetBack(ctx context.Context, c Client, p *pause) {
	for c.Ping(ctx) != nil {
		if sleep(ctx, p.nextSetBack()) != nil {
			return
		}
	}
}

func yesFieldFree(ctx context.Context, c Client, p *pause) {
	for c.Ping(ctx) != nil { // want "unboundedretry/ceiling"
		if sleep(ctx, p.nextFree()) != nil {
			return
		}
	}
}
