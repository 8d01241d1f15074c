package storm

import (
	"encoding/xml"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"
)

func doubling(base time.Duration, n int) (delays []time.Duration) {
	for range n {
		delays = append(delays, base)
		base *= 2
	}
	return delays
}

// TestCompare: what is computed comes in waves of all clients; what is drawn is
// spread, and serves them no later.
func TestCompare(t *testing.T) {
	for _, c := range []struct {
		name     string
		schedule Schedule
	}{
		{"fixed", Schedule{Delays: []time.Duration{time.Second}}},
		{"fixed, bounded", Schedule{Delays: []time.Duration{time.Second}, Attempts: 10}},
		{"exponential", Schedule{Delays: doubling(200*time.Millisecond, 12)}},
		{"minutes", Schedule{Delays: doubling(time.Minute, 6)}},
	} {
		r := Compare(c.schedule)
		written, drawn := r.AsWritten.Peak(Window), r.Mend.Peak(Window)
		if written != r.Clients {
			t.Errorf("%s: %d arrive at once, want all %d", c.name, written, r.Clients)
		}
		if drawn > r.Clients*3/5 {
			t.Errorf("%s: drawn, %d of %d arrive within %v", c.name, drawn, r.Clients, Window)
		}
		if r.Mend.Served < r.AsWritten.Served || r.Mend.Served == r.Clients && r.Mend.Last > r.AsWritten.Last {
			t.Errorf("%s: drawn, %d served by %v; as written, %d by %v", c.name, r.Mend.Served, r.Mend.Last, r.AsWritten.Served, r.AsWritten.Last)
		}
		if again := Compare(c.schedule); again.SVG() != r.SVG() {
			t.Errorf("%s: two pictures differ", c.name)
		}
		t.Logf("%s: peaks %d and %d, requests %d and %d, last %v and %v", c.name, written, drawn,
			len(r.AsWritten.Arrivals), len(r.Mend.Arrivals), r.AsWritten.Last, r.Mend.Last)
	}
}

// TestCompareHot: without a wait each client asks as fast as the network lets it.
func TestCompareHot(t *testing.T) {
	r := Compare(Schedule{Delays: []time.Duration{0}})
	if n := len(r.AsWritten.Arrivals); n < 20*r.Clients || n < 5*len(r.Mend.Arrivals) {
		t.Errorf("%d requests as written, %d with waits", n, len(r.Mend.Arrivals))
	}
}

// TestCompareGivesUp: who tries less often than the fault lasts is counted.
func TestCompareGivesUp(t *testing.T) {
	for attempts := 2; attempts < 9; attempts++ {
		r := Compare(Schedule{Delays: doubling(time.Second, 8), Attempts: attempts})
		for _, side := range []WavesResult{r.AsWritten, r.Mend} {
			if side.Served+side.GaveUp != r.Clients || side.Served == 0 {
				t.Errorf("%d attempts: %d served, %d gave up, of %d", attempts, side.Served, side.GaveUp, r.Clients)
			}
			if most := (attempts - 1) * r.Clients; len(side.Arrivals) > most {
				t.Errorf("%d attempts: %d requests, more than %d", attempts, len(side.Arrivals), most)
			}
		}
	}
}

// TestCompareNothing: schedules of which there is no picture.
func TestCompareNothing(t *testing.T) {
	for _, s := range []Schedule{
		{},
		{Delays: []time.Duration{time.Second}, Attempts: 1},
		{Delays: []time.Duration{-1}},
		{Delays: []time.Duration{math.MaxInt64}},
		{Delays: []time.Duration{math.MaxInt64 / 2}},
		{Delays: []time.Duration{48 * time.Hour}},
	} {
		if Compare(s) != nil {
			t.Errorf("a picture of %v", s)
		}
	}
}

// TestWaves: with no spread and no fault the arithmetic can be done by hand.
func TestWaves(t *testing.T) {
	r := Waves{
		Clients: 3, Latency: time.Millisecond, Service: time.Second, Backlog: 1, Length: time.Minute,
		Delay: func(_ *rand.Rand, n int) (time.Duration, bool) { return 10 * time.Second, n < 2 },
	}.Run()
	// All arrive at 10.001 s. The first is served, the second waits for it, and
	// the third is refused and comes back 10.002 s later.
	if r.Served != 3 || len(r.Arrivals) != 4 || r.Last != 21*time.Second+3*time.Millisecond || r.Peak(Window) != 3 {
		t.Errorf("%+v", r)
	}
	if h := r.Histogram(24*time.Second, 24); h[10] != 3 || h[20] != 1 {
		t.Errorf("histogram %v", h)
	}
}

func TestCompareSVG(t *testing.T) {
	svg := Compare(Schedule{Delays: doubling(200*time.Millisecond, 12), Attempts: 6}).SVG()
	for dec := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := dec.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
	}
	if len(svg) > 16<<10 {
		t.Errorf("%d bytes", len(svg))
	}
}
