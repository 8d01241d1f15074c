package backoff

import (
	"context"
	"testing"
)

// fastPaths are the calls that succeed at once, with all that costs nothing.
var fastPaths = []struct {
	name string
	call func(context.Context, Policy, int) int
}{
	{"Do", func(ctx context.Context, p Policy, x int) (y int) {
		Do(ctx, p, func(context.Context) error { y = x + 1; return nil })
		return y
	}},
	{"DoValue", func(ctx context.Context, p Policy, x int) int {
		y, _ := DoValue(ctx, p, func(context.Context) (int, error) { return x + 1, nil })
		return y
	}},
	{"Attempts", func(ctx context.Context, p Policy, x int) (y int) {
		for range Attempts(ctx, p) {
			y = x + 1
			break
		}
		return y
	}},
	{"Attempts judged", func(ctx context.Context, p Policy, x int) (y int) {
		for n, a := range Attempts(ctx, p) {
			y = x + 1 + n
			if a.Failed(nil) == nil {
				break
			}
		}
		return y
	}},
}

func TestFastPathDoesNotAllocate(t *testing.T) {
	var meter Meter
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	policy := Policy{Attempts: Unlimited, Elapsed: DefaultWindow, Budget: new(Budget), Observe: meter.Observe}
	for _, fast := range fastPaths {
		t.Run(fast.name, func(t *testing.T) {
			sum := 0
			if n := testing.AllocsPerRun(1000, func() { sum += fast.call(ctx, policy, 1) }); n != 0 {
				t.Errorf("%v allocations, want 0", n)
			}
			if sum != 2*1001 {
				t.Errorf("the operation was not called once: %d", sum)
			}
		})
	}
}

func TestDrawingDoesNotAllocate(t *testing.T) {
	var d Decorrelated
	n := testing.AllocsPerRun(1000, func() {
		Full(1, DefaultCeiling, 9)
		Equal(1, DefaultCeiling, 9)
		Jitter(DefaultBase)
		Stagger(DefaultBase)
		d.Next()
	})
	if n != 0 {
		t.Errorf("%v allocations, want 0", n)
	}
}

func BenchmarkFastPath(b *testing.B) {
	for _, fast := range fastPaths {
		b.Run(fast.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				fast.call(context.Background(), Policy{}, 1)
			}
		})
	}
}

func BenchmarkFull(b *testing.B) {
	for b.Loop() {
		Full(DefaultBase, DefaultCeiling, 5)
	}
}

func BenchmarkBudget(b *testing.B) {
	budget := new(Budget)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			budget.Deposit()
			budget.Withdraw()
		}
	})
}
