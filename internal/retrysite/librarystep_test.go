package retrysite

import (
	"testing"

	"github.com/retryvet/retryvet/internal/delay"
)

// A select with many cases that change the delay made each choice lead to all
// the others; looking at every way through them took minutes.
func TestLibraryOfManyChoices(t *testing.T) {
	const wide, deep = 40, 8
	step := &delay.Node{Op: delay.Draw, Name: stepName}
	for _, want := range []bool{false, true} {
		layer := []*delay.Node{delay.Int(1)}
		if want {
			layer = append(layer, step)
		}
		for range deep {
			next := make([]*delay.Node, wide)
			for i := range next {
				next[i] = &delay.Node{Op: delay.Choice, Args: layer}
			}
			layer = next
		}
		w := &Wait{node: layer[0]}
		if got := w.Library(); got != want {
			t.Errorf("Library() = %t, want %t", got, want)
		}
	}
}
