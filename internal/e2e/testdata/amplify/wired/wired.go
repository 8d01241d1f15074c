// Package wired retries over an interface. Who implements it is decided by the
// program alone: neither side imports the other.
package wired

import "time"

// A Store holds items.
type Store interface{ Item(id string) error }

// A Service loads items.
type Service struct{ Store Store }

// Load tries three times.
func (s *Service) Load(id string) error {
	var err error
	for range 3 {
		if err = s.Store.Item(id); err == nil {
			return nil
		}
		time.Sleep(time.Millisecond)
	}
	return err
}
