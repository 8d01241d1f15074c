// Package ledger keeps accounts in a database and tells people by mail.
package ledger

import (
	"context"
	"database/sql"
	"net/smtp"
	"time"
)

func again(f func() error) (err error) {
	for range 4 {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func book(ctx context.Context, db *sql.DB, cents int64) error {
	return again(func() error {
		_, err := db.ExecContext(ctx, "INSERT INTO bookings (cents) VALUES ($1)", cents) // want `INSERT is executed up to 4 times by again`
		return err
	})
}

func add(ctx context.Context, db *sql.DB, cents int64) error {
	return again(func() error {
		_, err := db.ExecContext(ctx, "UPDATE accounts SET cents = cents + $1", cents) // want `UPDATE is executed`
		return err
	})
}

func nopeSet(ctx context.Context, db *sql.DB, cents int64) error {
	return again(func() error {
		_, err := db.ExecContext(ctx, "UPDATE accounts SET cents = $1", cents)
		return err
	})
}

func nopeWhole(ctx context.Context, db *sql.DB, cents int64) error {
	return again(func() error {
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		if _, err := tx.ExecContext(ctx, "UPDATE accounts SET cents = cents + $1", cents); err != nil {
			return err
		}
		return tx.Commit()
	})
}

func tell(to string, text []byte) error {
	return again(func() error {
		return smtp.SendMail("mail.example:25", nil, "ledger@example", []string{to}, text) // want `SendMail is called up to 4 times by again`
	})
}
