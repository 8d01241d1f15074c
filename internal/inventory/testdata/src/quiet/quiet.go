// Package quiet retries nothing, so there is nothing to write down.
package quiet

import "strings"

func words(text string) (out []string) {
	for _, w := range strings.Fields(text) {
		out = append(out, strings.ToUpper(w))
	}
	return out
}
