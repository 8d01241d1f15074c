// Package store is a part of the program that logs, or does not.
package store

import (
	"log"
	"net"
)

type Store struct {
	addr string
	back backend
}

type backend interface{ Ping() error }

// Asks calls what is not known here: it may log.
func (s *Store) Asks() error { return s.back.Ping() }

func (s *Store) Quiet() error {
	c, err := net.Dial("tcp", s.addr)
	if err != nil {
		return err
	}
	return c.Close()
}

func (s *Store) Logs() error {
	err := s.Quiet()
	s.note(err)
	return err
}

func (s *Store) note(err error) {
	if err != nil {
		log.Print(err)
	}
}
