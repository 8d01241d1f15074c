package apply

import (
	"fmt"
	"path"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/mod/module"

	"github.com/retryvet/retryvet/internal/report"
)

// Reference is the import path of the package that fixes prefer to use.
const Reference = "github.com/retryvet/retryvet/backoff"

// What the message of a fix ends with, and how that of a rewrite of a whole
// loop begins: by this the alternatives of a finding are told apart. A fix that
// ends with neither is the same in each style.
const (
	referenceMark = " [reference]"
	stdlibMark    = " [stdlib]"
	loopMark      = "rewrite the loop"
)

// Style says which of the alternatives is taken.
type Style struct {
	// Path is the package that takes the place of Reference: itself, or a
	// copy. It is "" if only the standard library is to be used.
	Path string
}

// ParseStyle reads the value of a flag: "reference", "stdlib", or the import
// path of a copy of the reference package.
func ParseStyle(value string) (Style, error) {
	switch value {
	case "reference":
		return Style{Reference}, nil
	case "stdlib":
		return Style{}, nil
	}
	if !strings.Contains(value, "/") {
		return Style{}, fmt.Errorf("%q is no style: want reference, stdlib, or the import path of a copy of the reference package", value)
	}
	if err := module.CheckImportPath(value); err != nil {
		return Style{}, err
	}
	return Style{value}, nil
}

// choose returns the fix to apply: the first that has the style, which may be
// one of the standard library's in any style. A whole loop is not rewritten
// unasked.
func (s Style) choose(fixes []report.Fix) (report.Fix, bool) {
	for _, f := range fixes {
		switch {
		case len(f.Edits) == 0, strings.HasPrefix(f.Message, loopMark):
		case s.Path == "" && strings.HasSuffix(f.Message, referenceMark):
		default:
			return f, true
		}
	}
	return report.Fix{}, false
}

// referenceImport is the import of the reference package in the text of an
// edit: a name, if it has one, and the path.
var referenceImport = regexp.MustCompile(`(\w+ )?` + regexp.QuoteMeta(strconv.Quote(Reference)))

// adapt makes edits import the copy in place of the reference package. The
// copy's package is named backoff, too, whatever its folder is called.
func (s Style) adapt(edits []report.Edit) []report.Edit {
	if s.Path == "" || s.Path == Reference {
		return edits
	}
	var adapted []report.Edit
	for _, e := range edits {
		e.New = referenceImport.ReplaceAllStringFunc(e.New, func(spec string) string {
			name, _, named := strings.Cut(spec, " ")
			switch {
			case named && name != "import":
				return name + " " + strconv.Quote(s.Path)
			case path.Base(s.Path) != path.Base(Reference):
				return strings.TrimSuffix(spec, strconv.Quote(Reference)) + path.Base(Reference) + " " + strconv.Quote(s.Path)
			}
			return strings.TrimSuffix(spec, strconv.Quote(Reference)) + strconv.Quote(s.Path)
		})
		adapted = append(adapted, e)
	}
	return adapted
}
