package config

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// schema has a key of each kind.
func schema() *Schema {
	return &Schema{
		Keys: []Key{
			{Name: "advice", Kind: Bool, About: "show advice"},
			{Name: "fail-on", Values: []string{"error", "advice", "none"}},
			{Name: "tags", Kind: List},
			{Name: "baseline"},
			{Name: "helpers", Kind: Entries, Flag: "helper"},
		},
		Analyzers: []Analyzer{
			{Name: "one", Keys: []Key{{Name: Enabled, Kind: Bool}}},
			{Name: "two", Keys: []Key{{Name: Enabled, Kind: Bool}, {Name: "max", Kind: Number}, {Name: "delay"}}},
		},
		Rules: []string{"one", "one/fixed", "two", "two/deaf"},
	}
}

func TestParse(t *testing.T) {
	const content = `# Everything that there is.
advice: true
fail-on: none
tags: [a, b]
baseline: known.json
helpers: ["a.Do: operation 1, attempts 0", "b.Do: operation 0"]
analyzers:
  one: {enabled: false}
  two:
    max: 3
    delay: &delay 30m
tiers:
  one/fixed: advice
  two: none
paths:
  - match: internal/legacy/
    skip: true
  - match:
      - "./**/*.pb.go"
      - cmd/*
    tiers: {one: error}
`
	got, err := Parse("/m/.retryvet.yml", []byte(content), schema())
	if err != nil {
		t.Fatal(err)
	}
	want := &File{
		Path: "/m/.retryvet.yml",
		Settings: []Setting{
			{"advice", "advice", "true", 2},
			{"fail-on", "fail-on", "none", 3},
			{"tags", "tags", "a,b", 4},
			{"baseline", "baseline", "known.json", 5},
			{"helper", "helpers", "a.Do: operation 1, attempts 0; b.Do: operation 0", 6},
			{"one", "analyzers.one.enabled", "false", 8},
			{"two.max", "analyzers.two.max", "3", 10},
			{"two.delay", "analyzers.two.delay", "30m", 11},
		},
		Tiers: []Tier{{"one/fixed", "advice", 13}, {"two", "none", 14}},
		Paths: []PathRule{
			{Match: []string{"internal/legacy"}, Skip: true, Line: 16},
			{Match: []string{"**/*.pb.go", "cmd/*"}, Tiers: []Tier{{"one", "error", 21}}, Line: 18},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got\n%+v\nwant\n%+v", got, want)
	}
}

// TestParseNothing reads files that say nothing, or whose sections are all
// commented out.
func TestParseNothing(t *testing.T) {
	for _, content := range []string{"", "# nothing\n", "---\n", "{}", "tiers:\npaths:\nanalyzers:\n", "analyzers:\n  one:\n"} {
		got, err := Parse("x.yml", []byte(content), schema())
		if err != nil || len(got.Settings)+len(got.Tiers)+len(got.Paths) > 0 {
			t.Errorf("%q: %+v, %v", content, got, err)
		}
	}
}

func TestFaults(t *testing.T) {
	for _, test := range []struct{ content, want string }{
		{"advise: true", `x.yml:1: unknown key "advise" (did you mean "advice"?)`},
		{"\nserver: 1", `x.yml:2: unknown key "server"; there are advice, fail-on, tags, baseline, helpers, analyzers, tiers, paths`},
		{"advice: yes", `x.yml:1: advice: want true or false, not "yes"`},
		{"advice: [true]", `x.yml:1: advice: want true or false`},
		{"advice:", `x.yml:1: advice: want true or false`},
		{"fail-on: warning", `x.yml:1: fail-on: want one of error, advice, none, not "warning"`},
		{"fail-on: eror", `x.yml:1: fail-on: want one of error, advice, none, not "eror" (did you mean "error"?)`},
		{"tags: [a, [b]]", `x.yml:1: tags: want a list of words`},
		{"tags: {a: b}", `x.yml:1: tags: want a word or a list of words`},
		{"advice: true\nadvice: false", `x.yml:2: "advice" is given twice, here and in line 1`},
		{"analyzers: {tow: {max: 1}}", `x.yml:1: unknown analyzer "tow" (did you mean "two"?)`},
		{"analyzers:\n  two:\n    maxx: 1", `x.yml:3: unknown setting of two "maxx" (did you mean "max"?)`},
		{"analyzers:\n  two:\n    max: many", `x.yml:3: analyzers.two.max: want a number, not "many"`},
		{"analyzers: [one]", `x.yml:1: analyzers: want keys and values, not a list`},
		{"analyzers:\n  one: false", `x.yml:2: one: want keys and values, not "false"`},
		{"tiers: {one/fixd: none}", `x.yml:1: no analyzer or category named "one/fixd" (did you mean "one/fixed"?)`},
		{"tiers: {nothing: none}", `x.yml:1: no analyzer or category named "nothing" (see retryvet list)`},
		{"tiers: {one: non}", `x.yml:1: one: want one of error, advice, none, not "non" (did you mean "none"?)`},
		{"tiers: {one: [none]}", `x.yml:1: one: want one of error, advice, none, not ""`},
		{"paths: internal", `x.yml:1: paths: want a list, each with match and skip or tiers`},
		{"paths: [{skip: true}]", `x.yml:1: paths: match is missing: which files is this about?`},
		{"paths: [{match: a}]", `x.yml:1: paths: skip or tiers is missing: what about these files?`},
		{"paths: [{match: a, skip: false}]", `x.yml:1: paths: skip or tiers is missing: what about these files?`},
		{"paths: [{match: 'a[', skip: true}]", `x.yml:1: match: "a[" is no glob`},
		{"paths: [{match: /a, skip: true}]", `x.yml:1: match: "/a" must be relative to the folder of this file, and inside of it`},
		{"paths: [{match: a, skp: true}]", `x.yml:1: unknown key "skp" (did you mean "skip"?)`},
		{"paths: [a]", `x.yml:1: paths: want keys and values, not "a"`},
		{"a: 1\nb: [", `x.yml:2: did not find expected node content`},
		{"advice: true\n---\nadvice: false", `x.yml:2: a second document: one file holds one configuration`},
		{"[a]: 1", `x.yml:1: x.yml: a key must be a word`},
		{"just words", `x.yml:1: x.yml: want keys and values, not "just words"`},
		{"a: *nosuch", `x.yml: unknown anchor 'nosuch' referenced`},
		{"advise: 1\ntgas: x", "x.yml:1: unknown key \"advise\" (did you mean \"advice\"?)\nx.yml:2: unknown key \"tgas\" (did you mean \"tags\"?)"},
	} {
		got, err := Parse("/m/x.yml", []byte(test.content), schema())
		if err == nil || err.Error() != test.want {
			t.Errorf("%q:\n%v, %+v\nwant\n%s", test.content, err, got, test.want)
		}
	}
}

func TestMatches(t *testing.T) {
	for _, test := range []struct {
		glob, file string
		want       bool
	}{
		{"internal/legacy", "internal/legacy/a.go", true},
		{"internal/legacy", "internal/legacy/deep/a.go", true},
		{"internal/legacy", "internal/legacy2/a.go", false},
		{"internal/*", "internal/a/b.go", true},
		{"a.go", "a.go", true},
		{"a.go", "sub/a.go", false},
		{"**/a.go", "sub/a.go", true},
		{"**/a.go", "a.go", true},
		{"*.{pb,gen}.go", "x.gen.go", true},
	} {
		if got := (PathRule{Match: []string{test.glob}}).Matches(test.file); got != test.want {
			t.Errorf("%q matches %q: %t", test.glob, test.file, got)
		}
	}
}

func TestLevel(t *testing.T) {
	tiers := []Tier{{Rule: "one", Level: "none"}, {Rule: "one/fixed", Level: "advice"}}
	for rule, want := range map[[2]string]string{{"one", "fixed"}: "advice", {"one", "seed"}: "none", {"two", "deaf"}: ""} {
		if got := Level(tiers, rule[0], rule[1]); got != want {
			t.Errorf("%v: %q, want %q", rule, got, want)
		}
	}
}

// TestJSONSchema checks that the schema for editors and the parser know the same
// keys and the same kinds of value.
func TestJSONSchema(t *testing.T) {
	data, err := schema().JSON("http://example.com/s.json")
	if err != nil {
		t.Fatal(err)
	}
	var top jsonNode
	if err := json.Unmarshal(data, &top); err != nil {
		t.Fatal(err)
	}
	if top.Additional == nil || *top.Additional {
		t.Error("unknown keys are allowed")
	}
	samples := 0
	top.each("", func(content string) {
		samples++
		if _, err := Parse("x.yml", []byte(content), schema()); err != nil {
			t.Errorf("the schema allows what the parser does not:\n%s\n%v", content, err)
		}
	})
	if want := 30; samples < want {
		t.Errorf("%d samples, want %d or more", samples, want)
	}
	// And the other way round.
	known := slices.Sorted(maps.Keys(top.Properties))
	want := []string{"advice", "analyzers", "baseline", "fail-on", "helpers", "paths", "tags", "tiers"}
	if !slices.Equal(known, want) {
		t.Errorf("keys %q, want %q", known, want)
	}
	if two := slices.Sorted(maps.Keys(top.Properties["analyzers"].Properties["two"].Properties)); !slices.Equal(two, []string{"delay", "enabled", "max"}) {
		t.Errorf("settings of two: %q", two)
	}
}

type jsonNode struct {
	Type       string
	Enum       []string
	Properties map[string]*jsonNode
	Additional *bool `json:"additionalProperties"`
	AnyOf      []*jsonNode
	Items      *jsonNode
}

// each calls try with a document for each value that the schema allows for each
// key, in YAML's flow style.
func (n *jsonNode) each(path string, try func(string)) {
	wrap := func(value string) string {
		for _, key := range slices.Backward(strings.Split(path, "\x00")) {
			if key != "" {
				value = fmt.Sprintf("{%q: %s}", key, value)
			}
		}
		return value
	}
	switch {
	case path == "\x00paths": // an item needs two keys
		for key := range n.Items.Properties {
			if key == "skip" {
				try(wrap(`[{match: [a, "b/**"], skip: true}]`))
			}
		}
		n.Items.Properties["tiers"].each("\x00tiers", try)
	case n.Properties != nil:
		for key, sub := range n.Properties {
			sub.each(path+"\x00"+key, try)
		}
	case n.Enum != nil:
		for _, value := range n.Enum {
			try(wrap(value))
		}
	case n.AnyOf != nil:
		for _, sub := range n.AnyOf {
			sub.each(path, try)
		}
	default:
		for _, value := range map[string][]string{
			"boolean": {"true", "false"}, "integer": {"0", "12"}, "string": {"word", `"two words"`}, "array": {"[a]", "[a, b]"},
		}[n.Type] {
			try(wrap(value))
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("advice: true\ntiers: {one: none}\npaths: [{match: a, skip: true}]\n")
	f.Add("a: &a [*a]\n")
	f.Add("? [a]\n: b\n")
	f.Fuzz(func(t *testing.T, content string) {
		file, err := Parse("x.yml", []byte(content), schema())
		if (file == nil) == (err == nil) {
			t.Errorf("%q: %+v, %v", content, file, err)
		}
		if err != nil && !strings.HasPrefix(err.Error(), "x.yml:") {
			t.Errorf("%q: no place in %v", content, err)
		}
	})
}
