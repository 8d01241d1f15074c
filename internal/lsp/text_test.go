package lsp

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/retryvet/retryvet/internal/report"
)

const unicodeText = "a\r\nä𝄞b\n\n\t日本\r\n\xffx"

// TestPositions goes from offsets to positions and back.
func TestPositions(t *testing.T) {
	text := newText(unicodeText)
	for _, test := range []struct {
		offset int
		want   position
		back   int // where the position leads
	}{
		{0, position{0, 0}, 0},
		{1, position{0, 1}, 1},
		{2, position{0, 1}, 1}, // within the line break
		{3, position{1, 0}, 3},
		{5, position{1, 1}, 5},
		{9, position{1, 3}, 9},
		{10, position{1, 4}, 10},
		{11, position{2, 0}, 11},
		{12, position{3, 0}, 12},
		{13, position{3, 1}, 13},
		{16, position{3, 2}, 16},
		{21, position{4, 0}, 21},
		{22, position{4, 1}, 22},
		{99, position{4, 2}, len(unicodeText)},
		{-1, position{0, 0}, 0},
	} {
		if got := text.position(test.offset); got != test.want {
			t.Errorf("offset %d: %v, want %v", test.offset, got, test.want)
		}
		if got := text.offset(test.want); got != test.back {
			t.Errorf("position %v: %d, want %d", test.want, got, test.back)
		}
	}
	for _, test := range []struct {
		p    position
		want int
	}{
		{position{1, 2}, 5}, // within a pair of code units
		{position{1, 99}, 10},
		{position{0, 99}, 1},
		{position{99, 0}, len(unicodeText)},
		{position{-1, 3}, 0},
	} {
		if got := text.offset(test.p); got != test.want {
			t.Errorf("position %v: %d, want %d", test.p, got, test.want)
		}
	}
	// Go's lines and columns, in bytes from 1.
	for _, test := range []struct {
		line, col int
		want      position
	}{
		{2, 3, position{1, 1}}, {2, 7, position{1, 3}}, {4, 0, position{3, 0}}, {4, 99, position{3, 3}}, {0, 0, position{}}, {99, 1, position{4, 2}},
	} {
		if got := text.place(test.line, test.col); got != test.want {
			t.Errorf("line %d, column %d: %v, want %v", test.line, test.col, got, test.want)
		}
	}
}

// FuzzApply applies a change by code units, and by counting them one by one in
// UTF-16, as an editor does that holds its text so.
func FuzzApply(f *testing.F) {
	f.Add("a\nb𝄞c\r\n", 1, 1, 1, 3, "x")
	f.Add(unicodeText, 3, 0, 1, 1, "\r\n")
	f.Add("", 0, 0, 9, 9, "é")
	f.Fuzz(func(t *testing.T, content string, line, char, toLine, toChar int, with string) {
		if !utf8.ValidString(content) || !utf8.ValidString(with) {
			t.Skip("no editor has such a text")
		}
		r := textRange{position{line, char}, position{toLine, toChar}}
		got := newText(content).apply(contentChange{Range: &r, Text: with})
		start, end := unit(content, r.Start), unit(content, r.End)
		if end < start {
			start, end = end, start
		}
		units := utf16.Encode([]rune(content))
		want := string(utf16.Decode(units[:start])) + with + string(utf16.Decode(units[end:]))
		if got.content != want {
			t.Errorf("%q with %q in %v: %q, want %q", content, with, r, got.content, want)
		}
	})
}

// FuzzEdits applies the edits that make one text of another.
func FuzzEdits(f *testing.F) {
	f.Add("import (\n\t\"a\"\n\t\"c\"\n)\n\nvar x = y\n", "import (\n\t\"a\"\n\t\"b\"\n\t\"c\"\n)\n\nvar x = b.J(y)\n")
	f.Add("a\r\nb𝄞\r\n", "a\nb𝄞b\r\n")
	f.Add("", "x")
	f.Fuzz(func(t *testing.T, before, after string) {
		if !utf8.ValidString(before) || !utf8.ValidString(after) || strings.ReplaceAll(before, "\r\n", "") != strings.ReplaceAll(before, "\r", "") {
			t.Skip("no source is like that")
		}
		got := before
		for _, e := range slices.Backward(edits(newText(before), after)) {
			start, end := newText(before).offset(e.Range.Start), newText(before).offset(e.Range.End)
			got = got[:start] + e.NewText + got[end:]
		}
		if got != after {
			t.Errorf("%q became %q, want %q", before, got, after)
		}
	})
}

// unit returns the offset of a position in UTF-16 code units.
func unit(content string, p position) int {
	if p.Line < 0 {
		return 0
	}
	lines := strings.SplitAfter(content, "\n")
	at := 0
	for i, line := range lines {
		if i == p.Line {
			line = strings.TrimSuffix(line, "\n")
			if i+1 < len(lines) {
				line = strings.TrimSuffix(line, "\r")
			}
			units := utf16.Encode([]rune(line))
			n := min(max(p.Character, 0), len(units))
			if n > 0 && n < len(units) && utf16.IsSurrogate(rune(units[n])) && units[n] >= 0xdc00 {
				n--
			}
			return at + n
		}
		at += len(utf16.Encode([]rune(line)))
	}
	return at
}

// TestRanges: what is underlined is on one line, and never nothing.
func TestRanges(t *testing.T) {
	text := newText("for x {\n\ttime.Sleep(é)\r\n}\n")
	for _, test := range []struct {
		place report.Place
		want  textRange
	}{
		{report.Place{Line: 1, Col: 1, EndLine: 3, EndCol: 2}, textRange{position{0, 0}, position{0, 7}}},
		{report.Place{Line: 2, Col: 2, EndLine: 2, EndCol: 2}, textRange{position{1, 1}, position{1, 11}}},
		{report.Place{Line: 2, Col: 2}, textRange{position{1, 1}, position{1, 11}}},
		{report.Place{Line: 2, Col: 13, EndLine: 2, EndCol: 15}, textRange{position{1, 12}, position{1, 13}}},
		{report.Place{Line: 2, Col: 12}, textRange{position{1, 11}, position{1, 12}}},
		{report.Place{Line: 99, Col: 1}, textRange{position{3, 0}, position{3, 0}}},
	} {
		if got := rangeOf(text, test.place); got != test.want {
			t.Errorf("%v: %v, want %v", test.place, got, test.want)
		}
	}
}

// TestURIs goes from paths to URIs and back, and reads what editors send.
func TestURIs(t *testing.T) {
	for _, path := range []string{"/a/b.go", "/a b/ü#?%.go"} {
		if got := pathOf(uriOf(path)); got != path {
			t.Errorf("%s: %s", path, got)
		}
	}
	for uri, want := range map[string]string{
		"file:///a/%62.go":      "/a/b.go",
		"file:///a/../b.go":     "/b.go",
		"untitled:a.go":         "",
		"vscode-vfs://x/y.go":   "",
		"file:":                 "",
		"://":                   "",
		"git:/a/b.go?ref=HEAD~": "",
	} {
		if got := pathOf(uri); got != want {
			t.Errorf("%s: %q, want %q", uri, got, want)
		}
	}
}

// TestIgnore: the directive stands where it silences the finding, whatever the
// syntax around it.
func TestIgnore(t *testing.T) {
	const comment = "//retryvet:ignore nojitter/fixed -- " + placeholder
	for _, test := range []struct{ name, src, want string }{
		{"statement", "package p\n\nfunc f() {\n\tHERE()\n}\n", "package p\n\nfunc f() {\n\t" + comment + "\n\tHERE()\n}\n"},
		{"in a call", "package p\n\nfunc f() {\n\tg(1,\n\t\tHERE)\n}\n", "package p\n\nfunc f() {\n\t" + comment + "\n\tg(1,\n\t\tHERE)\n}\n"},
		{"in a string's line", "package p\n\nvar s = `\n` + HERE\n", "package p\n\n" + comment + "\nvar s = `\n` + HERE\n"},
		{"field", "package p\n\nvar c = T{\n\tA: HERE,\n}\n", "package p\n\nvar c = T{\n\t" + comment + "\n\tA: HERE,\n}\n"},
		{"condition", "package p\n\nfunc f() {\n\tif a &&\n\t\tHERE {\n\t}\n}\n", "package p\n\nfunc f() {\n\t" + comment + "\n\tif a &&\n\t\tHERE {\n\t}\n}\n"},
		{"Windows", "package p\r\n\r\nfunc f() {\r\n\tHERE()\r\n}\r\n", "package p\r\n\r\nfunc f() {\r\n\t" + comment + "\r\n\tHERE()\r\n}\r\n"},
	} {
		f := report.Finding{Analyzer: "nojitter", Category: "fixed"}
		before, _, _ := strings.Cut(test.src, "HERE")
		f.Line = strings.Count(before, "\n") + 1
		f.Col = len(before) - strings.LastIndex(before, "\n")
		got, ok := ignore(test.src, f)
		if !ok || got != test.want {
			t.Errorf("%s: %v\n%s\nwant\n%s", test.name, ok, got, test.want)
		}
	}
	for _, f := range []report.Finding{
		{Place: report.Place{Line: 9}, Analyzer: "nojitter"},
		{Analyzer: "nojitter"},
		{Place: report.Place{Line: 1, Col: 1}, Analyzer: "nojitter", Category: "directive"},
	} {
		if got, ok := ignore("package p\n", f); ok {
			t.Errorf("%+v: %q", f, got)
		}
	}
}
