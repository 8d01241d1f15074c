// Package errs sees errors that cannot heal.
package errs

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"database/sql"
	"errors"
	"fmt"
	"log"
	"net"
	"time"

	"github.com/avast/retry-go/v4"
)

type Store interface {
	Load(ctx context.Context, key string) (string, error)
	Make(ctx context.Context, key string) error
}

func noRows(db *sql.DB, id int) (name string, err error) {
	for range 5 {
		err = db.QueryRow("SELECT name FROM users WHERE id = $1", id).Scan(&name) // want `Scan is repeated after sql.ErrNoRows, which is seen here and does not end it.*permanent/error`
		if err == nil {
			return name, nil
		}
		if errors.Is(err, sql.ErrNoRows) {
			log.Printf("no user %d", id)
		}
		time.Sleep(time.Second)
	}
	return "", err
}

func okNoRowsLeaves(db *sql.DB, id int) (name string, err error) {
	for range 5 {
		err = db.QueryRow("SELECT name FROM users WHERE id = $1", id).Scan(&name)
		if err == nil || err == sql.ErrNoRows {
			return name, err
		}
		time.Sleep(time.Second)
	}
	return "", err
}

// Whoever waits for a row leaves after other failures.
func okWaitsForRow(db *sql.DB, id int) (name string, err error) {
	for range 5 {
		err = db.QueryRow("SELECT name FROM users WHERE id = $1", id).Scan(&name)
		if !errors.Is(err, sql.ErrNoRows) {
			return name, err
		}
		time.Sleep(time.Second)
	}
	return "", err
}

// The next attempt finds what was made.
func okMade(ctx context.Context, s Store, key string) (v string, err error) {
	for range 5 {
		if v, err = s.Load(ctx, key); err == nil {
			return v, nil
		}
		if errors.Is(err, sql.ErrNoRows) {
			s.Make(ctx, key)
			continue
		}
		time.Sleep(time.Second)
	}
	return "", err
}

func certificate(addr string) (conn net.Conn, err error) {
	for range 5 {
		conn, err = tls.Dial("tcp", addr, nil) // want `tls.Dial is repeated after x509.UnknownAuthorityError, which is seen here`
		if err == nil {
			return conn, nil
		}
		var unknown x509.UnknownAuthorityError
		if errors.As(err, &unknown) {
			log.Print("is the CA installed?")
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func byType(addr string) (conn net.Conn, err error) {
	for range 5 {
		conn, err = tls.Dial("tcp", addr, nil) // want `tls.Dial is repeated after x509.HostnameError, which`
		if err == nil {
			return conn, nil
		}
		switch err.(type) {
		case x509.HostnameError:
			log.Print("another host")
		case *tls.CertificateVerificationError:
			return nil, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// The next attempt is another one.
func okOther(addr string) (conn net.Conn, err error) {
	insecure := false
	for range 5 {
		conn, err = tls.Dial("tcp", addr, &tls.Config{InsecureSkipVerify: insecure})
		if err == nil {
			return conn, nil
		}
		var unknown x509.UnknownAuthorityError
		if errors.As(err, &unknown) {
			insecure = true
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func noHost(addr string) (conn net.Conn, err error) {
	for range 5 {
		conn, err = net.Dial("tcp", addr) // want `net.Dial is repeated after an answer that the name does not exist, which is seen here`
		if err == nil {
			return conn, nil
		}
		var dns *net.DNSError
		if errors.As(err, &dns) && dns.IsNotFound {
			log.Print("no such host")
			continue
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func okHostLeaves(addr string) (conn net.Conn, err error) {
	for range 5 {
		conn, err = net.Dial("tcp", addr)
		if err == nil {
			return conn, nil
		}
		var dns *net.DNSError
		if errors.As(err, &dns) && dns.IsNotFound {
			return nil, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func within(db *sql.DB, id int) (name string, err error) {
	err = retry.Do(func() error {
		err := db.QueryRow("SELECT name FROM users WHERE id = $1", id).Scan(&name) // want `Scan is repeated after sql.ErrNoRows by retry.Do, which`
		if errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("no user %d", id)
		}
		return err
	})
	return name, err
}

func okMarked(db *sql.DB, id int) (name string, err error) {
	err = retry.Do(func() error {
		err := db.QueryRow("SELECT name FROM users WHERE id = $1", id).Scan(&name)
		if errors.Is(err, sql.ErrNoRows) {
			return retry.Unrecoverable(err)
		}
		return err
	})
	return name, err
}
