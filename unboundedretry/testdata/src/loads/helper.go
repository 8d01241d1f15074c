package loads

import (
	"context"
	"testing"
)

// A helper of tests, in a file whose name does not say so.
func nopeForTests(t *testing.T, c Client) {
	for {
		if _, err := c.Get(context.Background()); err == nil {
			return
		}
		t.Log("not yet")
	}
}
