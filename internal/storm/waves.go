package storm

import (
	"container/heap"
	"math/rand/v2"
	"time"
)

// Waves is one fault that all clients share, and what comes of it. At time 0
// every client loses the dependency; each tries again by the same schedule until
// it is served, or the schedule gives up. The dependency refuses until it is up,
// then serves one request after another and lets some wait.
//
// It runs by a queue of events, like [Row], with random numbers of its own: the
// same experiment gives the same result.
type Waves struct {
	Clients         int
	Latency, Spread time.Duration // mean and standard deviation of one message over the network
	Up              time.Duration // when the fault ends
	Service         time.Duration // how long one request takes: 1/capacity
	Backlog         int           // how many requests may wait; the next is refused
	Length          time.Duration // of the whole experiment

	// Delay returns the wait after failure number n of a client, from 0, and
	// whether it tries again at all.
	Delay func(random *rand.Rand, n int) (time.Duration, bool)
}

// WavesResult is what was counted.
type WavesResult struct {
	Arrivals []time.Duration // at the dependency, in order
	Served   int             // clients that were served
	GaveUp   int             // clients that were not, and do not try again
	Last     time.Duration   // when the last client was served or gave up
}

// Run runs the experiment. Clients that are neither served nor have given up at
// its end are in no count.
func (w Waves) Run() WavesResult {
	const seed = 0x72657472_79766574 // any; it makes pictures repeatable
	random := rand.New(rand.NewPCG(seed, seed))
	travel := func() time.Duration {
		return max(0, w.Latency+time.Duration(random.NormFloat64()*float64(w.Spread)))
	}
	var result WavesResult
	var queue messages
	failures := make([]int, w.Clients)
	again := func(client int, at time.Duration) {
		wait, ok := w.Delay(random, failures[client])
		failures[client]++
		if !ok {
			result.GaveUp++
			result.Last = max(result.Last, at)
			return
		}
		if at += wait + travel(); at < w.Length && at > 0 {
			heap.Push(&queue, message{at: at, client: client})
		}
	}
	for client := range w.Clients {
		again(client, 0)
	}
	idle := w.Up // when the queue of the dependency will be empty
	for queue.Len() > 0 {
		m := heap.Pop(&queue).(message)
		result.Arrivals = append(result.Arrivals, m.at)
		idle = max(idle, m.at)
		if m.at < w.Up || idle-m.at > time.Duration(w.Backlog)*w.Service {
			again(m.client, m.at+travel())
			continue
		}
		idle += w.Service
		result.Served++
		result.Last = max(result.Last, idle)
	}
	return result
}

// Histogram counts the arrivals of a time in columns of equal width.
func (r WavesResult) Histogram(length time.Duration, columns int) []int {
	counts := make([]int, columns)
	for _, at := range r.Arrivals {
		if i := int(float64(at) / float64(length) * float64(columns)); 0 <= i && i < columns {
			counts[i]++
		}
	}
	return counts
}

// Peak returns the most arrivals within a time of the given width, wherever it
// begins.
func (r WavesResult) Peak(width time.Duration) (most int) {
	first := 0
	for i, at := range r.Arrivals {
		for r.Arrivals[first] <= at-width {
			first++
		}
		most = max(most, i-first+1)
	}
	return most
}
