package doubling

import (
	"context"
	"time"
)

// slower waits for what its caller keeps, and doubles that.
func slower(d *time.Duration, most time.Duration) {
	time.Sleep(*d) // want `doubles with no randomness.*nojitter/exponential`
	*d = min(*d*2, most)
}

func byPointer(ctx context.Context, c Client) {
	d := time.Second
	for c.Ping(ctx) != nil {
		slower(&d, time.Minute)
	}
}

// asBefore waits for what its caller keeps, and leaves it alone.
func asBefore(d *time.Duration) {
	time.Sleep(*d) // want `is the same each time.*nojitter/fixed`
}

func byPointerAlone(ctx context.Context, c Client) {
	d := time.Second
	for c.Ping(ctx) != nil {
		asBefore(&d)
	}
}

type poller struct {
	client   Client
	interval time.Duration
}

func (p *poller) slow(t *time.Ticker) {
	if p.interval < 10*time.Second {
		p.interval *= 2
		t.Reset(p.interval)
	}
}

func (p *poller) poll(ctx context.Context, giveUp func() bool) error {
	p.interval = 100 * time.Millisecond
	t := time.NewTicker(p.interval)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-t.C: // want `nojitter/exponential`
			err := p.client.Ping(ctx)
			if err == nil {
				return nil
			}
			if giveUp() {
				return err
			}
			p.slow(t)
		}
	}
}
