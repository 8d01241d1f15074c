package driver

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
)

// suite has analyzers that are never run.
func suite() []*analysis.Analyzer {
	one := &analysis.Analyzer{Name: "one", Doc: "one: the first\n\nMore."}
	two := &analysis.Analyzer{Name: "two", Doc: "the second"}
	two.Flags.Duration("maxdelay", time.Hour, "largest delay")
	two.Flags.Bool("strict", false, "more")
	two.Flags.Bool("tests", false, "a filter")
	return []*analysis.Analyzer{one, two}
}

// TestAnalyzersEnabled checks that analyzers are switched as go vet does it.
func TestAnalyzersEnabled(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"", "one two"},
		{"-one", "one"},
		{"-one=true -two", "one two"},
		{"-one=false", "two"},
		{"-one=false -two=false", ""},
		{"-one=false -two", "two"},
		{"-one=false -one", "one"},
	} {
		s, err := parseSettings(suite(), strings.Fields(test.args))
		if err != nil {
			t.Errorf("%s: %v", test.args, err)
			continue
		}
		var got []string
		for name, enabled := range s.enabled {
			if enabled {
				got = append(got, name)
			}
		}
		slices.Sort(got)
		if strings.Join(got, " ") != test.want {
			t.Errorf("%q enables %q, want %q", test.args, got, test.want)
		}
	}
}

// TestToolFlags checks that a set of values is passed on in one way, however
// it was asked for, and defaults not at all: Go's build cache compares words.
func TestToolFlags(t *testing.T) {
	for _, test := range []struct {
		args string
		want []string
	}{
		{"-json -advice -tests -two.tests -one=false", nil},
		{"-two.maxdelay=60m -two.strict=false", nil},
		{"-two.maxdelay=30m", []string{"-two.maxdelay=30m0s"}},
		{"-two.strict --two.maxdelay 1800s", []string{"-two.maxdelay=30m0s", "-two.strict=true"}},
		{"-two.maxdelay=1s -two.maxdelay=2s", []string{"-two.maxdelay=2s"}},
	} {
		s, err := parseSettings(suite(), strings.Fields(test.args))
		if err != nil {
			t.Errorf("%s: %v", test.args, err)
		} else if !reflect.DeepEqual(s.toolFlags, test.want) {
			t.Errorf("%q passes on %q, want %q", test.args, s.toolFlags, test.want)
		}
	}
}

func TestSettingsErrors(t *testing.T) {
	for _, test := range []struct{ args, want string }{
		{"-three", `no flag or analyzer named "three"; the analyzers are one, two (see retryvet help)`},
		{"--three=false", `no flag or analyzer named "three"; the analyzers are one, two (see retryvet help)`},
		{"-three.max=1", `no flag or analyzer named "three"; the analyzers are one, two (see retryvet help)`},
		{"-two.max=1", `analyzer two has no flag "max" (see retryvet help two)`},
		{"-two.maxdelay=soon", `invalid value "soon" for flag -two.maxdelay: parse error (see retryvet help)`},
		{"-one=maybe", `invalid boolean value "maybe" for -one: want true or false (see retryvet help)`},
		{"./... -json", `"-json" follows the packages: flags go before them`},
		{"-- -x", `"-x" follows the packages: flags go before them`},
	} {
		_, err := parseSettings(suite(), strings.Fields(test.args))
		if err == nil || err.Error() != test.want {
			t.Errorf("%q: %v\nwant: %s", test.args, err, test.want)
		}
	}
}

func TestIsNewer(t *testing.T) {
	for _, test := range []struct {
		goCommand, builtWith string
		want                 bool
	}{
		{"go1.27.3", "go1.26.8", true},
		{"go1.27rc1", "go1.26.8", true},
		{"go1.26.9", "go1.26.8", false},
		{"go1.25.1", "go1.26.8", false},
		{"go1.27.0 X:nodwarf5", "go1.26.8-corp X:foo", true},
		{"devel +abc", "go1.26.8", false},
		{"go1.27.3", "devel go1.28-abc", false},
		{"", "go1.26.8", false},
	} {
		if got := isNewer(test.goCommand, test.builtWith); got != test.want {
			t.Errorf("isNewer(%q, %q) = %v", test.goCommand, test.builtWith, got)
		}
	}
}
