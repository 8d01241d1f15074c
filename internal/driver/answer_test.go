package driver

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/report"
)

// TestDecode reads what go vet -json prints: units one behind the other, an
// empty object for one without findings, a test variant, an external test, and
// an analyzer that failed.
func TestDecode(t *testing.T) {
	const stream = `{}
{
	"example.com/m/a [example.com/m/a.test]": {
		"unboundedretry": [
			{"category": "deaf", "posn": "/m/a/a.go:14:3", "end": "/m/a/a.go:16:4", "message": "waits on (unboundedretry/deaf)",
			 "suggested_fixes": [{"message": "x", "edits": [{"filename": "/m/a/a.go", "start": 1, "end": 2, "new": ""}]}],
			 "related": [{"posn": "/m/a/b.go:1:2", "end": "/m/a/b.go:1:3", "message": "here"}]}
		]
	}
}{"example.com/m/a_test": {"nojitter": [{"category": "nojitter/fixed", "posn": "/m/a/x_test.go:1:1", "message": "m"}]},
"example.com/m/b": {"nojitter": {"error": "cannot go on"}}}`
	got, err := decode([]byte(stream))
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"example.com/m/b: nojitter: cannot go on"}; !reflect.DeepEqual(got.failures, want) {
		t.Errorf("failures %q, want %q", got.failures, want)
	}
	if got.units != 3 {
		t.Errorf("%d units, want 3", got.units)
	}
	var lines []string
	for _, f := range got.findings {
		lines = append(lines, fmt.Sprintf("%s %s: %s (%s, %s) %d", f.unit, f.Place, f.Message, f.Rule(), f.Tier, len(f.Related)))
	}
	want := []string{
		"example.com/m/a /m/a/a.go:14:3: waits on (unboundedretry/deaf, advice) 1",
		"example.com/m/a_test /m/a/x_test.go:1:1: m (nojitter/fixed, error) 0",
	}
	if !reflect.DeepEqual(lines, want) {
		t.Errorf("findings:\n%s\nwant:\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
}

// TestDecodeIgnored reads a finding that a directive silences.
func TestDecodeIgnored(t *testing.T) {
	const stream = `{"m": {"nojitter": [{"category": "ignored/fixed", "posn": "/m/a.go:4:1", "message": "always 1s (nojitter/fixed)",
		"related": [{"posn": "/m/a.go:9:1", "message": "the attempt"}, {"posn": "/m/a.go:3:1", "message": "one client"}]}]}}`
	got, err := decode([]byte(stream))
	if err != nil || len(got.findings) != 1 {
		t.Fatalf("%+v, %v", got, err)
	}
	f := got.findings[0].Finding
	if f.Rule() != "nojitter/fixed" || f.Message != "always 1s" || len(f.Related) != 1 || f.Related[0].Message != "the attempt" {
		t.Errorf("%+v", f)
	}
	if f.Ignored == nil || f.Ignored.Message != "one client" || f.Ignored.Line != 3 {
		t.Errorf("ignored by %+v", f.Ignored)
	}
}

// TestDecodeGarbage checks that an answer that cannot be read is an error, not
// an answer without findings.
func TestDecodeGarbage(t *testing.T) {
	for _, stream := range []string{
		`{} {`,
		`{"m": {"nojitter": `,
		"# example.com/m\n{}",
		`[]`,
		`{"m": {"nojitter": "fine"}}`,
		`{"m": {"nojitter": [{"posn": 3}]}}`,
	} {
		if got, err := decode([]byte(stream)); err == nil {
			t.Errorf("%s: decoded as %+v", stream, got)
		}
	}
}

func TestToPlace(t *testing.T) {
	for _, test := range []struct {
		start, end string
		want       report.Place
	}{
		{"/m/a.go:14:3", "/m/a.go:15:4", report.Place{File: "/m/a.go", Line: 14, Col: 3, EndLine: 15, EndCol: 4}},
		{"/m/a.go:14:3", "/m/other.y:15:4", report.Place{File: "/m/a.go", Line: 14, Col: 3}},
		{"/m/a.go:14:3", "", report.Place{File: "/m/a.go", Line: 14, Col: 3}},
		{`C:\m\a.go:14:3`, `C:\m\a.go:14:9`, report.Place{File: `C:\m\a.go`, Line: 14, Col: 3, EndLine: 14, EndCol: 9}},
		{"/m/a:7.go:14", "/m/a:7.go:14", report.Place{File: "/m/a:7.go", Line: 14, EndLine: 14}},
		{"/m/a.go", "/m/a.go", report.Place{File: "/m/a.go"}},
		{"-", "-", report.Place{}},
	} {
		if got := toPlace(test.start, test.end); got != test.want {
			t.Errorf("toPlace(%q, %q) = %+v, want %+v", test.start, test.end, got, test.want)
		}
	}
}
