package backoff

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// loop is the loop that the comment at Attempts shows.
func loop(ctx context.Context, p Policy, op func(context.Context) error) error {
	var err error
	for range Attempts(ctx, p) {
		if err = op(ctx); err == nil {
			return nil
		}
	}
	return err
}

// judged is the loop that says why it failed.
func judged(ctx context.Context, p Policy, op func(context.Context) error) error {
	var err error
	for _, a := range Attempts(ctx, p) {
		if err = op(ctx); err == nil {
			return nil
		}
		err = a.Failed(err)
	}
	return err
}

func TestAttemptsEndsWithTheLimits(t *testing.T) {
	tests := []struct {
		name     string
		policy   Policy
		fails    int
		attempts int
	}{
		{"succeeds at once", Policy{}, 0, 1},
		{"succeeds at the last", Policy{}, 2, 3},
		{"never", Policy{}, always, 3},
		{"five", Policy{Attempts: 5}, always, 5},
		{"no time", Policy{Elapsed: 1}, always, 1},
		{"no budget", Policy{Budget: &Budget{Ratio: -1, Floor: -1}}, always, 1},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				op, calls := failing(test.fails, errDown)
				err := loop(context.Background(), test.policy, op)
				if *calls != test.attempts || (err == nil) != (test.fails < test.attempts) {
					t.Errorf("%d attempts, want %d: %v", *calls, test.attempts, err)
				}
			})
		})
	}
}

// A body that says why is judged as Do judges.
func TestAttemptsFailed(t *testing.T) {
	tests := []struct {
		name     string
		policy   Policy
		err      error
		attempts int
		cause    error
	}{
		{"limit", Policy{}, errDown, 3, ErrAttempts},
		{"permanent", Policy{}, Permanent(errDown), 1, ErrPermanent},
		{"not found", Policy{}, Status(404, nil), 1, ErrPermanent},
		{"too long a hint", Policy{}, NotBefore(errDown, time.Hour), 1, ErrHint},
		{"budget", Policy{Budget: &Budget{Ratio: -1}}, errDown, 2, ErrBudget},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				op, calls := failing(always, test.err)
				err := judged(context.Background(), test.policy, op)
				if *calls != test.attempts {
					t.Errorf("%d attempts, want %d", *calls, test.attempts)
				}
				checkOutcome(t, err, test.attempts, test.cause)
			})
		})
	}
}

func TestAttemptsObeysHints(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		op, _ := failing(1, NotBefore(errDown, 30*time.Second))
		took := elapsed(func() { judged(context.Background(), Policy{}, op) })
		if took < 30*time.Second || took > 45*time.Second {
			t.Errorf("came back after %v", took)
		}
	})
}

func TestAttemptsWaitsBetweenRoundsOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var last time.Time
		var numbers []int
		start := time.Now()
		policy := Policy{Base: time.Second, Attempts: 4, Shape: EqualJitter}
		for n := range Attempts(context.Background(), policy) {
			numbers = append(numbers, n)
			if wait := time.Since(last); n > 0 && wait < time.Second<<(n-1)/2 {
				t.Errorf("attempt %d came after %v", n, wait)
			}
			last = time.Now()
		}
		if len(numbers) != 4 || numbers[3] != 3 || time.Since(start) != last.Sub(start) {
			t.Errorf("attempts %v, waited %v after the last", numbers, time.Since(last))
		}
	})
}

// The first round is always run, so that its error is always set.
func TestAttemptsWithDoneContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	rounds := 0
	err := loop(ctx, Policy{}, func(ctx context.Context) error {
		rounds++
		return ctx.Err()
	})
	if rounds != 1 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d rounds: %v", rounds, err)
	}
}

func TestAttemptsEndsWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(time.Minute, cancel)
		op, calls := failing(always, errDown)
		var err error
		took := elapsed(func() { err = judged(ctx, Policy{Attempts: Unlimited}, op) })
		var last *Error
		if took != time.Minute || !errors.As(err, &last) || last.Attempts != *calls {
			t.Errorf("after %v and %d attempts: %v", took, *calls, err)
		}
	})
}

func TestFailedAtItsEdges(t *testing.T) {
	for _, a := range Attempts(context.Background(), Policy{}) {
		if a.Failed(nil) != nil {
			t.Error("Failed(nil) is an error")
		}
		break
	}
	if err := new(Attempt).Failed(errDown); !errors.Is(err, errDown) {
		t.Errorf("zero value: %v", err)
	}
	var meter Meter
	budget := &Budget{Ratio: -1}
	for _, a := range Attempts(context.Background(), Policy{Budget: budget, Observe: meter.Observe}) {
		a.Failed(errDown)
		a.Failed(errDown)
		break
	}
	if _, attempts := meter.Counts(); attempts != 1 {
		t.Errorf("told twice, counted %d times", attempts)
	}
}

// The meter counts a loop as it counts Do: left is done, gone round is failed.
func TestAttemptsObserver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var meter Meter
		policy := Policy{Observe: meter.Observe}
		for _, fails := range []int{0, 1, always} {
			op, _ := failing(fails, errDown)
			loop(context.Background(), policy, op)
			op, _ = failing(fails, errDown)
			judged(context.Background(), policy, op)
		}
		if calls, attempts := meter.Counts(); calls != 6 || attempts != 12 {
			t.Errorf("%d calls, %d attempts", calls, attempts)
		}
	})
}

func TestAttemptsCanBeRangedOverAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		again := Attempts(context.Background(), Policy{})
		rounds := 0
		for range 2 {
			for range again {
				rounds++
			}
		}
		if rounds != 6 {
			t.Errorf("%d rounds, want 6", rounds)
		}
	})
}
