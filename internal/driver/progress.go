package driver

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"golang.org/x/term"
)

// unitCounter keeps what go vet -json prints, and counts the units as they come:
// each is an object whose last brace begins a line.
type unitCounter struct {
	bytes.Buffer
	inLine bool // something of the line has been seen
	brace  bool // the line is an opening brace so far
	units  atomic.Int64
}

func (c *unitCounter) Write(p []byte) (int, error) {
	for _, b := range p {
		switch {
		case b == '\n':
			c.inLine, c.brace = false, false
			continue
		case b == '}' && (!c.inLine || c.brace):
			c.units.Add(1)
		}
		c.brace = b == '{' && !c.inLine
		c.inLine = true
	}
	return c.Buffer.Write(p)
}

// Progress is shown late, so that a run from the cache shows none.
const (
	progressAfter = time.Second
	progressEvery = 200 * time.Millisecond
)

// showProgress shows on a terminal how far a run is, until stop is called.
func showProgress(stderr io.Writer, c *unitCounter, packages int) (stop func()) {
	file, ok := stderr.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return func() {}
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		start, shown := time.Now(), false
		ticker := time.NewTicker(progressEvery)
		defer ticker.Stop()
		for {
			select {
			case <-done:
				if shown {
					fmt.Fprint(file, "\r\x1b[K")
				}
				return
			case <-ticker.C:
			}
			if took := time.Since(start); took >= progressAfter {
				shown = true
				fmt.Fprint(file, "\r", progressLine(int(c.units.Load()), packages, took), "\x1b[K")
			}
		}
	}()
	return func() { close(done); <-ended }
}

// progressLine is what the terminal shows. The go command answers for a package
// when it is done, and a first run has much to do before that.
func progressLine(units, packages int, took time.Duration) string {
	line := fmt.Sprintf("retryvet: %d of %s, %.0f s", min(units, packages), count(packages, "package", "packages"), took.Seconds())
	if units == 0 {
		line += " (the first run reads all dependencies)"
	}
	return line
}
