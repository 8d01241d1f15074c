// Package unidiff writes unified diffs whose hunks say the right lines.
package unidiff

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/aymanbagabas/go-udiff"
)

// Context is the number of unchanged lines around a change that diff -u shows.
const Context = udiff.DefaultContextLines

// Of returns the difference between two texts as a unified diff with Context
// lines around each change; "" if there is none.
func Of(oldName, newName, before, after string) string {
	return renumber(udiff.Unified(oldName, newName, before, after))
}

// OfEdits returns what edits change in a text, with context lines around each
// change. The error is that the edits overlap or lie outside of the text.
func OfEdits(oldName, newName, text string, edits []udiff.Edit, context int) (string, error) {
	diff, err := udiff.ToUnified(oldName, newName, text, edits, context)
	return renumber(diff), err
}

// header is the line before a hunk. Lines of a hunk begin with another character.
var header = regexp.MustCompile(`^@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@`)

// renumber writes the headers of a diff of one file anew, from the lines of the
// hunks: go-udiff v0.4.1 does not count the unchanged lines between two changes
// of one hunk when it says where later hunks begin in the new text.
func renumber(diff string) string {
	lines := strings.SplitAfter(diff, "\n")
	grown := 0 // by how many lines the hunks so far make the text longer
	for i := 0; i < len(lines); i++ {
		m := header.FindStringSubmatch(lines[i])
		if m == nil {
			continue
		}
		start, err := strconv.Atoi(m[1])
		if err != nil {
			return diff // more digits than lines can be counted
		}
		before, after := lengths(lines[i+1:])
		if before == 0 {
			start++ // an empty range is named by the line before it
		}
		lines[i] = "@@ -" + span(start, before) + " +" + span(start+grown, after) + " @@\n"
		grown += after - before
	}
	return strings.Join(lines, "")
}

// lengths returns how many lines the hunk that lines begin with has of the old
// and of the new text.
func lengths(lines []string) (before, after int) {
	for _, line := range lines {
		switch {
		case strings.HasPrefix(line, " "):
			before++
			after++
		case strings.HasPrefix(line, "-"):
			before++
		case strings.HasPrefix(line, "+"):
			after++
		case strings.HasPrefix(line, "@@"):
			return before, after
		}
	}
	return before, after
}

// span shows a range of lines as diff -u does: the first, and how many unless it
// is one (POSIX, diff, Diff -u Output Format).
func span(start, n int) string {
	switch n {
	case 0:
		return fmt.Sprintf("%d,0", start-1)
	case 1:
		return strconv.Itoa(start)
	}
	return fmt.Sprintf("%d,%d", start, n)
}
