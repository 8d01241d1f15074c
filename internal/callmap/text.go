package callmap

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/retryvet/retryvet/internal/inventory"
)

// mostTextPaths is how many paths the text lists; the other formats list all.
const mostTextPaths = 50

// Text prints the map for people.
func (m *Map) Text(w io.Writer) error {
	var b strings.Builder
	b.WriteString("Which layer owns retries?\n")
	for _, line := range m.Answer() {
		b.WriteString("  " + line + "\n")
	}
	if len(m.Paths) > 0 {
		b.WriteString("\nWays on which attempts multiply, the worst first\n")
	}
	for i, p := range m.Paths {
		if i == mostTextPaths {
			fmt.Fprintf(&b, "  … and %d more (-json, -dot and -html show all)\n", len(m.Paths)-i)
			break
		}
		fmt.Fprintf(&b, "  %s: %s\n", p.Factors(), p.Way())
	}
	fmt.Fprintf(&b, "\nRetry sites: %d\n", len(m.Sites))
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	if len(m.Sites) > 0 {
		fmt.Fprintln(table, "  PLACE\tFORM\tATTEMPTS\tDELAYS\tSTOPS AT\tBUDGET\tOBSERVED\tTOLD APART\tIN\tTRIES AGAIN\tIDEMPOTENCY")
	}
	for i := range m.Sites {
		fmt.Fprintln(table, "  "+strings.Join(cells(&m.Sites[i]), "\t"))
	}
	table.Flush()
	if len(m.Unmatched) > 0 {
		b.WriteString("\nWithout a partner in what -mesh names\n")
		for _, u := range m.Unmatched {
			b.WriteString("  " + u + "\n")
		}
	}
	_, err := io.WriteString(w, trimLines(b.String()))
	return err
}

// trimLines drops blanks at the end of lines, which a table leaves.
func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// cells shows a site as a row.
func cells(s *inventory.Site) []string {
	return []string{
		fmt.Sprintf("%s:%d:%d", s.Place.File, s.Place.Line, s.Place.Col),
		FormOf(s), AttemptsOf(s), Delays(s), Stops(s), Checked(s.Budgeted), Checked(s.Observed), Checked(s.Apart), s.Func, strings.Join(s.Calls, ", "), Idempotency(s),
	}
}

// FormOf shows the form of a site and what keeps it from being a layer.
func FormOf(s *inventory.Site) string {
	switch {
	case s.Conflict:
		return s.Form + " (conflicts)"
	case s.Handed:
		return s.Form + " (of a helper)"
	}
	return s.Form
}

// AttemptsOf shows how often a site tries.
func AttemptsOf(s *inventory.Site) string {
	switch {
	case s.Attempts > 0 && s.Count == "default":
		return strconv.Itoa(s.Attempts) + " (default)"
	case s.Attempts > 0:
		return strconv.Itoa(s.Attempts)
	case s.Endless:
		return "no limit"
	}
	return "not known"
}

// Delays shows the schedules of a site.
func Delays(s *inventory.Site) string {
	var texts []string
	for i := range s.Schedules {
		text := s.Schedules[i].String()
		if s.Schedules[i].Default {
			text += " (default)"
		}
		texts = append(texts, text)
	}
	switch {
	case len(texts) > 0:
		return strings.Join(texts, "; ")
	case s.Form == "loop" || s.Form == "recursion" || s.Form == "keep-alive":
		return "none"
	}
	return "not known"
}

// Stops shows what makes a site give up.
func Stops(s *inventory.Site) string {
	if len(s.Bound) == 0 {
		if s.Endless {
			return "nothing"
		}
		return "not known"
	}
	return strings.Join(s.Bound, ", ")
}

// Checked shows the answer to a question of a review.
func Checked(answer string) string {
	if answer == "" {
		return "?"
	}
	return answer
}

// Idempotency shows what a site may do twice, and the key that prevents it.
func Idempotency(s *inventory.Site) string {
	var texts []string
	for _, send := range s.Sends {
		text := send.What
		switch {
		case send.Key != "" && send.Stable:
			text += ": " + send.Key
		case send.Key != "":
			text += ": " + send.Key + " is new with each attempt"
		case send.Twice && send.Open:
			text += ": key not known"
		case send.Twice:
			text += ": no key"
		default:
			continue
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, "; ")
}

// Factors shows the product: 3 × 4 = 12 requests for one.
func (p Path) Factors() string {
	var factors []string
	for i := range p.Layers {
		factors = append(factors, factor(&p.Layers[i]))
	}
	out := strings.Join(factors, " × ")
	if p.Product > 0 {
		out += " = " + strconv.Itoa(p.Product)
	}
	return out
}

// factor shows the attempts of a layer: a number, n if it is not known, ∞ if
// only cancellation ends it.
func factor(l *Layer) string {
	switch {
	case l.Attempts > 0:
		return strconv.Itoa(l.Attempts)
	case l.Endless:
		return "∞"
	}
	return "n"
}

// Way shows the layers with the functions between them.
func (p Path) Way() string {
	var parts []string
	for i := range p.Layers {
		l := &p.Layers[i]
		if i > 0 {
			for _, name := range l.Via {
				if name != l.Name {
					parts = append(parts, name)
				}
			}
		}
		parts = append(parts, l.Title())
	}
	return strings.Join(parts, " → ")
}

// Title names a layer and where it stands.
func (l *Layer) Title() string {
	text := l.Name
	switch {
	case l.Place.File != "":
		text += fmt.Sprintf(" (%s:%d", l.Place.File, l.Place.Line)
	case l.At != "":
		text += " (" + l.At
	default:
		text += " (" + factor(l)
	}
	if l.Count == "default" {
		text += ", by default"
	}
	return text + ")"
}

// Answer says in a few lines which layer owns retries.
func (m *Map) Answer() []string {
	var out []string
	for i := range m.Owner.Marked {
		out = append(out, m.Owner.Marked[i].Title()+" is marked as the owner.")
	}
	if len(out) == 0 {
		out = append(out, "No layer is marked as the owner (//retryvet:owner).")
	}
	if len(m.Paths) == 0 {
		return append(out, "On no way that can be seen does more than one layer retry.")
	}
	worst := m.Paths[0]
	out = append(out, fmt.Sprintf("On %s more than one layer retries; on the worst, one request becomes %s.", count(len(m.Paths), "way"), worst.Factors()))
	if m.Owner.Offences > 0 {
		out = append(out, fmt.Sprintf("On %d of them the owner is one of several.", m.Owner.Offences))
	}
	if s := m.Owner.Shared; s != nil && len(m.Owner.Marked) == 0 && len(m.Paths) > 1 && m.Owner.Solved > 1 {
		out = append(out, fmt.Sprintf("%s is on %d of the %d: if it alone retried there, nothing would multiply on these.", s.Title(), m.Owner.Solved, len(m.Paths)))
	}
	return out
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
