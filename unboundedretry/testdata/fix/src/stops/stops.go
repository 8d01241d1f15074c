// Package stops leaves when it is to stop.
package stops

import (
	"log"
	"math/rand/v2"
	"net"
	"sync/atomic"
	"time"
)

type reader struct {
	conn    net.Conn
	closing bool
	gone    atomic.Bool
	locked  bool
	done    chan struct{}
	ready   chan struct{}
}

func (r *reader) Close() {
	r.closing = true
	r.gone.Store(true)
	close(r.done)
}

func (r *reader) start(use func(net.Conn)) { go r.channel(use) }

func (r *reader) unlock() { r.locked = false }

// heed is how others leave.
func (r *reader) heed(work chan string) {
	for {
		select {
		case s := <-work:
			log.Print(s)
		case <-r.done:
			return
		}
	}
}

// flag looks at the flag before the loop alone.
func (r *reader) flag() {
	if r.closing {
		return
	}
	for r.conn == nil { // want "unboundedretry/attempts"
		conn, err := net.Dial("tcp", "db.example:5432")
		if err != nil {
			<-time.After(rand.N(time.Second))
			continue
		}
		r.conn = conn
	}
}

// channel has a channel that is closed when it is to stop.
func (r *reader) channel(use func(net.Conn)) {
	for { // want "unboundedretry/attempts"
		conn, err := net.Dial("tcp", "db.example:5432")
		if err == nil {
			use(conn)
			return
		}
		time.Sleep(rand.N(time.Second))
	}
}

// nopeLocks asks whether it is done already; what it sets itself stops nothing.
func (r *other) nopeLocks() {
	if r.locked {
		return
	}
	for { // want "unboundedretry/attempts"
		if conn, err := net.Dial("tcp", "db.example:5432"); err == nil {
			conn.Close()
			break
		}
		time.Sleep(rand.N(time.Second))
	}
	r.locked = true
}

type other struct {
	locked bool
	ready  chan struct{}
}

func (r *other) unlock() { r.locked = false }

func (r *other) begin() { close(r.ready) }

// nopeGoneOn is called by one who goes on as if it were done.
func (r *reader) nopeGoneOn() {
	for { // want "unboundedretry/attempts"
		conn, err := net.Dial("tcp", "db.example:5432")
		if err == nil {
			conn.Close()
			return
		}
		time.Sleep(rand.N(time.Second))
	}
}

func (r *reader) ping() {
	r.nopeGoneOn()
	log.Print("the other side is there")
}

// literal runs beside the one who starts it.
func (r *reader) literal() {
	go func() {
		for { // want "unboundedretry/attempts"
			conn, err := net.Dial("tcp", "db.example:5432")
			if err == nil {
				conn.Close()
				return
			}
			time.Sleep(rand.N(time.Second))
		}
	}()
}
