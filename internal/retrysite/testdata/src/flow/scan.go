package flow

import (
	"database/sql"
	"time"
)

// A variable from outside of the loop is handed in by its address.
func scan(db *sql.DB) (name string, err error) {
	for { // site: loop of Scan, bound none, waits constant computed
		if err = db.QueryRow("SELECT name FROM t").Scan(&name); err == nil {
			return name, nil
		}
		time.Sleep(time.Second)
	}
}
