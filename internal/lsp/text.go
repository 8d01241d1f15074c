package lsp

import (
	"sort"
	"strings"
	"unicode/utf8"
)

// A text is the contents of a file, with its lines found once.
//
// The protocol counts columns in UTF-16 code units, Go in bytes. A line ends
// with a line feed, as it does for Go, and the carriage return before it counts
// as a part of the line's end. One that stands alone ends no line: the protocol
// says that it does, but editors do not agree, and gofmt leaves none in a file.
type text struct {
	content string
	starts  []int // offset of each line
}

func newText(content string) *text {
	t := &text{content: content, starts: []int{0}}
	for i := range len(content) {
		if content[i] == '\n' {
			t.starts = append(t.starts, i+1)
		}
	}
	return t
}

// line returns a line, counted from 0, without its end.
func (t *text) line(n int) string {
	if n < 0 || n >= len(t.starts) {
		return ""
	}
	end := len(t.content)
	if n+1 < len(t.starts) {
		end = t.starts[n+1] - 1
	}
	line := t.content[t.starts[n]:end]
	if n+1 < len(t.starts) {
		line = strings.TrimSuffix(line, "\r")
	}
	return line
}

// offset returns the offset in bytes of a position. What is behind the end of a
// line is its end; what lies within a code point is its start.
func (t *text) offset(p position) int {
	switch {
	case p.Line < 0:
		return 0
	case p.Line >= len(t.starts):
		return len(t.content)
	}
	line := t.line(p.Line)
	units := 0
	for i, r := range line {
		units += units16(r)
		if units > p.Character {
			return t.starts[p.Line] + i
		}
	}
	return t.starts[p.Line] + len(line)
}

// position returns the position of an offset in bytes.
func (t *text) position(offset int) position {
	offset = min(max(offset, 0), len(t.content))
	line := sort.SearchInts(t.starts, offset+1) - 1
	column := min(offset-t.starts[line], len(t.line(line)))
	return position{line, length16(t.line(line)[:column])}
}

// place returns the position of a line and a column in bytes, both from 1, as
// package go/token counts them. A column of 0 is the start of the line.
func (t *text) place(line, col int) position {
	if line < 1 {
		return position{}
	}
	if line > len(t.starts) {
		return t.position(len(t.content))
	}
	column := min(max(col-1, 0), len(t.line(line-1)))
	return position{line - 1, length16(t.line(line - 1)[:column])}
}

// units16 is the number of UTF-16 code units of a rune. A byte that is not valid
// UTF-8 is decoded as U+FFFD, which has one.
func units16(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}

func length16(s string) int {
	n := 0
	for _, r := range s {
		n += units16(r)
	}
	return n
}

// apply returns the text after a change.
func (t *text) apply(c contentChange) *text {
	if c.Range == nil {
		return newText(c.Text)
	}
	start, end := t.offset(c.Range.Start), t.offset(c.Range.End)
	if end < start {
		start, end = end, start
	}
	return newText(t.content[:start] + c.Text + t.content[end:])
}

// word returns the length of the name, with its selectors, that begins at an
// offset; at least that of one character if there is one.
func (t *text) word(offset int) int {
	rest := t.content[offset:]
	n := strings.IndexFunc(rest, func(r rune) bool {
		return r != '_' && r != '.' && (r < '0' || '9' < r) && (r < 'a' || 'z' < r) && (r < 'A' || 'Z' < r) && r < utf8.RuneSelf
	})
	switch {
	case n > 0:
		return n
	case n < 0:
		return len(rest)
	}
	_, size := utf8.DecodeRuneInString(rest)
	return size
}
