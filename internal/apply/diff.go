package apply

import (
	"path/filepath"

	"github.com/retryvet/retryvet/internal/unidiff"
)

// Diff returns the change of a file as a unified diff that git apply and patch
// -p1 take, for a name that is relative.
func Diff(f File) string {
	name := filepath.ToSlash(f.Name)
	return unidiff.Of("a/"+name, "b/"+name, string(f.Old), string(f.New))
}
