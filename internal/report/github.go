package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// GitHub prints findings as workflow commands, of which a job on GitHub makes
// annotations: errors, warnings for advice, notices for what is ignored.
//
// The form is that of GitHub's documentation, "Workflow commands"; it takes the
// characters below only if they are escaped.
func GitHub(w io.Writer, r *Report) error {
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	out := bufio.NewWriter(w)
	for _, f := range r.Findings {
		command := "error"
		switch {
		case f.Ignored != nil:
			command = "notice"
		case f.Tier == Advice:
			command = "warning"
		}
		var at []string
		add := func(name string, value any) { at = append(at, name+"="+property.Replace(fmt.Sprint(value))) }
		if file, _ := r.fromRoot(f.File); file != "" {
			add("file", file)
		}
		for _, number := range []struct {
			name  string
			value int
		}{{"line", f.Line}, {"endLine", f.EndLine}, {"col", f.Col}, {"endColumn", f.EndCol}} {
			if number.value > 0 {
				add(number.name, number.value)
			}
		}
		add("title", f.Rule())
		message := f.Message
		for _, rel := range f.Related {
			rel.File, _ = r.fromRoot(rel.File)
			message += fmt.Sprintf("\n%s: %s", rel.Place, rel.Message)
		}
		if f.Ignored != nil {
			message += "\nignored: " + f.Ignored.Message
		}
		fmt.Fprintf(out, "::%s %s::%s\n", command, strings.Join(at, ","), data.Replace(message))
	}
	return out.Flush()
}
