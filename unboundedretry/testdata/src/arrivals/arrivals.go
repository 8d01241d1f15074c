// Package arrivals serves what others send: the next round is about whoever comes next.
package arrivals

import (
	"log"
	"net"
)

// Stream is a stream of messages from elsewhere.
type Stream interface {
	Recv() (string, error)
	Send(answer string) error
}

// Store is a remote service.
type Store interface {
	Save(text string) error
	Owner() (string, error)
}

func nopeProxies(l net.Listener, upstream string, serve func(a, b net.Conn)) {
	for {
		down, err := l.Accept()
		if err != nil {
			return
		}
		up, err := net.Dial("tcp", upstream)
		if err != nil {
			down.Close()
			continue
		}
		go serve(down, up)
	}
}

// A stranger ends it.
func nopeAnswers(s Stream, store Store) error {
	for {
		text, err := s.Recv()
		if err != nil {
			return err
		}
		if owner, err := store.Owner(); err == nil && owner != text {
			return net.ErrClosed
		}
		answer := "ok"
		if err := store.Save(text); err != nil {
			answer = err.Error()
		}
		if err := s.Send(answer); err != nil {
			log.Print(err)
		}
	}
}

// Nothing has to come before it is dialled again.
func yesDials(upstream string, serve func(net.Conn)) {
	for { // want `Dial is tried again at once.*unboundedretry/hot`
		up, err := net.Dial("tcp", upstream)
		if err != nil {
			log.Print(err)
			continue
		}
		serve(up)
	}
}

// The text is saved until that works, and nothing comes in between.
func yesSaves(s Stream, store Store) error {
	for {
		text, err := s.Recv()
		if err != nil {
			return err
		}
		for { // want `Save is tried again at once.*unboundedretry/hot`
			if err := store.Save(text); err == nil {
				break
			}
		}
	}
}
