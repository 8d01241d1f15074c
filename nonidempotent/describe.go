package nonidempotent

import (
	"github.com/retryvet/retryvet/internal/directive"
	"github.com/retryvet/retryvet/internal/retrysite"
)

// Describe tells an inventory what is sent, the header or field by which the
// other side can tell a repeat ("" if there is none), whether that is the same
// with each attempt, and whether a repeat may do it twice.
func Describe(marks *directive.Set, s *retrysite.Send) (name, key string, stable, twice bool) {
	stable, fresh := keyOf(s)
	twice = s.Doubles && !stable && !safe(s) && !marked(marks, s)
	switch {
	case fresh != nil:
		key = fresh.Name
	case stable:
		key = stableKey(s)
	}
	return what(s), key, stable, twice
}

// stableKey returns the name of the key that stays the same.
func stableKey(s *retrysite.Send) string {
	for i := range s.Keys {
		one := *s
		one.Keys, one.Paths = s.Keys[i:i+1], nil
		if stable, _ := keyOf(&one); stable {
			return s.Keys[i].Name
		}
	}
	return ""
}
