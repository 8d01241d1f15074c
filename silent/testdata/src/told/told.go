// Package told tries again and tells somebody, or may.
package told

import (
	"context"
	"errors"
	"expvar"
	"fmt"
	"log"
	"log/slog"
	"math/rand/v2"
	"net"
	"os"
	"strings"
	"sync/atomic"
	"time"
)

func pause() { time.Sleep(rand.N(time.Second)) }

func logs(addr string) (c net.Conn, err error) {
	for range 5 {
		if c, err = net.Dial("tcp", addr); err == nil {
			return c, nil
		}
		log.Printf("dial: %v", err)
		pause()
	}
	return nil, err
}

func logsBefore(ctx context.Context, addr string) (c net.Conn, err error) {
	for attempt := range 5 {
		if attempt > 0 {
			slog.WarnContext(ctx, "again", "attempt", attempt)
		}
		if c, err = net.Dial("tcp", addr); err == nil {
			return c, nil
		}
		pause()
	}
	return nil, err
}

var retries = expvar.NewInt("retries")

func counts(addr string) (c net.Conn, err error) {
	for range 5 {
		if c, err = net.Dial("tcp", addr); err == nil {
			return c, nil
		}
		retries.Add(1)
		pause()
	}
	return nil, err
}

func prints(addr string) (c net.Conn, err error) {
	for range 5 {
		if c, err = net.Dial("tcp", addr); err == nil {
			return c, nil
		}
		fmt.Fprintln(os.Stderr, err)
		pause()
	}
	return nil, err
}

// A function of the program logs.
func throughHelper(addr string) (c net.Conn, err error) {
	for range 5 {
		if c, err = net.Dial("tcp", addr); err == nil {
			return c, nil
		}
		backOff(err)
	}
	return nil, err
}

func backOff(err error) {
	note(err)
	pause()
}

func note(err error) { log.Print(err) }

// The attempt itself logs.
func inAttempt(addr string) (c net.Conn, err error) {
	for range 5 {
		if c, err = dial(addr); err == nil {
			return c, nil
		}
		pause()
	}
	return nil, err
}

func dial(addr string) (net.Conn, error) {
	log.Print("dialing " + addr)
	return net.Dial("tcp", addr)
}

// A hook of the caller may show it.
func hook(addr string, onRetry func(err error)) (c net.Conn, err error) {
	for range 5 {
		if c, err = net.Dial("tcp", addr); err == nil {
			return c, nil
		}
		onRetry(err)
		pause()
	}
	return nil, err
}

// A field that is made like Printf.
type client struct {
	logf  func(format string, args ...any)
	total atomic.Int64
	tries int
	last  error
	peer  peer
}

func (c *client) field(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		c.logf("dial %s: %v", addr, err)
		pause()
	}
	return nil, err
}

func (c *client) atomicCount(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		c.total.Add(1)
		pause()
	}
	return nil, err
}

func (c *client) plainCount(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		c.tries++
		pause()
	}
	return nil, err
}

// A state that others may show.
func (c *client) keepsError(addr string) (conn net.Conn, err error) {
	for range 5 {
		if conn, err = net.Dial("tcp", addr); err == nil {
			return conn, nil
		}
		c.last = err
		pause()
	}
	return nil, err
}

func sends(addr string, failures chan<- error) (c net.Conn, err error) {
	for range 5 {
		if c, err = net.Dial("tcp", addr); err == nil {
			return c, nil
		}
		select {
		case failures <- err:
		default:
		}
		pause()
	}
	return nil, err
}

// Whoever implements it is not seen.
type peer interface {
	Ping(ctx context.Context) error
}

func (c *client) unseen(ctx context.Context) (err error) {
	for range 5 {
		if err = c.peer.Ping(ctx); err == nil {
			return nil
		}
		pause()
	}
	return err
}

// The caller is told how often.
func howOften(addr string) (c net.Conn, attempts int, err error) {
	for attempts = 1; attempts < 5; attempts++ {
		if c, err = net.Dial("tcp", addr); err == nil {
			return c, attempts, nil
		}
		pause()
	}
	return nil, attempts, err
}

// A helper repeats what it is handed, which may log.
func again(op func() error) (err error) {
	for range 5 {
		if err = op(); err == nil {
			return nil
		}
		pause()
	}
	return err
}

var errTooSmall = errors.New("too small")

func read(addr string, size int) ([]byte, error) {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	buf := make([]byte, size)
	if n, err := c.Read(buf); err != nil || n < size {
		return buf[:n], err
	}
	return nil, errTooSmall
}

// It is not the other side that failed.
func larger(addr string) ([]byte, error) {
	for size := 64; ; size *= 2 {
		out, err := read(addr, size)
		if !errors.Is(err, errTooSmall) {
			return out, err
		}
		pause()
	}
}

// There is no wait: this may as well be the next of two ways.
func okAtOnce(addr string) (c net.Conn, err error) {
	for range 2 {
		if c, err = net.Dial("tcp", addr); err == nil {
			return c, nil
		}
	}
	return c, err
}

// Whoever waits until it has started says so.
func okOnlyStarting(addr string) (c net.Conn, err error) {
	for range 5 {
		if c, err = net.Dial("tcp", addr); err == nil || !strings.Contains(err.Error(), "starting") {
			return c, err
		}
		time.Sleep(time.Second)
	}
	return c, err
}
