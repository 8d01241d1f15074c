package store

import (
	"context"
	"database/sql"

	"example.test/shop/retry"
)

// MovePoints gives loyalty points from one customer to another. A repeat
// begins a transaction of its own, after the failed one was rolled back.
func (s *Store) MovePoints(ctx context.Context, from, to string, points int) error {
	return retry.Do(ctx, 3, func(ctx context.Context) error {
		return s.inTx(ctx, func(tx *sql.Tx) error {
			const add = `UPDATE customers SET points = points + $2 WHERE id = $1`
			if _, err := tx.ExecContext(ctx, add, from, -points); err != nil {
				return err
			}
			_, err := tx.ExecContext(ctx, add, to, points)
			return err
		})
	})
}

func (s *Store) inTx(ctx context.Context, work func(*sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if err := work(tx); err != nil {
		return err
	}
	return tx.Commit()
}
