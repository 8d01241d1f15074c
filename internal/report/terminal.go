package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// Screen is a terminal.
type Screen struct {
	Color bool
	Width int // in characters; 0 if unknown
}

// Styles of a terminal, by the codes of ECMA-48.
const (
	bold   = "1"
	red    = "1;31"
	yellow = "1;33"
	dim    = "2"
)

func (s Screen) paint(style, text string) string {
	if !s.Color || text == "" {
		return text
	}
	return "\x1b[" + style + "m" + text + "\x1b[0m"
}

// Terminal prints findings for a person: the line of Text, the source with a
// mark below it, why it hurts in one line, related places, and a summary.
func (s Screen) Terminal(w io.Writer, r *Report) error {
	out := bufio.NewWriter(w)
	for _, f := range r.Findings {
		style := red
		if f.Tier == Advice {
			style = yellow
		}
		fmt.Fprintf(out, "%s %s %s\n", s.paint(bold, r.shownPlace(f.Place).String()+":"), expand(oneLine(f.Message)), s.paint(style, "("+f.Rule()+")"))
		s.source(out, r, f.Place, style)
		if why := r.Rule(f).Summary; why != "" {
			fmt.Fprintf(out, "%s%s\n", s.paint(dim, "      = "), expand(oneLine(plainWords(why))))
		}
		for _, rel := range f.Related {
			fmt.Fprintf(out, "%s%s: %s\n", s.paint(dim, "      > "), r.shownPlace(rel.Place), expand(oneLine(rel.Message)))
		}
		if f.Ignored != nil {
			fmt.Fprintf(out, "%s%s\n", s.paint(dim, "      > "), expand(r.ignored(f)))
		}
		fmt.Fprintln(out)
	}
	if n := len(r.Findings); n > 0 {
		fmt.Fprintf(out, "%s; retryvet explain %s says more\n", total(r.Findings), r.Findings[0].Rule())
	}
	return out.Flush()
}

// total counts findings in words.
func total(findings []Finding) string {
	advice, ignored := 0, 0
	for _, f := range findings {
		switch {
		case f.Ignored != nil:
			ignored++
		case f.Tier == Advice:
			advice++
		}
	}
	words := fmt.Sprintf("%d findings", len(findings))
	if len(findings) == 1 {
		words = "1 finding"
	}
	if advice > 0 {
		words += fmt.Sprintf(", %d of them advice", advice)
	}
	if ignored > 0 {
		words += fmt.Sprintf(", %d of them ignored", ignored)
	}
	return words
}

// gutter is the width of what stands before the source.
const gutter = 8

// source prints the line of a place and marks the place.
func (s Screen) source(out io.Writer, r *Report, p Place, style string) {
	line := r.line(p.File, p.Line)
	if strings.TrimSpace(line) == "" {
		return
	}
	end := len(line)
	if p.EndLine == p.Line && p.EndCol > p.Col {
		end = p.EndCol - 1
	}
	start := min(max(p.Col-1, 0), len(line))
	end = min(max(end, start), len(line))
	text := expand(line)
	from := columns(expand(line[:start]))
	to := max(from+1, columns(expand(line[:end])))
	text, from, to = s.cut(text, from, to)
	fmt.Fprintf(out, "%s %s\n", s.paint(dim, fmt.Sprintf("%5d |", p.Line)), text)
	if p.Col > 0 {
		mark := "^" + strings.Repeat("~", max(0, to-from-1))
		fmt.Fprintf(out, "%s %s%s\n", s.paint(dim, "      |"), strings.Repeat(" ", from), s.paint(style, mark))
	}
}

// cut makes a long line fit the screen, such that the mark at from can be seen.
func (s Screen) cut(text string, from, to int) (string, int, int) {
	room := s.Width - gutter
	if s.Width == 0 || columns(text) <= room || room < 20 {
		return text, from, to
	}
	shift := 0
	if from > room*2/3 {
		shift = from - room/3
	}
	var out strings.Builder
	at := 0
	for _, c := range text {
		if at >= shift && at+columnsOf(c) <= shift+room-1 {
			out.WriteRune(c)
		}
		at += columnsOf(c)
	}
	if at > shift+room-1 {
		out.WriteRune('…')
	}
	return out.String(), from - shift, min(to-shift, room)
}

// expand replaces tabs by spaces, up to the next column that four divides, and
// what a terminal might obey by a question mark.
func expand(line string) string {
	var out strings.Builder
	column := 0
	for _, c := range line {
		switch {
		case c == '\t':
			n := 4 - column%4
			out.WriteString(strings.Repeat(" ", n))
			column += n
		case unicode.IsControl(c):
			out.WriteByte('?')
			column++
		default:
			out.WriteRune(c)
			column += columnsOf(c)
		}
	}
	return out.String()
}

func columns(text string) (n int) {
	for _, c := range text {
		n += columnsOf(c)
	}
	return n
}

// columnsOf is how many columns a terminal takes for a character: none for
// marks above others, two for the scripts of East Asia.
func columnsOf(c rune) int {
	switch {
	case unicode.In(c, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.In(c, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana), 0xff01 <= c && c <= 0xff60, 0x1f300 <= c && c <= 0x1faff:
		return 2
	}
	return 1
}
