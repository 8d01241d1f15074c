// Package wire hands messages to a goroutine that writes them to a connection.
package wire

import (
	"errors"
	"time"
)

// A Request is a message of a protocol.
type Request struct{ ID string }

// ProtoMessage marks it as one.
func (*Request) ProtoMessage() {}

type peer struct {
	out     chan *Request
	answers chan string
	jobs    chan func()
}

func (p *peer) ask(id string) (string, error) {
	select {
	case p.out <- &Request{id}:
	case <-time.After(time.Second):
		return "", errors.New("busy")
	}
	select {
	case answer := <-p.answers:
		return answer, nil
	case <-time.After(time.Minute):
		return "", errors.New("no answer")
	}
}

func asked(p *peer, id string) (string, error) {
	for range 3 { // site: loop of ask, bound 3 attempts, waits constant computed
		answer, err := p.ask(id)
		if err == nil {
			return answer, nil
		}
		time.Sleep(time.Second)
	}
	return "", errors.New("gave up")
}

func (p *peer) run(job func()) error {
	select {
	case p.jobs <- job:
		return nil
	case <-time.After(time.Second):
		return errors.New("busy")
	}
}

func nopeQueueOfJobs(p *peer, job func()) error {
	for range 3 {
		if err := p.run(job); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errors.New("gave up")
}
