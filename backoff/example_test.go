package backoff_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/retryvet/retryvet/backoff"
)

// quick keeps the examples short; a real policy has waits that let a
// dependency recover.
var quick = backoff.Policy{Base: time.Microsecond, Attempts: 4}

// fetch stands for a call to another service that is down for a moment.
func fetch(failures int) func(context.Context) (string, error) {
	return func(context.Context) (string, error) {
		if failures--; failures >= 0 {
			return "", errors.New("connection refused")
		}
		return "hello", nil
	}
}

func ExampleDo() {
	get := fetch(9)
	err := backoff.Do(context.Background(), quick, func(ctx context.Context) error {
		_, err := get(ctx)
		return err
	})
	fmt.Println(err)
	fmt.Println(errors.Is(err, backoff.ErrAttempts))
	// Output:
	// given up after 4 attempts (no attempts left): connection refused
	// true
}

func ExampleDoValue() {
	text, err := backoff.DoValue(context.Background(), quick, fetch(2))
	fmt.Println(text, err)
	// Output: hello <nil>
}

// A loop stays a loop: it returns from the function that it stands in.
func ExampleAttempts() {
	get := fetch(2)
	greeting := func(ctx context.Context) (text string, err error) {
		for n := range backoff.Attempts(ctx, quick) {
			if text, err = get(ctx); err == nil {
				return text, nil
			}
			fmt.Printf("attempt %d: %v\n", n, err)
		}
		return "", err
	}
	fmt.Println(greeting(context.Background()))
	// Output:
	// attempt 0: connection refused
	// attempt 1: connection refused
	// hello <nil>
}

// A body that says why it failed is not repeated in vain.
func ExampleAttempt_Failed() {
	statuses := []int{503, 503, 404, 200}
	get := func() error {
		var err error
		for n, a := range backoff.Attempts(context.Background(), quick) {
			if err = backoff.Status(statuses[n], nil); err == nil {
				return nil
			}
			err = a.Failed(err)
		}
		return err
	}
	fmt.Println(get())
	// Output: given up after 3 attempts (not worth another attempt): status 404
}

// The wait of a loop that keeps its own count.
func ExampleFull() {
	const base, ceiling = 100 * time.Millisecond, 2 * time.Second
	for attempt := range 7 {
		d := backoff.Full(base, ceiling, attempt)
		fmt.Println(attempt, 0 <= d && d <= min(ceiling, base<<attempt))
	}
	// Output:
	// 0 true
	// 1 true
	// 2 true
	// 3 true
	// 4 true
	// 5 true
	// 6 true
}

// A delay that the caller's own code has computed.
func ExampleJitter() {
	d := backoff.Jitter(10 * time.Second)
	fmt.Println(5*time.Second <= d && d <= 10*time.Second)
	// Output: true
}

func ExampleDecorrelated() {
	waits := backoff.Decorrelated{Base: 10 * time.Millisecond, Ceiling: time.Second}
	first := waits.Next()
	second := waits.Next()
	fmt.Println(first <= 30*time.Millisecond, second <= 3*first)
	// Output: true true
}

func ExampleWait() {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	fmt.Println(backoff.Wait(ctx, time.Hour))
	// Output: context canceled
}

// A ticker that a whole fleet runs, with each instance at its own offset.
func ExampleStagger() {
	const interval = time.Millisecond
	ctx := context.Background()
	if err := backoff.Wait(ctx, backoff.Stagger(interval)); err != nil {
		return
	}
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	<-ticker.C
	fmt.Println("refresh")
	// Output: refresh
}

func ExamplePermanent() {
	err := backoff.Do(context.Background(), quick, func(context.Context) error {
		return backoff.Permanent(errors.New("no such user"))
	})
	fmt.Println(err)
	// Output: given up after 1 attempt (not worth another attempt): no such user
}

// A response becomes an error with the server's hint in it.
func ExampleStatus() {
	resp := &http.Response{StatusCode: 503, Header: http.Header{"Retry-After": {"120"}}}
	err := backoff.Status(resp.StatusCode, resp.Header)
	fmt.Println(err, backoff.NotNow(err), backoff.Hint(err))
	// Output: status 503, retry after 2m0s true 2m0s
}

// One budget for each client and dependency. While all calls fail, one in ten
// is retried.
func ExampleBudget() {
	policy := quick
	policy.Budget = new(backoff.Budget)
	attempts := 0
	for range 1000 {
		backoff.Do(context.Background(), policy, func(context.Context) error {
			attempts++
			return errors.New("down")
		})
	}
	fmt.Println("between 1.09 and 1.11 attempts per call:", attempts >= 1090 && attempts <= 1110)
	// Output: between 1.09 and 1.11 attempts per call: true
}

func ExampleMeter() {
	var meter backoff.Meter
	policy := quick
	policy.Observe = meter.Observe
	for _, failures := range []int{0, 0, 2, 0} {
		backoff.DoValue(context.Background(), policy, fetch(failures))
	}
	fmt.Println("attempts per call:", meter.Ratio())
	// Output: attempts per call: 1.5
}
