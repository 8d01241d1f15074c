// Package rows works on what a query returns.
package rows

import (
	"context"
	"database/sql"
	"time"
)

type worker interface {
	Do(ctx context.Context, id int) error
}

// Each row is worked on once.
func nopeRowByRow(ctx context.Context, w worker, rows *sql.Rows) error {
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			return err
		}
		if err := w.Do(ctx, id); err != nil {
			time.Sleep(time.Second)
			continue
		}
	}
	return rows.Err()
}

// The same row is worked on until that succeeds.
func yesEachRow(ctx context.Context, w worker, rows *sql.Rows) error {
	for rows.Next() {
		var id int
		if err := rows.Scan(&id); err != nil {
			return err
		}
		for n := 0; n < 3; n++ {
			if err := w.Do(ctx, id); err == nil {
				break
			}
			time.Sleep(time.Second) // want `nojitter/fixed`
		}
	}
	return rows.Err()
}
