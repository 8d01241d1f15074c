// Package like has sites that give up, and sites that do not.
package like

import (
	"context"
	"errors"
	"log"
	"time"
)

var (
	errRefused = errors.New("refused")
	errOver    = errors.New("over")
)

func isOver(err error) bool { return errors.Is(err, errOver) }

type client interface {
	Book(ctx context.Context, seat int) (string, error)
	Pay(ctx context.Context, seat int) error
}

func book(ctx context.Context, c client) (id string, err error) {
	for range 5 {
		if id, err = c.Book(ctx, 1); err == nil || errors.Is(err, errRefused) {
			return id, err
		}
		log.Print(err)
		time.Sleep(time.Second)
	}
	return "", err
}

func bookAgain(ctx context.Context, c client) (id string, err error) {
	for range 5 {
		if id, err = c.Book(ctx, 2); err == nil { // want `permanent/error`
			return id, nil
		}
		log.Print(err)
		time.Sleep(time.Second)
	}
	return "", err
}

func pay(ctx context.Context, c client) (err error) {
	for range 5 {
		if err = c.Pay(ctx, 1); err == nil || isOver(err) {
			return err
		}
		log.Print(err)
		time.Sleep(time.Second)
	}
	return err
}

func payAll(ctx context.Context, c client) error {
	var last error
	for range 5 {
		err := c.Pay(ctx, 2) // want `permanent/error`
		if err != nil {
			last = err
			log.Print(err)
			time.Sleep(time.Second)
			continue
		}
		return nil
	}
	return last
}

// The name means something else here: no fix.
func shadowed(ctx context.Context, c client) (id string, err error) {
	errRefused := "refused"
	for range 5 {
		if id, err = c.Book(ctx, 2); err == nil { // want `permanent/error`
			return id, nil
		}
		log.Print(errRefused, err)
		time.Sleep(time.Second)
	}
	return "", err
}
