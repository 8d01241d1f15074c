package fixcheck

import (
	"fmt"
	"go/format"
	"path/filepath"
	"slices"

	"golang.org/x/tools/txtar"
)

// Golden returns, for each file with findings of an analyzer, the golden file
// that says what its fixes make of it: one section for each message.
func (w *World) Golden(analyzer string) (map[string][]byte, error) {
	out := map[string][]byte{}
	for _, p := range w.roots {
		found, err := w.find(p)
		if err != nil {
			return nil, err
		}
		golden := map[string]*txtar.Archive{}
		for _, message := range messages(found, analyzer) {
			files, err := applyAll(found, analyzer, message)
			if err != nil {
				return nil, err
			}
			for name, text := range files {
				if golden[name] == nil {
					golden[name] = &txtar.Archive{}
				}
				golden[name].Files = append(golden[name].Files, txtar.File{Name: message, Data: text})
			}
		}
		for name, archive := range golden {
			out[name+".golden"] = txtar.Format(archive)
		}
	}
	return out, nil
}

// messages lists the messages of an analyzer's fixes.
func messages(found []Finding, analyzer string) (out []string) {
	for _, f := range found {
		for _, fix := range f.Fixes {
			if filepath.Dir(f.Rule) == analyzer && !slices.Contains(out, fix.Message) {
				out = append(out, fix.Message)
			}
		}
	}
	slices.Sort(out)
	return out
}

// applyAll applies all fixes with a message.
func applyAll(found []Finding, analyzer, message string) (map[string][]byte, error) {
	var edits []Edit
	for _, f := range found {
		for _, fix := range f.Fixes {
			var ok bool
			if filepath.Dir(f.Rule) != analyzer || fix.Message != message {
				continue
			}
			if edits, ok = merge(edits, fix); !ok {
				return nil, fmt.Errorf("%s: fixes overlap", f.Pos)
			}
		}
	}
	files, err := apply(edits)
	for name := range files {
		if files[name], err = format.Source(files[name]); err != nil {
			return nil, err
		}
	}
	return files, err
}
