// Package ends has functions that do not return.
package ends

import (
	"fmt"
	"os"
)

// Now ends the process.
func Now(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// Hard panics.
func Hard(err error) { panic(err) }

// Perhaps ends the process.
func Perhaps(err error) {
	if err == nil {
		return
	}
	os.Exit(1)
}
