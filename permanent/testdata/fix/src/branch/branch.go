// Package branch finds out what cannot heal, and goes on.
package branch

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"net"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v4"
)

func load(db *sql.DB, id int) (name string, err error) {
	for range 5 {
		err = db.QueryRow("SELECT name FROM users WHERE id = $1", id).Scan(&name) // want `permanent/error`
		if err == nil {
			return name, nil
		}
		if errors.Is(err, sql.ErrNoRows) {
			log.Printf("no user %d", id)
		}
		log.Print(err)
		time.Sleep(time.Second)
	}
	return "", err
}

func dial(addr string) (net.Conn, error) {
	var last error
	for range 5 {
		conn, err := net.Dial("tcp", addr) // want `permanent/error`
		if err == nil {
			return conn, nil
		}
		last = err
		var dns *net.DNSError
		if errors.As(err, &dns) && dns.IsNotFound {
			log.Print("no such host")
			continue
		}
		log.Print(err)
		time.Sleep(time.Second)
	}
	return nil, last
}

var errUnknown = errors.New("unknown")

type stock interface {
	Reserve(ctx context.Context, sku string) error
}

func reserve(ctx context.Context, s stock, sku string) (err error) {
	for range 5 {
		if err = s.Reserve(ctx, sku); err == nil { // want `permanent/canceled`
			return nil
		}
		if errors.Is(err, errUnknown) {
			return err
		}
		if errors.Is(err, context.Canceled) {
			continue
		}
		log.Print(err)
		time.Sleep(time.Second)
	}
	return err
}

// What is locked has to be unlocked: no fix.
func locked(mu *sync.Mutex, db *sql.DB, id int) (name string, err error) {
	mu.Lock()
	for range 5 {
		err = db.QueryRow("SELECT name FROM users WHERE id = $1", id).Scan(&name) // want `permanent/error`
		if err == nil {
			break
		}
		if err == sql.ErrNoRows {
			log.Printf("no user %d", id)
		}
		log.Print(err)
		time.Sleep(time.Second)
	}
	mu.Unlock()
	return name, err
}

func marked(db *sql.DB, id int) (name string, err error) {
	err = backoff.Retry(func() error {
		err := db.QueryRow("SELECT name FROM users WHERE id = $1", id).Scan(&name) // want `permanent/error`
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("no user %d", id)
		}
		return err
	}, backoff.NewExponentialBackOff())
	return name, err
}
