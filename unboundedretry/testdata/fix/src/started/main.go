// Command started waits for what it depends on.
package main

import (
	"math/rand/v2"
	"net"
	"time"
)

func main() {
	for { // want "unboundedretry/attempts"
		conn, err := net.Dial("tcp", "db.example:5432")
		if err == nil {
			conn.Close()
			break
		}
		time.Sleep(rand.N(time.Second))
	}
}
