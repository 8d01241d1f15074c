package backoff

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

var errDown = errors.New("down")

// failing returns an operation that fails n times and then succeeds.
func failing(n int, err error) (op func(context.Context) error, calls *int) {
	calls = new(int)
	return func(context.Context) error {
		if *calls++; *calls <= n {
			return err
		}
		return nil
	}, calls
}

const always = 1 << 30

func TestDo(t *testing.T) {
	tests := []struct {
		name     string
		policy   Policy
		fails    int
		err      error
		attempts int
		cause    error // nil for success
	}{
		{"succeeds at once", Policy{}, 0, nil, 1, nil},
		{"succeeds at the last attempt", Policy{}, 2, errDown, 3, nil},
		{"zero value makes three attempts", Policy{}, always, errDown, 3, ErrAttempts},
		{"one attempt", Policy{Attempts: 1}, always, errDown, 1, ErrAttempts},
		{"seven attempts", Policy{Attempts: 7}, always, errDown, 7, ErrAttempts},
		{"nothing is unlimited under a context without end", Policy{Attempts: Unlimited}, always, errDown, 3, ErrAttempts},
		{"permanent", Policy{}, always, Permanent(errDown), 1, ErrPermanent},
		{"permanent deep inside", Policy{}, always, fmt.Errorf("get: %w", Permanent(errDown)), 1, ErrPermanent},
		{"not found", Policy{}, always, Status(404, nil), 1, ErrPermanent},
		{"unavailable", Policy{}, always, Status(503, nil), 3, ErrAttempts},
		{"somebody else's cancellation", Policy{}, always, context.Canceled, 1, ErrPermanent},
		{"timeout of one attempt", Policy{}, always, context.DeadlineExceeded, 3, ErrAttempts},
		{"layer below gave up", Policy{}, always, &Error{Attempts: 4, Err: errDown}, 1, ErrPermanent},
		{"own judgment, never", Policy{Retry: func(error) bool { return false }}, always, errDown, 1, ErrPermanent},
		{"own judgment, always", Policy{Retry: func(error) bool { return true }}, always, Status(404, nil), 3, ErrAttempts},
		{"own judgment does not overrule the mark", Policy{Retry: func(error) bool { return true }}, always, Permanent(errDown), 1, ErrPermanent},
		{"too long a hint", Policy{}, always, NotBefore(errDown, time.Hour), 1, ErrHint},
		{"no budget", Policy{Budget: &Budget{Ratio: -1, Floor: -1}}, always, errDown, 1, ErrBudget},
		{"budget for one retry", Policy{Budget: &Budget{Ratio: -1}}, always, errDown, 2, ErrBudget},
		{"no time", Policy{Elapsed: 1}, always, errDown, 1, ErrElapsed},
		{"equal jitter", Policy{Shape: EqualJitter}, 2, errDown, 3, nil},
		{"decorrelated jitter", Policy{Shape: DecorrelatedJitter}, 2, errDown, 3, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				op, calls := failing(test.fails, test.err)
				err := Do(context.Background(), test.policy, op)
				if *calls != test.attempts {
					t.Errorf("made %d attempts, want %d", *calls, test.attempts)
				}
				checkOutcome(t, err, test.attempts, test.cause)
			})
		})
	}
}

// checkOutcome checks the error of a call that made so many attempts and was
// ended by cause; nil means that it succeeded.
func checkOutcome(t *testing.T, err error, attempts int, cause error) {
	t.Helper()
	if cause == nil {
		if err != nil {
			t.Errorf("error %v, want none", err)
		}
		return
	}
	var gaveUp *Error
	if !errors.As(err, &gaveUp) {
		t.Fatalf("error %v is not an *Error", err)
	}
	if gaveUp.Attempts != attempts || !errors.Is(err, cause) {
		t.Errorf("error %q, want %d attempts and cause %q", err, attempts, cause)
	}
}

// elapsed returns how long f takes on the bubble's clock.
func elapsed(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}

// The waits are the bounds of the shape, and there is none after the last
// attempt: each wait stands between two attempts.
func TestDoWaitsBetweenAttemptsOnly(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		policy := Policy{Base: time.Second, Ceiling: 4 * time.Second, Attempts: 5, Shape: EqualJitter}
		bounds := []time.Duration{time.Second, 2 * time.Second, 4 * time.Second, 4 * time.Second}
		var times []time.Time
		total := elapsed(func() {
			Do(context.Background(), policy, func(context.Context) error {
				times = append(times, time.Now())
				return errDown
			})
		})
		for i, bound := range bounds {
			if wait := times[i+1].Sub(times[i]); wait < bound/2 || wait > bound {
				t.Errorf("wait %d is %v, want %v to %v", i, wait, bound/2, bound)
			}
		}
		if want := times[len(times)-1].Sub(times[0]); total != want {
			t.Errorf("the call took %v, the last attempt was at %v", total, want)
		}
	})
}

// Every shape is random: two calls do not wait for the same times.
func TestDoIsJittered(t *testing.T) {
	for _, shape := range []Shape{FullJitter, EqualJitter, DecorrelatedJitter, 99} {
		t.Run(shape.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				op, _ := failing(always, errDown)
				call := func() { Do(context.Background(), Policy{Shape: shape, Attempts: 6}, op) }
				if a, b := elapsed(call), elapsed(call); a == b {
					t.Errorf("two calls took %v each", a)
				}
			})
		})
	}
}

func TestDoObeysHints(t *testing.T) {
	tests := []struct {
		name string
		err  error
		low  time.Duration
		top  time.Duration
	}{
		{"seconds", Status(429, map[string][]string{"Retry-After": {"8"}}), 8 * time.Second, 12 * time.Second},
		{"method of another package", hinted(10 * time.Second), 10 * time.Second, 15 * time.Second},
		{"shorter than our own", NotBefore(errDown, ms), ms, ms + 100*ms},
		{"in the past", hinted(-time.Hour), 0, 100 * ms},
		{"wrapped", fmt.Errorf("get: %w", NotBefore(errDown, 20*time.Second)), 20 * time.Second, 30 * time.Second},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				seen := map[time.Duration]bool{}
				for range 50 {
					op, _ := failing(1, test.err)
					wait := elapsed(func() { Do(context.Background(), Policy{}, op) })
					if wait < test.low || wait > test.top {
						t.Fatalf("waited for %v, want %v to %v", wait, test.low, test.top)
					}
					seen[wait] = true
				}
				if len(seen) < 40 {
					t.Errorf("50 clients came back at %d different times", len(seen))
				}
			})
		})
	}
}

// hinted is an error of a package that does not know this one.
type hinted time.Duration

func (h hinted) Error() string             { return "throttled" }
func (h hinted) RetryAfter() time.Duration { return time.Duration(h) }

func TestLargestHintDoesNotOverflow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
		defer cancel()
		op, calls := failing(always, hinted(forever))
		err := Do(ctx, Policy{MaxHint: forever}, op)
		if *calls != 1 || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%d attempts, %v", *calls, err)
		}
	})
}

func TestDoWithinElapsed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		op, calls := failing(always, errDown)
		policy := Policy{Elapsed: 30 * time.Second, Ceiling: 2 * time.Second}
		took := elapsed(func() { checkOutcome(t, Do(context.Background(), policy, op), *calls, ErrElapsed) })
		if took > policy.Elapsed || took < policy.Elapsed-2*policy.Ceiling {
			t.Errorf("took %v of %v", took, policy.Elapsed)
		}
		if *calls <= DefaultAttempts {
			t.Errorf("%d attempts: the default limit held beside Elapsed", *calls)
		}
	})
}

func TestDoUnlimitedUntilCanceled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(time.Hour, cancel)
		op, calls := failing(always, errDown)
		var err error
		took := elapsed(func() { err = Do(ctx, Policy{Attempts: Unlimited}, op) })
		if took != time.Hour || !errors.Is(err, context.Canceled) || !errors.Is(err, errDown) {
			t.Errorf("ended after %v with %v", took, err)
		}
		if *calls < 100 {
			t.Errorf("%d attempts in an hour", *calls)
		}
	})
}

// A wait that ends after the deadline is not begun.
func TestDoDoesNotWaitInVain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		op, calls := failing(always, NotBefore(errDown, 10*time.Second))
		var err error
		took := elapsed(func() { err = Do(ctx, Policy{}, op) })
		if took != 0 || *calls != 1 || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("%d attempts in %v: %v", *calls, took, err)
		}
	})
}

func TestDoWithDoneContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	op, calls := failing(0, nil)
	err := Do(ctx, Policy{}, op)
	if *calls != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d attempts: %v", *calls, err)
	}
	if value, err := DoValue(ctx, Policy{}, func(context.Context) (int, error) { return 7, nil }); value != 0 || err == nil {
		t.Errorf("DoValue = %d, %v", value, err)
	}
}

func TestDoValue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := 0
		count := func(context.Context) (int, error) {
			if n++; n < 3 {
				return n, errDown
			}
			return n, nil
		}
		if got, err := DoValue(context.Background(), Policy{}, count); got != 3 || err != nil {
			t.Errorf("got %d, %v", got, err)
		}
		n = -10 // the value of the last failing attempt is kept
		got, err := DoValue(context.Background(), Policy{}, count)
		if got != -7 {
			t.Errorf("got %d, want the last value", got)
		}
		checkOutcome(t, err, 3, ErrAttempts)
	})
}

func TestErrorText(t *testing.T) {
	tests := []struct {
		err  error
		want string
	}{
		{&Error{Attempts: 3, Err: errDown, Cause: ErrAttempts}, "given up after 3 attempts (no attempts left): down"},
		{&Error{Attempts: 1, Err: errDown, Cause: ErrBudget}, "given up after 1 attempt (retry budget spent): down"},
		{&Error{Attempts: 2, Err: errDown}, "attempt 2: down"},
		{&Error{Err: context.Canceled, Cause: context.Canceled}, "given up before the first attempt: context canceled"},
		{Permanent(errDown), "down"},
		{NotBefore(errDown, time.Second), "down"},
		{Status(503, nil), "status 503"},
		{Status(429, map[string][]string{"Retry-After": {"2"}}), "status 429, retry after 2s"},
	}
	for _, test := range tests {
		if got := test.err.Error(); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

func TestMarksOfNothing(t *testing.T) {
	if Permanent(nil) != nil || NotBefore(nil, time.Second) != nil || Status(200, nil) != nil {
		t.Error("an error was made of nothing")
	}
	if NotBefore(errDown, 0) != errDown {
		t.Error("a hint of nothing was attached")
	}
}

// The mark is taken off: callers see the error that they know.
func TestPermanentMarkIsTakenOff(t *testing.T) {
	err := Do(context.Background(), Policy{}, func(context.Context) error { return Permanent(errDown) })
	var gaveUp *Error
	if !errors.As(err, &gaveUp) || gaveUp.Err != errDown {
		t.Errorf("got %#v", err)
	}
}

// Two layers of three attempts make three, not nine.
func TestLayersDoNotMultiply(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		op, calls := failing(always, errDown)
		//retryvet:ignore retrylayers -- the test shows that layers do not multiply here
		err := Do(context.Background(), Policy{}, func(ctx context.Context) error {
			return fmt.Errorf("inner: %w", Do(ctx, Policy{}, op))
		})
		if *calls != 3 || !errors.Is(err, errDown) {
			t.Errorf("%d attempts: %v", *calls, err)
		}
	})
}

func TestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
		defer cancel()
		tests := []struct {
			d, took time.Duration
			err     error
		}{
			{-time.Second, 0, nil},
			{0, 0, nil},
			{10 * time.Second, 10 * time.Second, nil},
			{time.Hour, 50 * time.Second, context.DeadlineExceeded},
			{time.Hour, 0, context.DeadlineExceeded},
			{0, 0, context.DeadlineExceeded},
		}
		for _, test := range tests {
			var err error
			if took := elapsed(func() { err = Wait(ctx, test.d) }); took != test.took || err != test.err {
				t.Errorf("Wait(%v) took %v and returned %v, want %v and %v", test.d, took, err, test.took, test.err)
			}
		}
	})
}

func TestObserver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log []string
		observe := func(e Event) {
			log = append(log, fmt.Sprint(e.Attempt, " ", e.Err, " ", e.Wait > 0, " ", e.Cause))
		}
		policy := Policy{Shape: EqualJitter, Observe: observe}
		op, _ := failing(1, errDown)
		Do(context.Background(), policy, op)
		op, _ = failing(always, errDown)
		Do(context.Background(), policy, op)
		want := []string{
			"0 down true <nil>", "1 <nil> false <nil>",
			"0 down true <nil>", "1 down true <nil>", "2 down false no attempts left",
		}
		if !slices.Equal(log, want) {
			t.Errorf("heard\n%s\nwant\n%s", strings.Join(log, "\n"), strings.Join(want, "\n"))
		}
	})
}

func TestMeter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var meter Meter
		if meter.Ratio() != 1 {
			t.Errorf("ratio %v before the first call", meter.Ratio())
		}
		for _, fails := range []int{0, 0, 1, always} {
			op, _ := failing(fails, errDown)
			Do(context.Background(), Policy{Observe: meter.Observe}, op)
		}
		if calls, attempts := meter.Counts(); calls != 4 || attempts != 7 || meter.Ratio() != 1.75 {
			t.Errorf("%d calls, %d attempts, ratio %v", calls, attempts, meter.Ratio())
		}
	})
}
