// Package store keeps orders in the shop's database.
package store

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"time"

	"example.test/shop/retry"
)

const connectAttempts = 8

// Store is the orders database.
type Store struct{ db *sql.DB }

// Open waits until the database answers, which it does not while it is being
// moved to another host.
func Open(ctx context.Context, db *sql.DB) (*Store, error) {
	var err error
	for attempt := 1; attempt <= connectAttempts; attempt++ {
		if err = db.PingContext(ctx); err == nil {
			return &Store{db: db}, nil
		}
		slog.Warn("database not reachable", "attempt", attempt, "error", err)
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Duration(attempt) * 500 * time.Millisecond): // expect: nojitter/linear
		}
	}
	return nil, fmt.Errorf("database, %d attempts: %w", connectAttempts, err)
}

// AddNote writes a line into an order's history.
func (s *Store) AddNote(ctx context.Context, order, text string) error {
	return retry.Do(ctx, 3, func(ctx context.Context) error {
		_, err := s.db.ExecContext(ctx, // expect: nonidempotent/sql
			`INSERT INTO order_notes (order_id, noted_at, text) VALUES ($1, now(), $2)`, order, text)
		return err
	})
}

// SaveOrder writes an order. The order's ID was drawn by the caller, so that a
// repeat changes nothing.
func (s *Store) SaveOrder(ctx context.Context, order, sku string, pieces int) error {
	return retry.Do(ctx, 3, func(ctx context.Context) error {
		_, err := s.db.ExecContext(ctx, `INSERT INTO orders (id, sku, pieces) VALUES ($1, $2, $3)
			ON CONFLICT (id) DO NOTHING`, order, sku, pieces)
		return err
	})
}

// SetStatus moves an order to another state.
func (s *Store) SetStatus(ctx context.Context, order, status string) error {
	return retry.Do(ctx, 3, func(ctx context.Context) error {
		_, err := s.db.ExecContext(ctx, `UPDATE orders SET status = $2 WHERE id = $1`, order, status)
		return err
	})
}
