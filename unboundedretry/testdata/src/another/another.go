// Package another goes on after a failure only over another operation, whose
// failure leaves: the next address is taken, the next item read.
package another

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"os"
)

// Addresses gives one address after the other, and an error at the end.
type Addresses interface {
	Next() (string, error)
}

// Client is a remote service.
type Client interface {
	Dial(addr string) error
	Login(ctx context.Context) error
	Ask(ctx context.Context) error
	Write(p []byte) error
}

func nopeNextAddress(c Client, all Addresses, addr string) error {
	for {
		if err := c.Dial(addr); err == nil {
			return nil
		}
		next, err := all.Next()
		if err != nil {
			return err
		}
		addr = next
	}
}

// Whoever cannot log in again gives up.
func nopeLogsIn(ctx context.Context, c Client) error {
	for {
		err := c.Ask(ctx)
		if err == nil {
			return nil
		}
		if err := c.Login(ctx); err != nil {
			return err
		}
	}
}

// The failure of the login changes nothing.
func yesLogsInPerhaps(c Client, log func(error)) error {
	for { // want `Ask is tried again at once.*unboundedretry/hot`
		err := c.Ask(context.Background())
		if err == nil {
			return nil
		}
		if err := c.Login(context.Background()); err != nil {
			log(err)
		}
	}
}

// What every round begins with says nothing about the attempt.
func yesAsksFirst(c Client) error {
	for { // want `Ask is tried again at once.*unboundedretry/hot`
		if err := c.Login(context.Background()); err != nil {
			return err
		}
		if err := c.Ask(context.Background()); err == nil {
			return nil
		}
	}
}

// Some ways back make no other operation.
func yesLogsInSometimes(c Client, denied error) error {
	for { // want `Ask is tried again at once.*unboundedretry/hot`
		err := c.Ask(context.Background())
		if err == nil {
			return nil
		}
		if errors.Is(err, denied) {
			if err := c.Login(context.Background()); err != nil {
				return err
			}
		}
	}
}

var errSkipped = errors.New("entry of an unknown kind")

// Source is where entries come from.
type Source interface{ Fill(p []byte) (int, error) }

func parseEntry(r io.Reader, s Source) (bool, error) {
	if _, err := s.Fill(make([]byte, 8)); err != nil {
		return false, err
	}
	_, err := io.ReadFull(r, make([]byte, 8))
	return err == nil, err
}

// The next round parses the next entry.
func nopeNextEntry(r *bufio.Reader, s Source) error {
	for {
		done, err := parseEntry(r, s)
		if err != nil {
			if err == errSkipped {
				continue
			}
			return err
		}
		if done {
			return nil
		}
	}
}

// session is read until a command has ended.
type session struct {
	c     Client
	ended bool
}

func (s *session) receive() (string, error) {
	if err := s.c.Ask(context.Background()); err != nil {
		s.ended = true
		return "", err
	}
	return "row", nil
}

// A failed receive ends the command, and that the loop.
func nopeEndsItself(s *session) {
	for !s.ended {
		row, _ := s.receive()
		switch row {
		case "row":
			return
		}
	}
}

// After its deadline a write goes on where it was.
func nopeTimedOut(c Client, p []byte) error {
	for {
		err := c.Write(p)
		var ne net.Error
		if errors.As(err, &ne) && ne.Timeout() {
			continue
		}
		return err
	}
}

func nopeDeadline(c Client, p []byte) error {
	for {
		err := c.Write(p)
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			return err
		}
	}
}

// An attempt that ran into its deadline has waited, but nothing ends this.
func yesTimedOutForEver(c Client) error {
	for { // want `Ask is retried for ever.*unboundedretry/attempts`
		err := c.Ask(context.Background())
		if !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
	}
}

func yesBusy(c Client, p []byte, busy error) error {
	for { // want `Write is tried again at once.*unboundedretry/hot`
		err := c.Write(p)
		if !errors.Is(err, busy) {
			return err
		}
	}
}

// Peers knows who has connected.
type Peers interface{ Watch(conn net.Conn) error }

// Each round is about the connection that it accepts.
func nopeNextConnection(l net.Listener, peers Peers) (net.Conn, error) {
	for {
		conn, err := l.Accept()
		if err != nil {
			return nil, err
		}
		if err := peers.Watch(conn); err != nil {
			conn.Close()
			continue
		}
		return conn, nil
	}
}

var errConditionNotMet = errors.New("condition not met")

// Somebody else was faster.
func nopePrecondition(ctx context.Context, c Client) error {
	for {
		err := c.Ask(ctx)
		if !errors.Is(err, errConditionNotMet) {
			return err
		}
	}
}
