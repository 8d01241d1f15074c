package polling

import (
	"context"
	"errors"
	"time"
)

type replyError string

func (e replyError) Error() string { return string(e) }

// Errors that say that there is nothing yet.
var (
	ErrNoRows   = errors.New("no rows")
	ErrNotFound = errors.New("not found")
)

// Nil is an error that is a constant.
const Nil = replyError("redis: nil")

// Row is an answer.
type Row interface{ Scan(dest ...any) error }

// DB is a database on another host.
type DB interface {
	QueryRowContext(ctx context.Context, query string) Row
	Get(ctx context.Context, key string) (string, error)
}

func next(ctx context.Context, db DB) (id int64, err error) {
	err = db.QueryRowContext(ctx, "SELECT id FROM jobs").Scan(&id)
	return id, err
}

func nopeNoRows(ctx context.Context, db DB, h func(int64)) error {
	for {
		var id int64
		err := db.QueryRowContext(ctx, "SELECT id FROM jobs").Scan(&id)
		if errors.Is(err, ErrNoRows) {
			time.Sleep(time.Second)
			continue
		}
		if err != nil {
			return err
		}
		h(id)
	}
}

func nopeNextRow(ctx context.Context, db DB, h func(int64)) error {
	for {
		id, err := next(ctx, db)
		switch {
		case err == ErrNoRows:
			time.Sleep(time.Second)
		case err != nil:
			return err
		default:
			h(id)
		}
	}
}

func nopeNil(ctx context.Context, db DB) (string, error) {
	for {
		v, err := db.Get(ctx, "answer")
		if err == Nil {
			time.Sleep(time.Second)
			continue
		}
		return v, err
	}
}

func nopeNotFound(ctx context.Context, db DB) (string, error) {
	ticker := time.NewTicker(time.Second)
	defer ticker.Stop()
	for {
		v, err := db.Get(ctx, "answer")
		if err == nil {
			return v, nil
		}
		if !errors.Is(err, ErrNotFound) {
			return "", err
		}
		<-ticker.C
	}
}

func nopeSwitched(ctx context.Context, db DB) (string, error) {
	for {
		v, err := db.Get(ctx, "answer")
		switch err {
		case nil:
			return v, nil
		case ErrNotFound, Nil:
			time.Sleep(time.Second)
		default:
			return "", err
		}
	}
}
