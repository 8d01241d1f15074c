package directive

import "go/token"

// OwnedAt reports whether //retryvet:owner marks pos: its function, or the
// whole package by the package clause of any file.
func (s *Set) OwnedAt(pos token.Pos) bool {
	for _, d := range s.all {
		if d.Verb == "owner" && (d.wholeFile() || d.at(s, pos)) {
			d.used.Store(true)
			return true
		}
	}
	return false
}

func (d *Directive) wholeFile() bool {
	return d.to.IsValid() && d.from == token.Pos(d.file.Base())
}

// StaleOwners lists the owners that OwnedAt was never true for.
func (s *Set) StaleOwners() []*Directive {
	var out []*Directive
	for _, d := range s.all {
		if d.Verb == "owner" && !d.used.Load() {
			out = append(out, d)
		}
	}
	return out
}
