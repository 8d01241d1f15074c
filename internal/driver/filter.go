package driver

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"github.com/retryvet/retryvet/internal/report"
)

// filter decides which findings are shown.
type filter struct {
	settings *settings
	asked    map[string]goPackage // packages that were asked for, by import path
	isMade   map[string]bool      // files, by path: generated or not
}

func newFilter(s *settings, asked []goPackage) *filter {
	f := &filter{s, make(map[string]goPackage), make(map[string]bool)}
	for _, p := range asked {
		f.asked[p.ImportPath] = p
	}
	return f
}

// apply returns the findings to show, with absolute paths.
func (f *filter) apply(found []unitFinding) []report.Finding {
	var shown []report.Finding
	for _, one := range found {
		pkg, ok := f.pkg(one.unit)
		if !ok {
			continue // a dependency; see unmask
		}
		one.File = locate(pkg.Dir, one.File)
		if !f.settings.policy.place(&one.Finding) || !f.shows(one.Finding) {
			continue
		}
		for i, r := range one.Related {
			one.Related[i].File = locate(pkg.Dir, r.File)
		}
		if one.Ignored != nil {
			one.Ignored.File = locate(pkg.Dir, one.Ignored.File)
		}
		for _, fix := range one.Fixes {
			for i, e := range fix.Edits {
				fix.Edits[i].File = locate(pkg.Dir, e.File)
			}
		}
		shown = append(shown, one.Finding)
	}
	return shown
}

// pkg returns the package that a unit belongs to, if it was asked for.
func (f *filter) pkg(unit string) (goPackage, bool) {
	if p, ok := f.asked[unit]; ok {
		return p, true
	}
	p, ok := f.asked[strings.TrimSuffix(unit, "_test")] // external test package
	return p, ok
}

// shows reports whether the settings let a finding through.
func (f *filter) shows(one report.Finding) bool {
	if !f.settings.enabled[one.Analyzer] {
		return false
	}
	show := f.settings.filters[one.Analyzer]
	switch {
	case one.Ignored != nil && !f.settings.policy.showIgnored:
		return false
	case one.Tier == report.Advice && !show.advice && one.Ignored == nil && !f.settings.policy.asksFor(one):
		return false
	case strings.HasSuffix(one.File, "_test.go") && !show.tests:
		return false
	case !show.generated && f.isGenerated(one.File):
		return false
	}
	return true
}

// isGenerated reports whether a program wrote a file: Go says so in a comment
// at its top, anything else (a grammar, a template) was named by a //line
// comment of the file that was made of it. A file that cannot be read counts
// as written by a person, so that nothing is lost.
func (f *filter) isGenerated(file string) bool {
	if file == "" {
		return false
	}
	if filepath.Ext(file) != ".go" {
		return true
	}
	made, ok := f.isMade[file]
	if !ok {
		syntax, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.PackageClauseOnly|parser.ParseComments)
		made = err == nil && ast.IsGenerated(syntax)
		f.isMade[file] = made
	}
	return made
}

// locate makes the path of a file of the package in dir absolute. Positions
// have absolute paths, but for cgo, whose //line comments -trimpath shortens.
func locate(dir, file string) string {
	if file == "" || filepath.IsAbs(file) {
		return file
	}
	inside := filepath.Join(dir, filepath.Base(file))
	if _, err := os.Stat(inside); err != nil {
		return file
	}
	return inside
}

// workingFolders returns the names of the working folder: as the shell has it
// and, as the go command may use that instead, without symbolic links.
func workingFolders() []string {
	wd, err := os.Getwd()
	if err != nil {
		return nil
	}
	folders := []string{wd}
	if real, err := filepath.EvalSymlinks(wd); err == nil && real != wd {
		folders = append(folders, real)
	}
	return folders
}

// shortest makes the path of a file relative to the working folder, where that
// is shorter: it is then what a shell or an editor can open.
func shortest(folders []string, file string) string {
	if !filepath.IsAbs(file) {
		return file
	}
	best := file
	for _, folder := range folders {
		if rel, err := filepath.Rel(folder, file); err == nil && len(rel) < len(best) {
			best = rel
		}
	}
	return best
}
