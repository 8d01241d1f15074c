package backoff

import (
	"context"
	"math"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// granted counts the retries that a budget grants at once.
func granted(b *Budget) int {
	n := 0
	for n < 1e6 && b.Withdraw() {
		n++
	}
	return n
}

func TestBudgetPaysByTraffic(t *testing.T) {
	tests := []struct {
		name     string
		budget   *Budget
		deposits int
		want     int
	}{
		{"zero value starts with one", &Budget{}, 0, 1},
		{"ten calls pay for one more", &Budget{}, 10, 2},
		{"a thousand for a hundred", &Budget{}, 1000, 101},
		{"ratio of a half", &Budget{Ratio: 0.5, Floor: -1}, 9, 4},
		{"no floor", &Budget{Floor: -1}, 9, 0},
		{"no ratio", &Budget{Ratio: -1}, 1000, 1},
		{"nothing at all", &Budget{Ratio: -1, Floor: -1}, 1000, 0},
		{"large floor", &Budget{Ratio: -1, Floor: 10}, 0, 100},
		{"not a number", &Budget{Ratio: math.NaN(), Floor: math.NaN()}, 1000, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				for range test.deposits {
					test.budget.Deposit()
				}
				if got := granted(test.budget); got != test.want {
					t.Errorf("granted %d retries, want %d", got, test.want)
				}
			})
		})
	}
}

func TestNilBudgetIsNoLimit(t *testing.T) {
	var b *Budget
	b.Deposit()
	if !b.Withdraw() {
		t.Error("refused")
	}
}

// A busy hour does not save up for a storm.
func TestBudgetFades(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &Budget{Floor: -1}
		for range 1000 {
			b.Deposit()
		}
		time.Sleep(DefaultWindow)
		if got := granted(b); got != 37 { // 1 + 99/e
			t.Errorf("granted %d retries after one window, want 37", got)
		}
		for range 1000 {
			b.Deposit()
		}
		time.Sleep(time.Hour)
		if got := granted(b); got != 1 {
			t.Errorf("granted %d retries after an hour, want 1", got)
		}
	})
}

// Ten calls pay for a retry, however slowly they come.
func TestBudgetOfASlowClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &Budget{Floor: -1}
		got := 0
		for range 1000 {
			b.Deposit()
			time.Sleep(time.Minute)
			got += granted(b)
		}
		if got != 100 {
			t.Errorf("1000 calls paid for %d retries, want 100", got)
		}
	})
}

func TestBudgetFloorRefills(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &Budget{Floor: 2, Window: 5 * time.Second}
		if got := granted(b); got != 10 {
			t.Errorf("starts with %d, want 10", got)
		}
		time.Sleep(3 * time.Second)
		if got := granted(b); got != 6 {
			t.Errorf("granted %d after 3s, want 6", got)
		}
		time.Sleep(time.Hour)
		if got := granted(b); got != 10 {
			t.Errorf("granted %d after an hour, want 10", got)
		}
	})
}

// The claim in one number: however long everything fails, a tenth is retried.
func TestBudgetHoldsThroughAnOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var meter Meter
		policy := Policy{Budget: new(Budget), Observe: meter.Observe}
		op := func(context.Context) error { return errDown }
		var calls sync.WaitGroup
		for range 6000 { // 100 calls a second for a minute
			calls.Go(func() { Do(context.Background(), policy, op) })
			time.Sleep(10 * ms)
		}
		calls.Wait()
		if r := meter.Ratio(); r < 1.09 || r > 1.11 {
			t.Errorf("%.3f attempts per call, want 1.1", r)
		}
	})
}

func TestBudgetIsSafeForConcurrentUse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := &Budget{Floor: -1}
		var all sync.WaitGroup
		var got atomic.Int64
		for range 8 {
			all.Go(func() {
				for range 1000 {
					b.Deposit()
					if b.Withdraw() {
						got.Add(1)
					}
				}
			})
		}
		all.Wait()
		if n := got.Load() + int64(granted(b)); n != 800 {
			t.Errorf("8000 calls paid for %d retries, want 800", n)
		}
	})
}
