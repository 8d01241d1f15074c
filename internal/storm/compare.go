package storm

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"
)

// Schedule is the delays of a retry that are computed, not drawn.
type Schedule struct {
	Delays   []time.Duration // the wait after each failure; the last one repeats
	Attempts int             // in all, the first included; 0: no limit
}

// Comparison is a schedule, and the same one with each delay drawn between its
// half and itself as backoff.Jitter does, in the same experiment.
type Comparison struct {
	Clients         int
	Up, Length      time.Duration // when the fault ends, and the picture
	AsWritten, Mend WavesResult
	MendName        string // how the delays of Mend are made
}

// The experiment. A wave of all clients is more than the dependency can queue,
// as in an outage that everybody waits for.
const (
	fleet        = 1000
	latency      = 10 * time.Millisecond
	spread       = 2 * time.Millisecond
	service      = time.Millisecond // 1,000 requests per second
	waiting      = 400
	hotFault     = time.Second // of a retry that does not wait
	mostRefused  = 3           // waves that fall into the fault
	hotBase      = 100 * time.Millisecond
	hotCeiling   = 30 * time.Second
	plotColumns  = 240
	jitterName   = "each delay drawn between its half and itself (backoff.Jitter)"
	fullHotNames = "full jitter from 100ms, doubling, ceiling 30s (backoff.Full)"
)

// Compare runs the experiment for a schedule. It returns nil if there are no
// delays, or some that are of no use to a picture.
func Compare(s Schedule) *Comparison {
	waves := math.MaxInt
	if s.Attempts > 0 {
		waves = s.Attempts - 1
	}
	if len(s.Delays) == 0 || waves == 0 || s.at(0) < 0 {
		return nil
	}
	c := &Comparison{Clients: fleet, Up: s.fault(waves), MendName: jitterName}
	if c.Up <= 0 || c.Up > 24*time.Hour {
		return nil
	}
	written := func(_ *rand.Rand, n int) (time.Duration, bool) { return s.at(n), n < waves }
	mended := func(r *rand.Rand, n int) (time.Duration, bool) {
		d := s.at(n)
		return d/2 + time.Duration(r.Float64()*float64(d-d/2)), n < waves
	}
	if s.at(0) == 0 {
		c.MendName = fullHotNames
		mended = func(r *rand.Rand, n int) (time.Duration, bool) {
			bound := min(hotCeiling, hotBase<<min(n, 10))
			return time.Duration(r.Float64() * float64(bound)), n < waves
		}
	}
	c.AsWritten, c.Mend = c.run(written), c.run(mended)
	last := max(c.AsWritten.Last, c.Mend.Last)
	c.Length = min(max(last+last/16, c.Up+c.Up/4), 6*c.Up+2*time.Second)
	return c
}

func (c *Comparison) run(delay func(*rand.Rand, int) (time.Duration, bool)) WavesResult {
	return Waves{
		Clients: fleet, Latency: latency, Spread: spread,
		Up: c.Up, Service: service, Backlog: waiting, Length: 8*c.Up + 4*time.Second, Delay: delay,
	}.Run()
}

// at returns the wait after failure number n, from 0.
func (s Schedule) at(n int) time.Duration { return s.Delays[min(n, len(s.Delays)-1)] }

// fault returns how long the fault lasts: some waves fall into it, and some, if
// there are more, come after.
func (s Schedule) fault(waves int) time.Duration {
	if s.at(0) == 0 {
		return hotFault
	}
	refused := min(mostRefused, max(waves-2, min(waves-1, 1)))
	var before time.Duration
	for n := range refused {
		before += s.at(n) // 3 delays at most; more than a day is refused by the caller
		if before < 0 || before > 24*time.Hour {
			return -1
		}
	}
	return before + s.at(refused)/2
}

// The measures of a comparison, in pixels.
const (
	compareWidth, comparePanel = 720, 104
	compareTop, compareFoot    = 36, 22 // of one panel, and below both
	compareLeft, compareRight  = 44, 12
	comparePlot                = compareWidth - compareLeft - compareRight
)

// SVG draws the arrivals of both, to one scale.
func (c *Comparison) SVG() string {
	var s strings.Builder
	height := 2*comparePanel + compareFoot
	fmt.Fprintf(&s, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" font-family=\"sans-serif\" font-size=\"11\">\n", compareWidth, height)
	fmt.Fprintf(&s, "<title>Arrivals at the dependency of %d clients after a fault of %s: as written, and drawn</title>\n", c.Clients, short(c.Up))
	fmt.Fprintf(&s, "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", compareWidth, height)
	written, mended := c.AsWritten.Histogram(c.Length, plotColumns), c.Mend.Histogram(c.Length, plotColumns)
	most := max(tallest(written), tallest(mended), 1)
	c.panel(&s, 0, "As written", c.AsWritten, written, most, red)
	c.panel(&s, comparePanel, "Drawn", c.Mend, mended, most, blue)
	c.axis(&s, 2*comparePanel)
	s.WriteString("</svg>\n")
	return s.String()
}

func (c *Comparison) panel(s *strings.Builder, y int, title string, r WavesResult, columns []int, most int, color string) {
	floor := y + comparePanel - 4
	room := comparePanel - compareTop - 4
	fmt.Fprintf(s, "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n", compareLeft, y+compareTop, c.x(c.Up)-compareLeft, room, shaded)
	fmt.Fprintf(s, "<text x=\"%d\" y=\"%d\" font-weight=\"bold\" fill=\"%s\">%s</text>\n", compareLeft, y+16, color, title)
	fmt.Fprintf(s, "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>\n", compareLeft, y+30, grey, r.numbers(c.Clients))
	fmt.Fprintf(s, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\" fill=\"%s\">%d</text>\n", compareLeft-5, y+compareTop+9, grey, most)
	fmt.Fprintf(s, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\" fill=\"%s\">0</text>\n", compareLeft-5, floor, grey)
	fmt.Fprintf(s, "<path d=\"M%d %dH%d\" stroke=\"%s\"/>\n", compareLeft, floor, compareWidth-compareRight, grey)
	width := float64(comparePlot) / plotColumns
	fmt.Fprintf(s, "<path fill=\"%s\" d=\"", color)
	for i, n := range columns {
		if n > 0 {
			fmt.Fprintf(s, "M%.1f %dv-%.1fh%.1fV%dz", compareLeft+float64(i)*width, floor, max(1, float64(room*n)/float64(most)), width, floor)
		}
	}
	s.WriteString("\"/>\n")
}

// axis draws the time, with at most eight marks at round numbers.
func (c *Comparison) axis(s *strings.Builder, y int) {
	step := time.Millisecond
	for i := 0; c.Length/step > 8; i++ {
		step = time.Duration(float64(step) * []float64{2, 2.5, 2}[i%3]) // 1, 2, 5, 10
	}
	for at := time.Duration(0); at <= c.Length; at += step {
		fmt.Fprintf(s, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"%s\">%s</text>\n", c.x(at), y+12, grey, short(at))
	}
}

func (c *Comparison) x(at time.Duration) float64 {
	return compareLeft + comparePlot*float64(at)/float64(c.Length)
}

// numbers says in a line what was counted.
func (r WavesResult) numbers(clients int) string {
	words := fmt.Sprintf("%d requests, at most %d of them within %s", len(r.Arrivals), r.Peak(Window), short(Window))
	switch open := clients - r.Served - r.GaveUp; {
	case r.GaveUp > 0:
		words += fmt.Sprintf("; %d of %d clients gave up", r.GaveUp, clients)
	case open > 0:
		words += fmt.Sprintf("; %d of %d clients were not served in this time", open, clients)
	default:
		words += "; all were served after " + short(r.Last)
	}
	return words
}

// short writes a duration with three digits at most.
func short(d time.Duration) string {
	for _, unit := range []time.Duration{time.Hour, time.Minute, time.Second, time.Millisecond} {
		if d >= unit {
			d = d.Round(unit / 100)
			break
		}
	}
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}

func tallest(columns []int) (most int) {
	for _, n := range columns {
		most = max(most, n)
	}
	return most
}
