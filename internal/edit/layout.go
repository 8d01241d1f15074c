package edit

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
)

// longFile is how many bytes a file has of which only the parts that a fix
// touches are parsed and formatted: with one fix in each of a thousand functions
// the time would grow with the square of the file otherwise.
const longFile = 16 << 10

// partition returns where the parts of a long file begin that gofmt formats by
// themselves: the first reaches to the end of the imports, and others to the
// blank line before a declaration.
func (f *File) partition() []int {
	if len(f.src) < longFile {
		return nil
	}
	starts := []int{0}
	for i := 1; i < len(f.AST.Decls); i++ {
		if d, ok := f.AST.Decls[i].(*ast.GenDecl); ok && d.Tok == token.IMPORT {
			continue
		}
		end, begin := f.tok.Offset(f.AST.Decls[i-1].End()), f.tok.Offset(f.AST.Decls[i].Pos())
		if blank := bytes.Index(f.src[end:begin], []byte("\n\n")); blank >= 0 {
			starts = append(starts, end+blank+2)
		}
	}
	return starts
}

// laidOut returns the changes as gofmt would have their result, and whether there
// are any and the file can be parsed with them.
func (f *File) laidOut(changes []change) ([]change, bool) {
	t := f.touched(changes)
	near, ok := t.into(changes)
	if !ok {
		t = f.whole()
		near = changes
	}
	result := apply(t.src, near)
	if bytes.Equal(result, t.src) {
		return nil, false
	}
	if _, err := parser.ParseFile(token.NewFileSet(), "", result, parser.SkipObjectResolution); err != nil {
		return nil, false
	}
	if !f.clean {
		return changes, true
	}
	out, ok := t.back(layOut(t.src, near))
	if !ok {
		return changes, true
	}
	return out, true
}

// A clipping is the text of some parts of a file, one after the other.
type clipping struct {
	src   []byte
	parts []clippedPart
}

// A clippedPart is start..end of the file, and begins at place at of the clipping.
type clippedPart struct{ start, end, at int }

// whole returns the whole file.
func (f *File) whole() clipping {
	return clipping{f.src, []clippedPart{{0, len(f.src), 0}}}
}

// touched returns the parts that changes lie in, and the first, which makes a
// file of them. A clipping that is not as gofmt leaves it was cut in the middle of
// something: then it is the whole file.
func (f *File) touched(changes []change) clipping {
	var t clipping
	for _, i := range f.partsOf(changes) {
		start, end := f.parts[i], len(f.src)
		if i+1 < len(f.parts) {
			end = f.parts[i+1]
		}
		t.parts = append(t.parts, clippedPart{start, end, len(t.src)})
		t.src = append(t.src, f.src[start:end]...)
	}
	t.src = bytes.TrimRight(t.src, "\n")
	t.src = append(t.src, '\n')
	formatted, err := format.Source(t.src)
	if len(t.parts) == 0 || err != nil || f.clean && !bytes.Equal(t.src, formatted) {
		return f.whole()
	}
	return t
}

// partsOf returns which parts are touched, in order; the first always is.
func (f *File) partsOf(changes []change) []int {
	if len(f.parts) == 0 {
		return nil
	}
	touched := []int{0}
	for _, c := range changes {
		first, begins := slices.BinarySearch(f.parts, c.start)
		if !begins || first > 0 { // a change at a border touches the part before as well
			first--
		}
		last, _ := slices.BinarySearch(f.parts, c.end+1)
		for i := first; i < last; i++ {
			touched = append(touched, i)
		}
	}
	slices.Sort(touched)
	return slices.Compact(touched)
}

// into returns changes of the file as changes of the clipping.
func (t clipping) into(changes []change) ([]change, bool) {
	return moved(changes, func(c change) (by int, ok bool) {
		for _, p := range slices.Backward(t.parts) { // at a border the later one
			if p.start <= c.start && c.end <= p.end && c.end-p.start+p.at <= len(t.src) {
				return p.at - p.start, true
			}
		}
		return 0, false
	})
}

// back returns changes of the clipping as changes of the file.
func (t clipping) back(changes []change) ([]change, bool) {
	return moved(changes, func(c change) (by int, ok bool) {
		for _, p := range slices.Backward(t.parts) {
			if p.at <= c.start && c.end <= p.at+p.end-p.start {
				return p.start - p.at, true
			}
		}
		return 0, false
	})
}

// moved returns the changes with their places moved.
func moved(changes []change, by func(change) (int, bool)) (out []change, ok bool) {
	for _, c := range changes {
		n, ok := by(c)
		if !ok {
			return nil, false
		}
		out = append(out, change{c.start + n, c.end + n, c.text})
	}
	return out, true
}

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
