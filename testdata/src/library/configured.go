package library

import (
	"context"
	"flag"
	"time"

	dskit "github.com/grafana/dskit/backoff"
)

// Settings are filled by flags, or by who makes them.
type Settings struct{ Backoff dskit.Config }

func (s *Settings) register(f *flag.FlagSet) {
	f.DurationVar(&s.Backoff.MinBackoff, "min", time.Second, "")
	f.DurationVar(&s.Backoff.MaxBackoff, "max", time.Minute, "")
}

type pusher struct{ settings Settings }

// No store of this package fills the settings: they are not empty for that.
func (p *pusher) nopeFromElsewhere(ctx context.Context) error {
	b := dskit.New(ctx, p.settings.Backoff)
	for b.Ongoing() {
		if fetch(ctx) == nil {
			return nil
		}
		b.Wait()
	}
	return errNoAnswer
}

var pushing = dskit.Config{MinBackoff: time.Second, MaxBackoff: time.Minute}

func nopePackageVariable(ctx context.Context) error {
	b := dskit.New(ctx, pushing)
	for b.Ongoing() {
		if fetch(ctx) == nil {
			return nil
		}
		b.Wait()
	}
	return errNoAnswer
}
