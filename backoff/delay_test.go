package backoff

import (
	"math"
	"testing"
	"time"
)

const (
	ms       = time.Millisecond
	forever  = time.Duration(math.MaxInt64)
	lowest   = time.Duration(math.MinInt64)
	manyTime = 2000 // draws that decide about a range
)

func TestGrow(t *testing.T) {
	tests := []struct {
		name          string
		base, ceiling time.Duration
		attempt       int
		want          time.Duration
	}{
		{"first", 100 * ms, time.Minute, 0, 100 * ms},
		{"doubles", 100 * ms, time.Minute, 3, 800 * ms},
		{"stops at the ceiling", 100 * ms, time.Second, 4, time.Second},
		{"exactly the ceiling", 100 * ms, 800 * ms, 3, 800 * ms},
		{"ceiling below base", time.Minute, time.Second, 0, time.Second},
		{"negative attempt is the first", 100 * ms, time.Minute, -7, 100 * ms},
		{"lowest attempt", 100 * ms, time.Minute, math.MinInt, 100 * ms},
		{"shift into the sign", 1, forever, 63, forever},
		{"last shift that fits", 1, forever, 62, 1 << 62},
		{"shift beyond the word", time.Second, time.Hour, 64, time.Hour},
		{"largest attempt", 1, time.Hour, math.MaxInt, time.Hour},
		{"largest base", forever, forever, 1, forever},
		{"wraps to a small number if it overflows", 1<<62 + 1, forever, 2, forever},
		{"zero base", 0, time.Minute, 5, 0},
		{"negative base", -time.Second, time.Minute, 5, 0},
		{"zero ceiling", time.Second, 0, 5, 0},
		{"lowest of all", lowest, lowest, math.MinInt, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := grow(test.base, test.ceiling, test.attempt)
			if got != test.want {
				t.Errorf("grow(%v, %v, %d) = %v, want %v", test.base, test.ceiling, test.attempt, got, test.want)
			}
		})
	}
}

// Each function draws from its whole range and from nothing else.
func TestRanges(t *testing.T) {
	tests := []struct {
		name     string
		draw     func() time.Duration
		low, top time.Duration
	}{
		{"full", func() time.Duration { return Full(100*ms, time.Minute, 2) }, 0, 400 * ms},
		{"full at the ceiling", func() time.Duration { return Full(100*ms, time.Second, 60) }, 0, time.Second},
		{"equal", func() time.Duration { return Equal(100*ms, time.Minute, 2) }, 200 * ms, 400 * ms},
		{"equal at the ceiling", func() time.Duration { return Equal(100*ms, time.Second, 60) }, 500 * ms, time.Second},
		{"jitter", func() time.Duration { return Jitter(time.Second) }, 500 * ms, time.Second},
		{"stagger", func() time.Duration { return Stagger(time.Minute) }, 0, time.Minute - 1},
		{"decorrelated start", func() time.Duration { return (&Decorrelated{Base: 100 * ms}).Next() }, 100 * ms, 300 * ms},
		{"decorrelated zero value", func() time.Duration { return new(Decorrelated).Next() }, DefaultBase, 3 * DefaultBase},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			least, most := forever, lowest
			for range manyTime {
				d := test.draw()
				least, most = min(least, d), max(most, d)
			}
			margin := (test.top - test.low) / 50
			if least < test.low || least > test.low+margin || most > test.top || most < test.top-margin {
				t.Errorf("drew from %v to %v, want from %v to %v", least, most, test.low, test.top)
			}
		})
	}
}

// Both ends of a range are drawn, which small ranges show.
func TestEndsAreIncluded(t *testing.T) {
	full, stagger := map[time.Duration]bool{}, map[time.Duration]bool{}
	for range manyTime {
		full[Full(1, 3, 9)] = true
		stagger[Stagger(3)] = true
	}
	if len(full) != 4 || !full[0] || !full[3] {
		t.Errorf("Full drew %v, want 0 to 3", full)
	}
	if len(stagger) != 3 || !stagger[0] || stagger[3] {
		t.Errorf("Stagger drew %v, want 0 to 2", stagger)
	}
}

func TestNothingToDrawFrom(t *testing.T) {
	for _, d := range []time.Duration{0, -1, -time.Hour, lowest} {
		for _, attempt := range []int{math.MinInt, -1, 0, 1, 63, 64, math.MaxInt} {
			if got := Full(d, time.Minute, attempt) + Equal(d, time.Minute, attempt) +
				Full(time.Second, d, attempt) + Equal(time.Second, d, attempt); got != 0 {
				t.Errorf("with %v at attempt %d: drew %v, want 0", d, attempt, got)
			}
		}
		if got := Jitter(d) + Stagger(d); got != 0 {
			t.Errorf("Jitter or Stagger of %v drew %v, want 0", d, got)
		}
	}
}

func TestLargestRanges(t *testing.T) {
	for range manyTime {
		if d := Full(forever, forever, math.MaxInt); d < 0 {
			t.Fatalf("Full drew %v", d)
		}
		if d := Jitter(forever); d < forever/2 {
			t.Fatalf("Jitter drew %v", d)
		}
	}
}

func TestDecorrelatedStaysInItsRange(t *testing.T) {
	d := Decorrelated{Base: 10 * ms, Ceiling: time.Second}
	last := d.Base
	for range manyTime {
		next := d.Next()
		if next < d.Base || next > min(d.Ceiling, 3*last) {
			t.Fatalf("after %v came %v", last, next)
		}
		last = next
	}
	d.Reset()
	if next := d.Next(); next > 3*d.Base {
		t.Errorf("after Reset came %v, want at most %v", next, 3*d.Base)
	}
}

// The ceiling cuts the range, so waits do not pile up on it.
func TestDecorrelatedDoesNotClump(t *testing.T) {
	d := Decorrelated{Base: 10 * ms, Ceiling: 100 * ms}
	var atCeiling int
	for range manyTime {
		if d.Next() == d.Ceiling {
			atCeiling++
		}
	}
	if atCeiling > 2 {
		t.Errorf("%d of %d waits are the ceiling itself", atCeiling, manyTime)
	}
}

func TestDecorrelatedCeilingWins(t *testing.T) {
	d := Decorrelated{Base: time.Hour, Ceiling: time.Second}
	for range 10 {
		if next := d.Next(); next != time.Second {
			t.Errorf("drew %v, want the ceiling", next)
		}
	}
}

func FuzzDelays(f *testing.F) {
	f.Add(int64(100*ms), int64(time.Minute), 3)
	f.Add(int64(math.MaxInt64), int64(math.MaxInt64), 62)
	f.Add(int64(math.MinInt64), int64(-1), -1)
	f.Fuzz(func(t *testing.T, base, ceiling int64, attempt int) {
		b, c := time.Duration(base), time.Duration(ceiling)
		bound := slowGrow(b, c, attempt)
		if d := Full(b, c, attempt); d < 0 || d > bound {
			t.Errorf("Full(%d, %d, %d) = %d, want 0 to %d", b, c, attempt, d, bound)
		}
		if d := Equal(b, c, attempt); d < bound/2 || d > bound {
			t.Errorf("Equal(%d, %d, %d) = %d, want %d to %d", b, c, attempt, d, bound/2, bound)
		}
		if d := Jitter(b); d < max(b, 0)/2 || d > max(b, 0) {
			t.Errorf("Jitter(%d) = %d", b, d)
		}
		if d := Stagger(b); d < 0 || d != 0 && d >= b {
			t.Errorf("Stagger(%d) = %d", b, d)
		}
		next := Decorrelated{Base: b, Ceiling: c}
		for range 5 {
			if d := next.Next(); d <= 0 || d > positiveOr(c, DefaultCeiling) {
				t.Errorf("Decorrelated{%d, %d} drew %d", b, c, d)
			}
		}
	})
}

// slowGrow is grow by doubling, one step at a time.
func slowGrow(base, ceiling time.Duration, attempt int) time.Duration {
	if base <= 0 || ceiling <= 0 {
		return 0
	}
	bound := min(base, ceiling)
	for i := 0; i < attempt && bound < ceiling; i++ {
		if bound > ceiling-bound {
			return ceiling
		}
		bound *= 2
	}
	return bound
}
