// Package within waits after a failure before it tells of it.
package within

import (
	"log"
	"net/http"
	"time"
)

type lock struct {
	url   string
	token string
}

func (l *lock) ask() error {
	resp, err := http.Get(l.url)
	if err != nil {
		return err
	}
	l.token = resp.Header.Get("Token")
	return nil
}

func (l *lock) slowly() error {
	if err := l.ask(); err != nil {
		time.Sleep(time.Second)
		return err
	}
	return nil
}

func (l *lock) untilHeld() {
	for l.token == "" { // site: loop of slowly, bound none, paced
		if err := l.slowly(); err != nil {
			log.Print(err)
		}
	}
}

type pump struct {
	url    string
	closed bool
}

func (p *pump) step() error {
	_, err := http.Get(p.url)
	time.Sleep(time.Second)
	return err
}

// Close ends it, which is not what the steps are made for.
func (p *pump) Close() { p.closed = true }

func (p *pump) untilClosed() {
	for !p.closed { // site: keep-alive of step, bound flag, paced
		if err := p.step(); err != nil {
			log.Print(err)
		}
	}
}
