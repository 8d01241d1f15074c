// Package turns has delays that are neither the same each time nor grow: what is
// said of them must be true.
package turns

import (
	"context"
	"math"
	"os"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping(ctx context.Context) error
}

var table = []time.Duration{time.Second, 2 * time.Second, 5 * time.Second}

func yesRotates(ctx context.Context, c Client) {
	for i := 0; i < 10; i++ {
		if c.Ping(ctx) == nil {
			return
		}
		time.Sleep(table[i%len(table)]) // want `retry delay is one of a few fixed ones \(1s, 2s, 5s\), with no randomness: .* at 1s, 3s, 8s … \(nojitter/fixed\)`
	}
}

func yesRemainder(ctx context.Context, c Client, from int) {
	for i := from; i < 10; i++ {
		if c.Ping(ctx) == nil {
			return
		}
		time.Sleep(time.Duration(i%3) * time.Second) // want `retry delay is one of a few fixed ones, with no randomness: clients that fail together retry together \(nojitter/fixed\)`
	}
}

func yesHalves(ctx context.Context, c Client) {
	for i := 0; i > -5; i-- {
		if c.Ping(ctx) == nil {
			return
		}
		time.Sleep(time.Second >> -i) // want `retry delay is one of a few fixed ones \(1s, 500ms, 250ms, 125ms\)`
	}
}

func yesCountsDown(ctx context.Context, c Client) {
	for i := 5; i > 0; i-- {
		if c.Ping(ctx) == nil {
			return
		}
		time.Sleep(time.Duration(i) * time.Second) // want `retry delay is one of a few fixed ones \(5s, 4s, 3s, 2s\)`
	}
}

func yesUpAndDown(ctx context.Context, c Client) {
	for i := range 5 {
		if c.Ping(ctx) == nil {
			return
		}
		time.Sleep([]time.Duration{time.Second, 0, 5 * time.Second, 0, 3 * time.Second}[i]) // want `retry delay is one of a few fixed ones \(1s, 0s, 5s, 0s\).*nojitter/fixed`
	}
}

func yesHugeFactor(ctx context.Context, c Client) {
	for i := range 3 {
		if c.Ping(ctx) == nil {
			return
		}
		time.Sleep(time.Duration(math.Pow(1e300, float64(i)))) // want `retry delay grows by a factor of 1e\+300 with no randomness`
	}
}

// A Policy is somebody else's.
type Policy interface{ Factor() int64 }

func nopeFactorOfInterface(ctx context.Context, c Client, p Policy) {
	d := time.Second
	for range 5 {
		if c.Ping(ctx) == nil {
			return
		}
		time.Sleep(d)
		d *= time.Duration(p.Factor())
	}
}

func nopeFactorOfFunction(ctx context.Context, c Client, factor func() time.Duration) {
	d := time.Second
	for range 5 {
		if c.Ping(ctx) == nil {
			return
		}
		time.Sleep(d)
		d *= factor()
	}
}

func nopeFactorOfFile(ctx context.Context, c Client, f *os.File) {
	d := time.Second
	for range 5 {
		if c.Ping(ctx) == nil {
			return
		}
		time.Sleep(d)
		b := make([]byte, 1)
		f.Read(b)
		d *= time.Duration(b[0])
	}
}

// Two functions that call each other, and hand the number of the attempt on.
func step(ctx context.Context, c Client, n int) {
	if c.Ping(ctx) != nil {
		again(ctx, c, n)
	}
}

func again(ctx context.Context, c Client, n int) {
	if n > 10 {
		return
	}
	time.Sleep(time.Duration(n) * time.Second) // want `retry delay grows by a step.*nojitter/linear`
	step(ctx, c, n+1)
}

func factor(ctx context.Context, c Client, n int) {
	if c.Ping(ctx) != nil {
		time.Sleep(time.Second << n) // want `retry delay doubles.*nojitter/exponential`
		next(ctx, c, n)
	}
}

func next(ctx context.Context, c Client, n int) {
	if n <= 10 {
		factor(ctx, c, n+1)
	}
}
