package span

import (
	"testing"
	"time"
)

func TestText(t *testing.T) {
	tests := map[time.Duration]string{
		0:                                  "0s",
		500 * time.Millisecond:             "500ms",
		1500 * time.Millisecond:            "1.5s",
		time.Minute:                        "1m",
		90 * time.Second:                   "1m30s",
		time.Hour:                          "1h",
		time.Hour + time.Second:            "1h0m1s",
		10 * time.Minute:                   "10m",
		20 * time.Hour:                     "20h",
		time.Second + 400*time.Microsecond: "1s",
		2*time.Hour + 300*time.Millisecond: "2h",
		100*time.Hour + 30*time.Minute:     "100h30m",
		time.Nanosecond:                    "1ns",
	}
	for d, want := range tests {
		if got := Text(d); got != want {
			t.Errorf("Text(%d) = %s, want %s", d, got, want)
		}
	}
}

func TestRange(t *testing.T) {
	const s = time.Second
	tests := []struct {
		name   string
		delays []time.Duration
		want   string
	}{
		{"nothing known", nil, ""},
		{"one", []time.Duration{s}, " from 1s"},
		{"all alike", []time.Duration{s, s}, " from 1s"},
		{"grows", []time.Duration{s, 2 * s, 4 * s}, " from 1s to 4s"},
		{"grows for days", []time.Duration{s, 48 * time.Hour}, " from 1s"},
		{"overflows", []time.Duration{s, -s}, ""},
		{"starts below zero", []time.Duration{-s}, ""},
	}
	for _, test := range tests {
		if got := Range(test.delays, true); got != test.want {
			t.Errorf("%s: Range(%v) = %q, want %q", test.name, test.delays, got, test.want)
		}
	}
	if got := Range([]time.Duration{s, 2 * s}, false); got != " from 1s" {
		t.Errorf("Range of the first delays = %q, want no end", got)
	}
}

func TestMarks(t *testing.T) {
	const s = time.Second
	tests := []struct {
		name   string
		delays []time.Duration
		want   string
	}{
		{"nothing known", nil, ""},
		{"no delay", []time.Duration{0, 0}, ""},
		{"two", []time.Duration{s, 2 * s}, ", at 1s, 3s"},
		{"more than are shown", []time.Duration{s / 2, s, 2 * s, 4 * s}, ", at 500ms, 1.5s, 3.5s …"},
		{"ends where it overflows", []time.Duration{s, -s, s}, ", at 1s"},
		{"ends behind a day", []time.Duration{s, 25 * time.Hour, s}, ", at 1s, 25h0m1s"},
	}
	for _, test := range tests {
		if got := Marks(test.delays); got != test.want {
			t.Errorf("%s: Marks(%v) = %q, want %q", test.name, test.delays, got, test.want)
		}
	}
}

func TestTurns(t *testing.T) {
	for _, test := range []struct {
		delays []time.Duration
		want   string
	}{
		{nil, ""},
		{[]time.Duration{time.Second, time.Second}, ""},
		{[]time.Duration{time.Second, 2 * time.Second, 5 * time.Second, time.Second}, " (1s, 2s, 5s)"},
		{[]time.Duration{time.Second, 0, -1}, " (1s, 0s)"},
		{[]time.Duration{6, 5, 4, 3, 2}, " (6ns, 5ns, 4ns, 3ns …)"},
	} {
		if got := Turns(test.delays); got != test.want {
			t.Errorf("Turns(%v) = %q, want %q", test.delays, got, test.want)
		}
	}
}
