// Package triggered comes to its attempt only when something else says so: an event,
// a tick, a person. Beside them stand loops that come there by themselves.
package triggered

import (
	"bufio"
	"context"
	"fmt"
	"log"
	"os"
	"time"
)

// Client is a remote service.
type Client interface {
	Connect() error
	Send(line string) error
	Compact() error
	Query() (string, error)
}

type work struct {
	client Client
	due    chan struct{}
	again  chan struct{}
	stop   chan struct{}
	every  time.Duration
	busy   bool
}

// Somebody else says when there is something to do; what grows is only added.
func (w *work) nopeEvent(pause time.Duration) {
	wait := time.Duration(0)
	for {
		select {
		case <-w.stop:
			return
		case <-time.After(wait):
		}
		select {
		case <-w.stop:
			return
		case <-w.due:
			if err := w.client.Compact(); err != nil {
				log.Print(err)
				wait += pause
			} else {
				wait = 0
			}
		}
	}
}

// A failing round says so itself.
func (w *work) yesAsksItself() {
	pause := time.Second
	for { // want "unboundedretry/ceiling"
		select {
		case <-w.stop:
			return
		case <-w.again:
			if err := w.client.Connect(); err != nil {
				time.Sleep(pause)
				pause *= 2
				w.again <- struct{}{}
				continue
			}
			pause = time.Second
		}
	}
}

// What grows is the pause of another operation.
func (w *work) nopeGrowsForAnother(pause time.Duration) {
	wait := time.Duration(0)
	for {
		select {
		case <-w.stop:
			return
		case <-time.After(wait):
		}
		select {
		case <-w.stop:
			return
		case <-time.After(w.every):
			if err := w.client.Connect(); err != nil {
				log.Print(err)
			}
		case <-w.due:
			if err := w.client.Compact(); err != nil {
				wait += pause
			}
		}
	}
}

// What grows is its own pause.
func (w *work) yesGrowsForIt(pause time.Duration) {
	wait := pause
	for { // want "unboundedretry/ceiling"
		select {
		case <-w.stop:
			return
		case <-time.After(wait):
			if err := w.client.Connect(); err != nil {
				wait *= 2
			} else {
				wait = pause
			}
		}
	}
}

// Each tick tidies up; what is in between has a pause of its own.
func (w *work) nopeTick(next func() bool) {
	tick := time.NewTicker(w.every)
	defer tick.Stop()
	wait := time.Second
	for !w.busy {
		select {
		case <-w.stop:
			return
		case <-tick.C:
			if err := w.client.Compact(); err != nil {
				log.Print(err)
			}
		default:
		}
		if !next() {
			time.Sleep(wait)
			wait *= 2
		}
	}
}

// A person types the next line.
func nopePerson(c Client) {
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		if err := c.Send(line); err != nil {
			fmt.Println("not sent:", err)
			continue
		}
	}
}

func nopeAsked(c Client) {
	for c.Send(ask()) != nil {
		fmt.Println("once more")
	}
}

func ask() (line string) {
	fmt.Scanln(&line)
	return line
}

// What is read says nothing of when to send it.
func yesFile(c Client, name string) {
	f, err := os.Open(name)
	if err != nil {
		return
	}
	line, _ := bufio.NewReader(f).ReadString('\n')
	for c.Send(line) != nil { // want "unboundedretry/hot"
	}
}

func yesByItself(ctx context.Context, c Client, use func(string)) {
	for ctx.Err() == nil { // want "unboundedretry/hot"
		s, err := c.Query()
		if err != nil {
			continue
		}
		use(s)
	}
}

// A Watch tells of changes until it breaks.
type Watch interface{ Changes() <-chan string }

// Watcher is a remote service.
type Watcher interface{ Watch() (Watch, error) }

// What the attempt gives is what it waits for.
func yesWatchesAgain(s Watcher, w Watch, pause time.Duration, use func(string)) {
	wait := pause
	for { // want "unboundedretry/ceiling"
		select {
		case x := <-w.Changes():
			if x != "" {
				use(x)
				continue
			}
			next, err := s.Watch()
			if err != nil {
				time.Sleep(wait)
				wait *= 2
				continue
			}
			w, wait = next, pause
		}
	}
}
