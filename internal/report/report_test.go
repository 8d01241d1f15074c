package report_test

import (
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/report"
)

func place(file string, line, col int) report.Place {
	return report.Place{File: file, Line: line, Col: col, EndLine: line, EndCol: col + 4}
}

// findings is in the order in which it is to be printed.
var findings = []report.Finding{
	{Analyzer: "nojitter", Category: "fixed", Message: "no place"},
	{Place: place("a.go", 3, 2), Analyzer: "nojitter", Category: "exponential", Message: "doubles from 1s to <nil>",
		Related: []report.Related{
			{Place: place("a.go", 9, 1), Message: "the delay is computed here"},
			{Place: place("b.go", 1, 1), Message: "and waited\nfor here"},
		}},
	{Place: place("a.go", 3, 2), Analyzer: "unboundedretry", Category: "deaf", Tier: report.Advice, Message: "waits on"},
	{Place: place("a.go", 3, 10), Analyzer: "retrylayers", Message: "3 × 4 = 12 attempts"},
	{Place: place("a.go", 20, 1), Analyzer: "nojitter", Category: "fixed", Message: "always 1s"},
	{Place: place("a.go", 20, 1), Analyzer: "nojitter", Category: "fixed", Message: "always 2s"},
	{Place: report.Place{File: filepath.Join("sub", "a.go"), Line: 1}, Analyzer: "nojitter", Category: "fixed", Message: "no column"},
}

func TestText(t *testing.T) {
	want := strings.ReplaceAll(`-: no place (nojitter/fixed)
a.go:3:2: doubles from 1s to <nil> (nojitter/exponential)
	a.go:9:1: the delay is computed here
	b.go:1:1: and waited for here
a.go:3:2: waits on (unboundedretry/deaf)
a.go:3:10: 3 × 4 = 12 attempts (retrylayers)
a.go:20:1: always 1s (nojitter/fixed)
a.go:20:1: always 2s (nojitter/fixed)
sub/a.go:1: no column (nojitter/fixed)
`, "sub/", "sub"+string(filepath.Separator))
	var out strings.Builder
	if err := report.Text(&out, &report.Report{Findings: findings}); err != nil {
		t.Fatal(err)
	}
	if out.String() != want {
		t.Errorf("got:\n%swant:\n%s", out.String(), want)
	}
}

// TestSort checks that the order does not depend on the order of analysis, and
// that what test variants repeat is dropped: also when they see more of it.
func TestSort(t *testing.T) {
	variant := findings[1]
	variant.Related = variant.Related[1:]
	list := append([]report.Finding{variant, findings[2], variant, findings[4]}, findings...)
	for range 50 {
		rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		got := report.Sort(append([]report.Finding(nil), list...))
		if !reflect.DeepEqual(got, findings) {
			t.Fatalf("got:\n%v\nwant:\n%v", got, findings)
		}
	}
}
