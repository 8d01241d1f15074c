// Package store is a part of the program that logs, or does not.
package store

import (
	"log"
	"net"
)

type Store struct{ addr string }

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
