package storm

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"testing"
	"testing/synctest"
	"time"

	"github.com/retryvet/retryvet/backoff"
)

var svg = flag.String("svg", "", "write the histograms to this `file`")

// The outage of all experiments, after ten healthy seconds.
const (
	down  = 10 * time.Second
	reset = down + time.Second
	up    = down + 60*time.Second
)

// The fleet calls a thousand times a second; the dependency serves half as
// many more. The backlog is the usual one of a listening socket: it holds
// nearly three seconds of work, and no client waits for more than one.
const (
	clients  = 1000
	capacity = 1500
	backlog  = 4096
)

const (
	base    = 100 * time.Millisecond
	ceiling = 30 * time.Second
)

// fixed is the control of the experiment: exponential backoff as it is often
// written, with a ceiling and a limit and without randomness.
func fixed(limit int) Caller {
	return func(ctx context.Context, op func(context.Context) error) (err error) {
		delay := base
		for range limit {
			if err = op(ctx); err == nil {
				return nil
			}
			if backoff.Wait(ctx, delay) != nil {
				return err
			}
			delay = min(2*delay, ceiling)
		}
		return err
	}
}

// drawn is the package under test.
func drawn(limit int, budget *backoff.Budget) Caller {
	policy := backoff.Policy{Base: base, Ceiling: ceiling, Attempts: limit, Budget: budget}
	return func(ctx context.Context, op func(context.Context) error) error {
		return backoff.Do(ctx, policy, op)
	}
}

// strategies are what is compared; each client has a caller of its own.
func strategies(limit int) []strategy {
	return []strategy{
		{"exponential, no jitter", func() Caller { return fixed(limit) }},
		{"full jitter, no budget", func() Caller { return drawn(limit, nil) }},
		{"full jitter and budget", func() Caller { return drawn(limit, new(backoff.Budget)) }},
	}
}

type strategy struct {
	name      string
	newCaller func() Caller
}

// workload is a way in which an outage is made longer.
type workload struct {
	name     string
	patient  bool
	attempts int
	after    time.Duration // how long it is watched after the outage
	check    func(t *testing.T, fixed, drawn Result)
}

// Sessions fall into step; traffic piles up.
var (
	sessions = workload{"sessions: one call per client, tried until it succeeds",
		true, math.MaxInt, 60 * time.Second, checkSessions}
	traffic = workload{"traffic: new calls keep coming, 8 attempts each",
		false, 8, 30 * time.Second, checkTraffic}
)

// TestStorm is the proof: the same fleet, the same outage, and nothing changed
// but the way in which clients try again.
func TestStorm(t *testing.T) {
	if testing.Short() {
		t.Skip("a million attempts")
	}
	var panels []Panel
	for _, w := range []workload{sessions, traffic} {
		t.Run(w.name, func(t *testing.T) {
			if raceDetector && !w.patient {
				t.Skip("too many goroutines; the sessions run the same code")
			}
			panels = append(panels, w.compare(t)...)
		})
	}
	draw(t, panels)
}

// compare runs the strategies one after another and checks what they did.
func (w workload) compare(t *testing.T) (panels []Panel) {
	var results []Result
	for _, s := range strategies(w.attempts) {
		result := w.experiment(t, s.newCaller)
		numbers := w.describe(result)
		t.Logf("%s\n\t%s", s.name, numbers)
		results = append(results, result)
		panels = append(panels, Panel{w.name + " · " + s.name, numbers, result.Arrivals})
	}
	fixed, drawn := results[0], results[len(results)-1]
	w.check(t, fixed, drawn)
	w.checkCure(t, drawn)
	return panels
}

// experiment runs one fleet through the outage, in virtual time.
func (w workload) experiment(t *testing.T, newCaller func() Caller) (result Result) {
	synctest.Test(t, func(t *testing.T) {
		fleet := Fleet{
			Clients: clients, Every: time.Second, Timeout: time.Second, Length: up + w.after,
			Patient: w.patient, NewCaller: newCaller,
		}
		result = fleet.Run(&Dependency{
			Service: time.Second / capacity, Backlog: backlog,
			Down: down, Reset: reset, Up: up,
		})
	})
	return result
}

// describe is a result in one line.
func (w workload) describe(r Result) string {
	recovery := fmt.Sprintf("not recovered in %v", w.after)
	if after, ok := r.Recovery(up, clients); ok {
		recovery = fmt.Sprintf("recovered within %v", after)
	}
	most, mean := r.Peak(up)
	return fmt.Sprintf("%s · fullest 50 ms afterwards: %d, %.1f times the mean · attempts per call: %.2f in the outage · calls given up: %.0f %%",
		recovery, most, float64(most)/mean, r.AttemptsPerCall(down, up), 100*r.FailedPart())
}

// checkCure asserts what the package promises.
func (w workload) checkCure(t *testing.T, r Result) {
	if after, ok := r.Recovery(up, clients); !ok || after > 3*time.Second {
		t.Errorf("with jitter and budget: recovery %v after the outage (%v)", after, ok)
	}
	if most, mean := r.Peak(up); float64(most) > 3*mean {
		t.Errorf("with jitter and budget: %d arrivals in 50 ms after the outage, mean %.0f", most, mean)
	}
	if ratio := r.AttemptsPerCall(down, up); ratio < 1.05 || ratio > 1.2 {
		t.Errorf("with jitter and budget: %.2f attempts per call in the outage, want about 1.1", ratio)
	}
}

// checkSessions asserts that sessions without jitter stay in step: they come
// back together, and not before their common delay is over.
func checkSessions(t *testing.T, fixed, _ Result) {
	if after, ok := fixed.Recovery(up, clients); ok && after < 10*time.Second {
		t.Errorf("without jitter: recovery after %v already", after)
	}
	if most, mean := fixed.Peak(up); float64(most) < 5*mean {
		t.Errorf("without jitter: no spike: %d arrivals in 50 ms, mean %.0f", most, mean)
	}
}

// checkTraffic asserts that retried traffic keeps the dependency down for as
// long as it is watched: the load of the outage is the cause of the outage.
func checkTraffic(t *testing.T, fixed, drawn Result) {
	if after, ok := fixed.Recovery(up, clients); ok {
		t.Errorf("without jitter and budget: recovery after %v", after)
	}
	if f, d := fixed.AttemptsPerCall(down, up), drawn.AttemptsPerCall(down, up); f < 4*d {
		t.Errorf("attempts per call: %.2f without, %.2f with a budget", f, d)
	}
}

// draw writes the picture if one is asked for.
func draw(t *testing.T, panels []Panel) {
	if *svg == "" {
		return
	}
	if err := os.WriteFile(*svg, Picture(panels, down, up), 0o644); err != nil {
		t.Error(err)
	}
}
