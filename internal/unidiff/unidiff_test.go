package unidiff

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/aymanbagabas/go-udiff"
	"github.com/bluekeyes/go-gitdiff/gitdiff"
)

// numbered returns n lines, some of which are replaced.
func numbered(n int, changed map[int]string) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		if text, ok := changed[i]; ok {
			b.WriteString(text)
			continue
		}
		fmt.Fprintf(&b, "%d\n", i)
	}
	return b.String()
}

var anyHeader = regexp.MustCompile(`(?m)^@@ .*$`)

func TestHeaders(t *testing.T) {
	tests := []struct {
		name, before, after string
		want                []string
	}{
		{"two changes in the first hunk", numbered(60, nil), numbered(60, map[int]string{10: "a\nb\n", 14: "c\nd\n", 40: "e\n"}),
			[]string{"@@ -7,11 +7,13 @@", "@@ -37,7 +39,7 @@"}},
		{"three, and lines go", numbered(60, nil), numbered(60, map[int]string{10: "", 13: "c\n", 17: "", 40: "e\n", 55: "f\ng\nh\n"}),
			[]string{"@@ -7,14 +7,12 @@", "@@ -37,7 +35,7 @@", "@@ -52,7 +50,9 @@"}},
		{"one each", numbered(60, nil), numbered(60, map[int]string{2: "a\nb\n", 40: "e\n"}), []string{"@@ -1,5 +1,6 @@", "@@ -37,7 +38,7 @@"}},
		{"one line", "a\n", "b\n", []string{"@@ -1 +1 @@"}},
		{"from nothing", "", "a\nb\n", []string{"@@ -0,0 +1,2 @@"}},
		{"to nothing", "a\nb\n", "", []string{"@@ -1,2 +0,0 @@"}},
		{"looks like headers", "@@ -1 +1 @@\n--- a\n", "@@ -9 +9 @@\n--- a\n+++ b", []string{"@@ -1,2 +1,3 @@"}},
		{"none", "a", "a", nil},
	}
	for _, test := range tests {
		diff := Of("a/x", "b/x", test.before, test.after)
		if got := anyHeader.FindAllString(diff, -1); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, not %q", test.name, got, test.want)
		}
		check(t, diff, test.before, test.after)
	}
}

func TestOfEdits(t *testing.T) {
	text := numbered(40, nil)
	at := func(line string) int { return strings.Index(text, "\n"+line+"\n") + 1 }
	edits := []udiff.Edit{{Start: at("5"), End: at("5"), New: "new\n"}, {Start: at("8"), End: at("8"), New: "new\n"}, {Start: at("30"), End: at("31"), New: ""}}
	diff, err := OfEdits("x", "x", text, edits, 2)
	if got := anyHeader.FindAllString(diff, -1); err != nil || !slices.Equal(got, []string{"@@ -3,7 +3,9 @@", "@@ -28,5 +30,4 @@"}) {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := OfEdits("x", "x", "a", []udiff.Edit{{Start: 5, End: 6}}, 2); err == nil {
		t.Error("an edit outside of the text: no error")
	}
}

// FuzzOf: what a hunk says of the old and the new text is what they have there,
// and the diff makes one of the other.
func FuzzOf(f *testing.F) {
	f.Add(numbered(60, nil), numbered(60, map[int]string{10: "a\nb\n", 14: "c\nd\n", 40: "e\n"}))
	f.Add("", "a")
	f.Add("@@ -1 +1 @@\n-\n", "\r\n@@\n")
	f.Fuzz(func(t *testing.T, before, after string) { check(t, Of("a/x", "b/x", before, after), before, after) })
}

func check(t *testing.T, diff, before, after string) {
	if before == after {
		if diff != "" {
			t.Errorf("equal, and yet %q", diff)
		}
		return
	}
	files, _, err := gitdiff.Parse(strings.NewReader(diff))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v in %q", err, diff)
	}
	var got bytes.Buffer
	if err := gitdiff.Apply(&got, strings.NewReader(before), files[0]); err != nil || got.String() != after {
		t.Errorf("%v, and %q instead of %q by %q", err, got.String(), after, diff)
	}
	for _, part := range files[0].TextFragments {
		var olds, news strings.Builder
		for _, line := range part.Lines {
			if line.Old() {
				olds.WriteString(line.Line)
			}
			if line.New() {
				news.WriteString(line.Line)
			}
		}
		has(t, before, part.OldPosition, part.OldLines, olds.String())
		has(t, after, part.NewPosition, part.NewLines, news.String())
	}
}

// has checks that a text has n lines from the one with the number at.
func has(t *testing.T, text string, at, n int64, want string) {
	if n == 0 {
		at++
	}
	lines := strings.SplitAfter(text, "\n")
	if got := strings.Join(lines[at-1:min(at-1+n, int64(len(lines)))], ""); got != want {
		t.Errorf("lines %d to %d are %q, not %q", at, at+n-1, got, want)
	}
}
