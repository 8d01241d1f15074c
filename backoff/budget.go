package backoff

import (
	"math"
	"sync"
	"time"
)

// What a zero field of a [Budget] stands for.
const (
	// DefaultRatio is the part of the calls that may be repeated: "Site
	// Reliability Engineering", chapter 21, lets retries be a tenth.
	DefaultRatio = 0.1
	// DefaultFloor is one retry a minute, in retries per second.
	DefaultFloor = 1.0 / 60
	// DefaultWindow is how long what a call has paid in is good for.
	DefaultWindow = 10 * time.Second
)

// Budget limits the retries of one client to a fraction of its calls. While a
// dependency is down each call fails and each would be retried; with a budget
// the dependency sees 1.1 times the traffic instead of three times, and has
// room to come back.
//
// It is a bucket of tokens. A call puts in Ratio of a token, a retry takes out
// a whole one, and a retry that finds less is not made. What calls have paid
// in, beyond one token, fades with the time constant Window, so that a busy
// hour does not save up for a storm, while the tenths of a slow client still
// add up. Beside it a reserve is filled with Floor tokens per second, so that
// a client with next to no traffic can retry at all.
//
// The zero value is ready; its fields are set before the first use and not
// after. A Budget is safe for concurrent use and shared by pointer: one for
// each client and dependency, not one for each call, which would never pay for
// anything. A nil *Budget is no limit.
//
// The sources are the per-client retry budget of "Site Reliability
// Engineering", chapter 21 (Handling Overload), and Finagle's RetryBudget.
// Finagle drops a deposit after its time to live; fading needs no record of
// deposits and comes to the same balance under heavy traffic. Finagle's floor
// of 10 retries per second suits a client of thousands of calls; a fleet of a
// thousand clients multiplies the floor by a thousand, hence one a minute.
type Budget struct {
	// Ratio is how many retries a call pays for. Zero stands for
	// DefaultRatio; below zero calls pay nothing and only the floor is left.
	Ratio float64

	// Floor is how many retries per second are allowed whatever the traffic.
	// Zero stands for DefaultFloor; below zero there is no floor.
	Floor float64

	// Window is the time over which deposits fade, and for which the reserve
	// keeps unused floor: it holds Floor*Window tokens, at least one. Zero or
	// below stands for DefaultWindow.
	Window time.Duration

	mu      sync.Mutex
	at      time.Time // when the two were last brought up to date
	earned  float64   // tokens from calls
	reserve float64   // tokens from the floor
}

// Deposit pays for one call. [Do] and [Attempts] do so at the start of each;
// other code calls it once before a first attempt.
func (b *Budget) Deposit() {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.advance(time.Now())
	b.earned += setting(b.Ratio, DefaultRatio)
}

// Withdraw takes out one retry and reports whether there was one. Do and
// Attempts ask before they wait; other code asks once before each retry, and
// gives up if there is none.
func (b *Budget) Withdraw() bool {
	if b == nil {
		return true
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.advance(time.Now())
	const whole = 1 - 1e-9 // ten tenths add up to a little less than one
	if b.earned+b.reserve < whole {
		return false
	}
	paid := min(1, b.earned) // what fades is spent first
	b.earned -= paid
	b.reserve = max(0, b.reserve-(1-paid))
	return true
}

// advance brings the tokens up to date. The first call fills the reserve.
func (b *Budget) advance(now time.Time) {
	floor := setting(b.Floor, DefaultFloor)
	window := positiveOr(b.Window, DefaultWindow).Seconds()
	full := 0.0
	if floor > 0 {
		full = max(1, floor*window)
	}
	if b.at.IsZero() {
		b.at, b.reserve = now, full
		return
	}
	passed := now.Sub(b.at).Seconds()
	if passed <= 0 {
		return
	}
	b.at = now
	if beyond := b.earned - 1; beyond > 0 {
		b.earned = 1 + beyond*math.Exp(-passed/window)
	}
	b.reserve = min(full, b.reserve+passed*floor)
}

// setting returns the value of a field: the default for zero, and zero for
// what is negative or not a number.
func setting(value, byDefault float64) float64 {
	switch {
	case value == 0:
		return byDefault
	case value > 0:
		return value
	}
	return 0
}
