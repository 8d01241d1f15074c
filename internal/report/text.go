package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Text prints one line for each finding,
//
//	file:line:col: message (analyzer/category)
//
// and below it, indented by a tab, one for each related place, and one for the
// directive that silences it.
func Text(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	for _, f := range r.Findings {
		fmt.Fprintf(out, "%s: %s (%s)\n", r.shownPlace(f.Place), oneLine(f.Message), f.Rule())
		for _, rel := range f.Related {
			fmt.Fprintf(out, "\t%s: %s\n", r.shownPlace(rel.Place), oneLine(rel.Message))
		}
		if f.Ignored != nil {
			fmt.Fprintf(out, "\t%s\n", r.ignored(f))
		}
	}
	return out.Flush()
}

// ignored tells where and why a finding is silenced.
func (r *Report) ignored(f Finding) string {
	return fmt.Sprintf("%s: ignored: %s", r.shownPlace(f.Ignored.Place), oneLine(f.Ignored.Message))
}

// String is the place as compilers print it, as far as it is known.
func (p Place) String() string {
	switch {
	case p.File == "":
		return "-"
	case p.Line == 0:
		return p.File
	case p.Col == 0:
		return fmt.Sprintf("%s:%d", p.File, p.Line)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Col)
}

// oneLine keeps a message from ending its line: what reads us goes by lines.
func oneLine(message string) string {
	return strings.Join(strings.FieldsFunc(message, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
}
