// Package consumer takes the next message in each round.
package consumer

import (
	"context"
	"errors"
	"io"
	"log"
	"time"
)

// Queue is a remote queue.
type Queue interface {
	Receive(ctx context.Context) (string, error)
	Ack(ctx context.Context, id string) error
}

func nopeLeaves(ctx context.Context, q Queue, handle func(context.Context, string) error) error {
	for {
		m, err := q.Receive(ctx)
		if err != nil {
			return err
		}
		if err := handle(ctx, m); err != nil {
			log.Print(err)
			continue
		}
		if err := q.Ack(ctx, m); err != nil {
			log.Print(err)
		}
	}
}

func nopeEnds(ctx context.Context, q Queue, handle func(string)) error {
	for {
		m, err := q.Receive(ctx)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		handle(m)
	}
}

func nopeWorker(ctx context.Context, q Queue, work <-chan string) {
	for {
		select {
		case <-ctx.Done():
			return
		case id, ok := <-work:
			if !ok {
				return
			}
			if err := q.Ack(ctx, id); err != nil {
				log.Print(err)
			}
		}
	}
}

func nopeFlushesNow(ctx context.Context, q Queue, ids <-chan string) {
	t := time.NewTicker(time.Second)
	var batch []string
	for {
		select {
		case <-ctx.Done():
			return
		case id := <-ids:
			batch = append(batch, id)
		case <-t.C:
			for _, id := range batch {
				if err := q.Ack(ctx, id); err != nil {
					log.Print(err)
				}
			}
			batch = nil
		}
	}
}

// Named is a queue that is asked by name.
type Named interface {
	ReceiveMessage(ctx context.Context, in *Input) (*string, error)
}

// Input says which queue.
type Input struct{ Queue string }

func nopeNamed(ctx context.Context, q Named, handle func(string)) {
	for ctx.Err() == nil {
		m, err := q.ReceiveMessage(ctx, &Input{Queue: "orders"})
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		handle(*m)
	}
}

// Datagrams reads what arrives.
type Datagrams interface {
	ReadMsg() (id int, err error)
}

var errShort = errors.New("short datagram")

// A datagram that is no answer is dropped; the next one is read.
func nopeDatagrams(conn Datagrams, want int) error {
	for {
		id, err := conn.ReadMsg()
		if err != nil {
			if errors.Is(err, errShort) {
				continue
			}
			return err
		}
		if id == want {
			return nil
		}
	}
}

// Work is a work queue.
type Work interface {
	Get() (item string, shutdown bool)
	Again(item string)
}

type worker struct {
	work  Work
	queue Queue
}

// A failed item goes back; the next round is about the next one.
func (w *worker) nopeWorksOff(ctx context.Context) {
	for w.next(ctx) {
	}
}

func (w *worker) next(ctx context.Context) bool {
	item, shutdown := w.work.Get()
	if shutdown {
		return false
	}
	if err := w.queue.Ack(ctx, item); err != nil {
		w.work.Again(item)
		return true
	}
	return true
}
