package storm

import (
	"fmt"
	"testing"
	"time"

	"github.com/retryvet/retryvet/backoff"
)

// The numbers of the simulation as it was published: 5 ms doubling up to 2 s,
// messages of 10 ms, give or take 2.
const (
	rowBase, rowCeiling    = 5 * time.Millisecond, 2 * time.Second
	rowLatency, rowSpread  = 10 * time.Millisecond, 2 * time.Millisecond
	rowClients, rowRepeats = 100, 20
)

// schedule is a way to wait after a conflict.
type schedule struct {
	name     string
	newDelay func() func(n int) time.Duration
}

// schedules are compared in the order in which they were invented.
var schedules = []schedule{
	{"none", always(func(int) time.Duration { return 0 })},
	{"exponential", always(func(n int) time.Duration { return min(rowCeiling, rowBase<<min(n, 20)) })},
	{"equal", always(func(n int) time.Duration { return backoff.Equal(rowBase, rowCeiling, n) })},
	{"full", always(func(n int) time.Duration { return backoff.Full(rowBase, rowCeiling, n) })},
	{"decorrelated", func() func(int) time.Duration {
		d := backoff.Decorrelated{Base: rowBase, Ceiling: rowCeiling}
		return func(int) time.Duration { return d.Next() }
	}},
}

// always is a schedule without state.
func always(delay func(int) time.Duration) func() func(int) time.Duration {
	return func() func(int) time.Duration { return delay }
}

func (s schedule) row(clients int) Row {
	return Row{Clients: clients, Latency: rowLatency, Spread: rowSpread, NewDelay: s.newDelay}
}

// mean runs the simulation some times and returns the means.
func (s schedule) mean(clients int) (calls float64, took time.Duration) {
	for range rowRepeats {
		c, d := s.row(clients).Run()
		calls += float64(c) / rowRepeats
		took += d / rowRepeats
	}
	return calls, took
}

// The shape that was published: jitter saves about half of the calls of plain
// exponential backoff, and nobody is done later for it. Full and equal jitter
// are close in calls; full jitter is done sooner.
func TestRowHasThePublishedShape(t *testing.T) {
	calls, took := map[string]float64{}, map[string]time.Duration{}
	for _, s := range schedules {
		calls[s.name], took[s.name] = s.mean(rowClients)
		t.Logf("%-12s %6.0f calls, %6.0f ms", s.name, calls[s.name], took[s.name].Seconds()*1000)
	}
	if calls["exponential"] >= calls["none"] {
		t.Error("exponential backoff saves no calls")
	}
	for _, name := range []string{"equal", "full", "decorrelated"} {
		if calls[name] > 0.65*calls["exponential"] {
			t.Errorf("%s jitter: %.0f calls, without %.0f", name, calls[name], calls["exponential"])
		}
		if took[name] > took["exponential"] {
			t.Errorf("%s jitter: %v, without %v", name, took[name], took["exponential"])
		}
	}
	if took["full"] > took["equal"] {
		t.Errorf("full jitter: %v, equal jitter %v", took["full"], took["equal"])
	}
}

// One client has nobody to wait for: a read, a write, four messages.
func TestRowOfOne(t *testing.T) {
	calls, took := schedules[0].row(1).Run()
	if calls != 2 || took < 20*time.Millisecond || took > 60*time.Millisecond {
		t.Errorf("%d calls in %v", calls, took)
	}
}

// BenchmarkRow reports calls and time by schedule and number of clients. The
// time per operation is that of the simulation and means nothing.
func BenchmarkRow(b *testing.B) {
	for _, s := range schedules {
		for _, clients := range []int{10, 50, 100, 200} {
			b.Run(fmt.Sprintf("%s/clients=%d", s.name, clients), func(b *testing.B) {
				var calls, runs int
				var took time.Duration
				for b.Loop() {
					c, d := s.row(clients).Run()
					calls, took, runs = calls+c, took+d, runs+1
				}
				b.ReportMetric(float64(calls)/float64(runs), "calls")
				b.ReportMetric(took.Seconds()*1000/float64(runs), "virtual-ms")
			})
		}
	}
}
