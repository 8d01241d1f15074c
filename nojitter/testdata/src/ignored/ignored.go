// Package ignored silences findings, and is told where that goes wrong.
package ignored

import (
	"context"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

func nopeOnTheLine(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		time.Sleep(time.Second) //retryvet:ignore nojitter -- one client, one server
	}
}

func nopeOnTheLineAbove(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		//retryvet:ignore nojitter/fixed -- one client, one server
		time.Sleep(time.Second)
	}
}

func nopeAboveTheLoop(ctx context.Context, c Client) {
	//retryvet:ignore nojitter -- one client, one server
	for c.Ping(ctx) != nil {
		time.Sleep(time.Second)
	}
}

// nopeForTheFunction is run by hand.
//
//retryvet:ignore nojitter,unboundedretry -- run by hand
func nopeForTheFunction(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		time.Sleep(time.Second)
	}
}

func yesOtherAnalyzer(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		time.Sleep(time.Second) //retryvet:ignore unboundedretry -- not about jitter // want "nojitter/fixed"
	}
}

func yesOtherCategory(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		/* want "silences nothing here" */ //retryvet:ignore nojitter/seed -- not about fixed delays
		time.Sleep(time.Second)            // want "nojitter/fixed"
	}
}

func yesNoReason(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		/* want "needs a reason" */ //retryvet:ignore nojitter
		time.Sleep(time.Second)     // want "nojitter/fixed"
	}
}

func yesNothingThere(ctx context.Context, c Client) error {
	/* want "silences nothing here" */ //retryvet:ignore nojitter -- was needed once
	return c.Ping(ctx)
}
