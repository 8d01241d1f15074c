// Package strands has loops whose success does more than to give something back,
// and loops with more than one way back to their head.
package strands

import (
	"database/sql"
	"io"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"strings"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping() error
	Get() (string, error)
}

// twoWays fails by its error and by its status.
func twoWays(u string) error {
	for { // want "unboundedretry/attempts"
		resp, err := http.Get(u)
		if err != nil {
			time.Sleep(rand.N(time.Second))
			continue
		}
		resp.Body.Close()
		if resp.StatusCode/100 == 2 {
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
}

// hotTwoWays waits at its head, for both.
func hotTwoWays(u string) error {
	for { // want "unboundedretry/hot"
		resp, err := http.Get(u)
		if err != nil {
			continue
		}
		resp.Body.Close()
		if resp.StatusCode/100 == 2 {
			return nil
		}
	}
}

// deferred tidies up however it leaves.
func deferred(c Client, name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	for { // want "unboundedretry/attempts"
		s, err := c.Get()
		if err == nil {
			return s, nil
		}
		time.Sleep(rand.N(time.Second))
	}
}

// nopeOpen would leave the transaction open.
func nopeOpen(db *sql.DB) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	for { // want "unboundedretry/attempts"
		if _, err := tx.Exec("DELETE FROM jobs"); err == nil {
			break
		}
		time.Sleep(rand.N(time.Second)) // want "unboundedretry/locked"
	}
	return tx.Commit()
}

// nopeSent would leave who waits for the answer waiting.
func nopeSent(c Client, out chan<- string) error {
	for { // want "unboundedretry/attempts"
		s, err := c.Get()
		if err == nil {
			out <- s
			return nil
		}
		time.Sleep(rand.N(time.Second))
	}
}

// nopeToken would keep the token.
func nopeToken(c Client, sem chan struct{}) error {
	sem <- struct{}{}
	for { // want "unboundedretry/attempts"
		if err := c.Ping(); err == nil {
			break
		}
		time.Sleep(rand.N(time.Second))
	}
	<-sem
	return nil
}

// nopePipe would leave who reads from the pipe waiting.
func nopePipe(c Client, w *io.PipeWriter) error {
	for { // want "unboundedretry/attempts"
		err := c.Ping()
		if err != nil {
			time.Sleep(rand.N(time.Second))
			continue
		}
		w.CloseWithError(io.EOF)
		return nil
	}
}

// nopeFile would leave the file open.
func nopeFile(c Client, name string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	for { // want "unboundedretry/attempts"
		if err := c.Ping(); err == nil {
			break
		}
		time.Sleep(rand.N(time.Second))
	}
	return f.Close()
}

// nopeGivesUp closes in the other way out as well.
func nopeGivesUp(c Client, f *os.File) error {
	for { // want "unboundedretry/attempts"
		err := c.Ping()
		if err == nil {
			return nil
		}
		if err == io.EOF {
			f.Close()
			return err
		}
		time.Sleep(rand.N(time.Second))
	}
}

type state struct {
	busy bool
	n    int
}

// nopeBusy would stay busy.
func (st *state) nopeBusy(c Client) error {
	st.busy = true
	for { // want "unboundedretry/attempts"
		if err := c.Ping(); err == nil {
			break
		}
		time.Sleep(rand.N(time.Second))
	}
	st.busy = false
	return nil
}

// nopeCounted would count itself for ever.
func (st *state) nopeCounted(c Client) (string, error) {
	st.n++
	for { // want "unboundedretry/attempts"
		s, err := c.Get()
		if err == nil {
			st.n--
			return s, nil
		}
		time.Sleep(rand.N(time.Second))
	}
}

// nopeReleased is handed what gives back.
func nopeReleased(c Client, release func()) error {
	for { // want "unboundedretry/attempts"
		if err := c.Ping(); err == nil {
			break
		}
		time.Sleep(rand.N(time.Second))
	}
	release()
	return nil
}

// nopeNamed puts back what it has under another name.
func nopeNamed(c Client, st *state) error {
	for { // want "unboundedretry/attempts"
		if err := c.Ping(); err == nil {
			break
		}
		time.Sleep(rand.N(time.Second))
	}
	same := st
	same.busy = false
	return nil
}

// nopeNext would leave what is still to come of a channel.
func nopeNext(c Client, jobs chan string) error {
	for range jobs {
		for { // want "unboundedretry/attempts"
			if err := c.Ping(); err == nil {
				break
			}
			time.Sleep(rand.N(time.Second))
		}
	}
	return nil
}

// told only tells of its success, and gives back what it makes of it.
func told(c Client) (n int, err error) {
	var s string
	for { // want "unboundedretry/attempts"
		s, err = c.Get()
		if err == nil {
			break
		}
		time.Sleep(rand.N(time.Second))
	}
	log.Printf("got %s", s)
	n = len(strings.TrimSpace(s))
	return n, nil
}

// nopeBefore makes the first attempt before its first round.
func nopeBefore(addr string) (net.Conn, error) {
	conn, err := net.Dial("tcp", addr)
	for err != nil { // want "unboundedretry/attempts"
		time.Sleep(rand.N(time.Second))
		conn, err = net.Dial("tcp", addr)
	}
	return conn, nil
}

// hotBefore waits before each attempt but the first, which stands before it.
func hotBefore(addr string) (net.Conn, error) {
	conn, err := net.Dial("tcp", addr)
	for err != nil { // want "unboundedretry/hot"
		conn, err = net.Dial("tcp", addr)
	}
	return conn, nil
}
