package driver

import (
	"testing"
	"time"
)

// TestUnitCounter counts units however the stream is cut.
func TestUnitCounter(t *testing.T) {
	const stream = "{}\n{\n\t\"a\": {\n\t\t\"nojitter\": [\n\t\t\t{\n\t\t\t\t\"message\": \"} {}\"\n\t\t\t}\n\t\t]\n\t}\n}\n{}\n"
	for size := 1; size <= len(stream); size++ {
		var c unitCounter
		for rest := stream; rest != ""; {
			n := min(size, len(rest))
			if got, err := c.Write([]byte(rest[:n])); got != n || err != nil {
				t.Fatal(got, err)
			}
			rest = rest[n:]
		}
		if got := c.units.Load(); got != 3 || c.String() != stream {
			t.Errorf("in pieces of %d: %d units, kept %q", size, got, c.String())
		}
	}
}

func TestProgressLine(t *testing.T) {
	for _, c := range []struct {
		units, packages int
		want            string
	}{
		{0, 1, "retryvet: 0 of 1 package, 2 s (the first run reads all dependencies)"},
		{3, 80, "retryvet: 3 of 80 packages, 2 s"},
		{9, 8, "retryvet: 8 of 8 packages, 2 s"}, // external tests are units, too
	} {
		if got := progressLine(c.units, c.packages, 2*time.Second); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
