// Package resolver asks one of several servers, one of which is asked by POST:
// which of them is behind an interface is not known, and a question does no harm.
package resolver

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"time"
)

// An Upstream answers questions.
type Upstream interface {
	Exchange(question []byte) ([]byte, error)
}

type overTCP struct{ addr string }

func (u *overTCP) Exchange(question []byte) ([]byte, error) {
	conn, err := net.Dial("tcp", u.addr)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if _, err := conn.Write(question); err != nil {
		return nil, err
	}
	return io.ReadAll(conn)
}

type overHTTP struct{ url string }

func (u *overHTTP) Exchange(question []byte) ([]byte, error) {
	resp, err := http.Post(u.url, "application/dns-message", bytes.NewReader(question))
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

func nopeAny(u Upstream, question []byte) ([]byte, error) {
	for range 3 {
		if answer, err := u.Exchange(question); err == nil {
			return answer, nil
		}
		time.Sleep(time.Second)
	}
	return nil, errors.New("no answer")
}

func nopeQuery(question []byte) error {
	for range 3 {
		resp, err := http.Post("https://dns.example/dns-query", "application/dns-message", bytes.NewReader(question))
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return errors.New("no answer")
}

// What is there already is changed, not made again.
func nopeUpsert(who []byte) error {
	for range 3 {
		resp, err := http.Post("https://crm.example/prospects/do/upsertByEmail", "application/json", bytes.NewReader(who))
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return errors.New("no answer")
}

func yesCreate(who []byte) error {
	for range 3 {
		resp, err := http.Post("https://crm.example/prospects/do/createByEmail", "application/json", bytes.NewReader(who)) // want "nonidempotent/nokey"
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return errors.New("no answer")
}

// A Sender has one implementation, which is the one.
type Sender interface{ Send(order []byte) error }

type shop struct{ url string }

func (s *shop) Send(order []byte) error {
	resp, err := http.Post(s.url, "application/json", bytes.NewReader(order)) // want "nonidempotent/nokey"
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func yesOnly(s Sender, order []byte) error {
	for range 3 {
		if s.Send(order) == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errors.New("not sent")
}
