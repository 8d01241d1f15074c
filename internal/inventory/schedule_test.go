package inventory

import (
	"testing"
	"time"
)

func TestSchedule(t *testing.T) {
	s, ms := time.Second, time.Millisecond
	for _, test := range []struct {
		schedule Schedule
		want     string
	}{
		{Schedule{Growth: "exponential", Random: "computed", Delays: []time.Duration{s / 2, s, 2 * s, 4 * s, 8 * s, 16 * s, 30 * s, 30 * s}, Ceiling: 30 * s, Capped: true}, "500ms 1s 2s 4s … cap 30s, not random"},
		{Schedule{Growth: "exponential", Random: "random", Delays: []time.Duration{s, 2 * s, 4 * s, 8 * s, 16 * s}, Ceiling: 16 * s}, "1s 2s 4s 8s … 16s, random"},
		{Schedule{Growth: "exponential", Random: "random", Delays: []time.Duration{s, 2 * s}, Ceiling: 2 * s}, "1s 2s, random"},
		{Schedule{Growth: "exponential", Random: "computed", Delays: []time.Duration{s, 2 * s, 4 * s}}, "1s 2s 4s …, not random"},
		{Schedule{Growth: "constant", Random: "computed", Delays: []time.Duration{3 * s, 3 * s}}, "3s each, not random"},
		{Schedule{Growth: "constant", Random: "random", Delays: []time.Duration{3 * s}}, "up to 3s, random"},
		{Schedule{Growth: "linear", Random: "seeded", Delays: []time.Duration{250 * ms, s / 2}, Ceiling: s / 2}, "250ms 500ms, random, but alike everywhere"},
		{Schedule{Growth: "exponential", Random: "random", Hint: true}, "exponential, random, or as the server says"},
		{Schedule{Growth: "unknown", Random: "unknown", Hint: true}, "as the server says"},
		{Schedule{Growth: "unknown", Random: "unknown"}, "not known"},
		{Schedule{Growth: "zero"}, "no wait"},
		{Schedule{}, "not known"},
	} {
		if got := test.schedule.String(); got != test.want {
			t.Errorf("%q, not %q", got, test.want)
		}
	}
}

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		time.Minute: "1m", 90 * time.Second: "1m30s", time.Hour: "1h", 0: "0s", 333333333: "333.33ms",
		1234567890: "1.23s", time.Hour + time.Minute: "1h1m", 5: "5ns",
	} {
		if got := Duration(d); got != want {
			t.Errorf("%d: %s, not %s", d, got, want)
		}
	}
}
