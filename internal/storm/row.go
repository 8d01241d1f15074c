package storm

import (
	"container/heap"
	"math/rand/v2"
	"time"
)

// Row is the simulation of the AWS Architecture Blog, "Exponential Backoff And
// Jitter": clients that each want to write one row once, under optimistic
// locking. A client reads the row's version, then writes; the write succeeds
// if the version is still the one that was read. One client wins each round,
// so the work grows with the square of the clients, and the backoff decides by
// how much.
//
// It runs by a queue of events, without goroutines or waiting.
type Row struct {
	Clients int
	// Latency and Spread are the mean and the standard deviation of one
	// message over the network.
	Latency, Spread time.Duration
	// NewDelay makes the schedule of one client: the wait after its failed
	// write number n, from 0.
	NewDelay func() func(n int) time.Duration
}

// message is one message that reaches the row, from one client.
type message struct {
	at     time.Duration
	client int
	write  bool
}

// writer is the state of one client.
type writer struct {
	delay    func(n int) time.Duration
	failures int
	version  int // as last read
}

// Run returns how many calls (reads and writes) the row saw until each client
// had written, and when the last had.
func (r Row) Run() (calls int, took time.Duration) {
	var queue messages
	writers := make([]writer, r.Clients)
	for i := range writers {
		writers[i].delay = r.NewDelay()
		heap.Push(&queue, message{at: r.travel(), client: i})
	}
	version := 0
	for queue.Len() > 0 {
		m := heap.Pop(&queue).(message)
		w := &writers[m.client]
		calls++
		answered := m.at + r.travel()
		switch {
		case !m.write: // the answer carries the version; the write follows
			w.version = version
			heap.Push(&queue, message{answered + r.travel(), m.client, true})
		case w.version == version:
			version++
			took = max(took, answered)
		default: // somebody else has written since: read again, later
			again := answered + w.delay(w.failures) + r.travel()
			w.failures++
			heap.Push(&queue, message{at: again, client: m.client})
		}
	}
	return calls, took
}

// travel draws how long one message is on its way.
func (r Row) travel() time.Duration {
	return max(0, r.Latency+time.Duration(rand.NormFloat64()*float64(r.Spread)))
}

// messages is a heap by time of arrival.
type messages []message

func (q messages) Len() int           { return len(q) }
func (q messages) Less(i, j int) bool { return q[i].at < q[j].at }
func (q messages) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *messages) Push(m any)        { *q = append(*q, m.(message)) }
func (q *messages) Pop() any {
	last := len(*q) - 1
	m := (*q)[last]
	*q = (*q)[:last]
	return m
}
