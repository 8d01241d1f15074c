// Package exits gives up as the function does after other failures: it ends the
// process, or the test.
package exits

import (
	"fmt"
	"log"
	"math/rand/v2"
	"net"
	"os"
	"testing"
	"time"
)

// Client is a remote service.
type Client interface {
	Ping() error
	Get() (string, error)
}

// starts cannot do without the configuration, nor without the database.
func starts(c Client) bool {
	text, err := os.ReadFile("config")
	if err != nil {
		log.Fatal(err)
	}
	for { // want "unboundedretry/attempts"
		err := c.Ping()
		if err != nil {
			log.Print("not there yet")
			time.Sleep(rand.N(time.Second))
		} else {
			log.Print("there")
			break
		}
	}
	return len(text) > 0
}

// exits has no logger but tells of it.
func exits(c Client) string {
	if err := c.Ping(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	for { // want "unboundedretry/attempts"
		if s, err := c.Get(); err == nil {
			return s
		}
		time.Sleep(rand.N(time.Second))
	}
}

// tells tells of failures by a format; the literal ends the process as the
// function around it does.
func tells(c Client) {
	if err := c.Ping(); err != nil {
		log.Printf("ping: %v", err)
		os.Exit(1)
	}
	go func() {
		for { // want "unboundedretry/attempts"
			s, err := c.Get()
			if err == nil {
				log.Print(s)
				return
			}
			time.Sleep(rand.N(time.Second))
		}
	}()
}

// wait is handed the test.
func wait(t testing.TB, c Client) string {
	for { // want "unboundedretry/attempts"
		s, err := c.Get()
		if err == nil {
			return s
		}
		time.Sleep(rand.N(time.Second))
	}
}

// hidden has a logger that the loop does not see.
func hidden(l *log.Logger, c Client) string {
	if err := c.Ping(); err != nil {
		l.Fatalln(err)
	}
	{
		l := 1
		for { // want "unboundedretry/attempts"
			s, err := c.Get()
			if err == nil {
				return s[l:]
			}
			time.Sleep(rand.N(time.Second))
		}
	}
}

// nopeElsewhere may end a test in the goroutine of the test alone.
func nopeElsewhere(t *testing.T, c Client) {
	go func() {
		for { // want "unboundedretry/attempts"
			conn, err := net.Dial("tcp", "db.example:5432")
			if err == nil {
				conn.Close()
				break
			}
			time.Sleep(rand.N(time.Second))
		}
		t.Log("connected")
	}()
}
