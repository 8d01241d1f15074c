package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// fingerprints returns a name for each finding that it keeps while code around
// it changes: a hash of its rule, its file and the words of its line, and which
// of those alike it is. Where the source cannot be read the message stands for
// the line.
func (r *Report) fingerprints() []string {
	seen := make(map[string]int)
	var prints []string
	for _, f := range r.Findings {
		file, _ := r.fromRoot(f.File)
		words := strings.Join(strings.Fields(r.line(f.File, f.Line)), " ")
		if words == "" {
			words = f.Message
		}
		sum := sha256.Sum256([]byte(f.Rule() + "\x00" + file + "\x00" + words))
		print := hex.EncodeToString(sum[:8])
		seen[print]++
		prints = append(prints, fmt.Sprintf("%s:%d", print, seen[print]))
	}
	return prints
}
