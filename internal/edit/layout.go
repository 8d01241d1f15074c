package edit

import (
	"bytes"
	"go/format"
	"slices"
)

// layOut adds to the changes of a file that was formatted what gofmt would
// change in the result: a longer line moves the comments that are aligned with
// its own. Only white space differs, so both texts are walked side by side. If
// more than that differs the changes are left as they are.
func layOut(src []byte, changes []change) []change {
	raw := apply(src, changes)
	formatted, err := format.Source(raw)
	if err != nil || bytes.Equal(raw, formatted) {
		return changes
	}
	spaces, ok := respace(raw, formatted)
	if !ok {
		return changes
	}
	out := compose(src, changes, spaces)
	if !bytes.Equal(apply(src, out), formatted) {
		return changes
	}
	return out
}

// respace returns the changes of white space that turn from into to.
func respace(from, to []byte) (out []change, ok bool) {
	i, j := 0, 0
	for i < len(from) || j < len(to) {
		i2, j2 := skipSpace(from, i), skipSpace(to, j)
		if !bytes.Equal(from[i:i2], to[j:j2]) {
			out = append(out, change{i, i2, string(to[j:j2])})
		}
		i, j = i2, j2
		if i == len(from) && j == len(to) {
			break
		}
		if i == len(from) || j == len(to) || from[i] != to[j] {
			return nil, false
		}
		i, j = i+1, j+1
	}
	return out, true
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\t' || b[i] == '\n' || b[i] == '\r') {
		i++
	}
	return i
}

// A span is a piece of the text between two rounds of changes: it was
// start..end before the first, and is low..high after it.
type span struct {
	change
	low, high int
	first     bool // made by the first round
}

// compose returns changes of src that do what first and then second do; second
// counts in the text that first leaves.
func compose(src []byte, first, second []change) []change {
	var spans []span
	shift := 0
	for _, c := range first {
		spans = append(spans, span{c, c.start + shift, c.start + shift + len(c.text), true})
		shift += len(c.text) - (c.end - c.start)
	}
	for _, c := range slices.Backward(second) { // so that what lies before it keeps its place
		spans = place(spans, c)
	}
	out := make([]change, len(spans))
	for i, s := range spans {
		out[i] = s.change
	}
	return out
}

// place adds a change of the middle text to the spans, which are in order:
// alone, or as part of those that it touches.
func place(spans []span, c change) []span {
	at, shift := 0, 0
	for at < len(spans) && spans[at].high < c.start {
		shift = spans[at].high - spans[at].end
		at++
	}
	upTo := at
	for upTo < len(spans) && spans[upTo].low <= c.end {
		upTo++
	}
	s := span{change: change{c.start - shift, c.end - shift, c.text}, low: c.start, high: c.end}
	if at < upTo {
		s = absorb(spans[at:upTo], c)
	}
	return append(spans[:at:at], append([]span{s}, spans[upTo:]...)...)
}

// absorb applies a change to the one span that it touches. A change that joins
// several is not made: nothing needs it, and layOut sees that it is missing.
func absorb(touched []span, c change) span {
	s := touched[0]
	if len(touched) > 1 || !s.first {
		return s
	}
	low, high := max(c.start, s.low), min(c.end, s.high)
	s.text = s.text[:low-s.low] + c.text + s.text[high-s.low:]
	s.start -= s.low - min(c.start, s.low)
	s.end += max(c.end, s.high) - s.high
	s.low, s.high = min(c.start, s.low), max(c.end, s.high)
	return s
}
