// Package signals goes round only for errors that tell how it went, or leaves by what
// another package ends.
package signals

import (
	"errors"

	"signals/ends"
)

var (
	// ErrMoreKeys says that there is more to do.
	ErrMoreKeys = errors.New("more keys")
	// ErrMerged says that the chain is another one now.
	ErrMerged = errors.New("merged")
	// ErrUnavailable is what an outage brings about.
	ErrUnavailable = errors.New("unavailable")
)

// Store is a remote store.
type Store interface {
	Delete(from, to string) error
	Sync(head string) (string, error)
}

func nopeMore(s Store) error {
	for {
		err := s.Delete("a", "z")
		if errors.Is(err, ErrMoreKeys) {
			continue
		}
		return err
	}
}

func nopeStates(s Store, head string) error {
	for {
		next, err := s.Sync(head)
		switch {
		case err == ErrMoreKeys:
			head = ""
		case err == ErrMerged:
			head = next
		default:
			return err
		}
	}
}

func yesOutage(s Store) error {
	for { // want "unboundedretry/hot"
		err := s.Delete("a", "z")
		if errors.Is(err, ErrUnavailable) {
			continue
		}
		return err
	}
}

func yesOthersToo(s Store) error {
	for { // want "unboundedretry/hot"
		err := s.Delete("a", "z")
		if err == nil {
			return nil
		}
		if errors.Is(err, ErrMoreKeys) {
			continue
		}
	}
}

func nopeEnds(s Store) {
	for {
		err := s.Delete("a", "z")
		if err == nil {
			return
		}
		ends.Now(err)
	}
}

func nopePanics(s Store) {
	for s.Delete("a", "z") != nil {
		ends.Hard(ErrUnavailable)
	}
}

func yesPerhaps(s Store) {
	for s.Delete("a", "z") != nil { // want "unboundedretry/hot"
		ends.Perhaps(nil)
	}
}
