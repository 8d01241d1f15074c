// Package config reads a configuration file, .retryvet.yml.
//
// It knows the shape of the file, and is told by a Schema which keys there are.
// It sets nothing: a File says what was written, and on which line.
package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"go.yaml.in/yaml/v3"

	"github.com/retryvet/retryvet/internal/near"
)

// A File is what a configuration file says.
type File struct {
	Path     string // of the file
	Settings []Setting
	Tiers    []Tier     // for all paths
	Paths    []PathRule // in the order of the file; later ones win
}

// A Setting is a value for a flag of the command line.
type Setting struct {
	Flag  string // as it is named on the command line, without the dash
	Key   string // as it is named in the file, like analyzers.nojitter.tests
	Value string // as the flag takes it; the parts of a list are joined by commas
	Line  int    // of the value, from 1
}

// A Tier says what to make of the findings of an analyzer or a category.
type Tier struct {
	Rule  string // analyzer or analyzer/category
	Level string // one of Levels
	Line  int    // from 1, or 0 if it is not from a file
}

// Levels are the levels that a Tier can have. Findings with none are not shown.
var Levels = []string{"error", "advice", "none"}

// A PathRule says what to make of the findings in some files.
type PathRule struct {
	Match []string // globs, relative to the folder of the configuration file
	Skip  bool     // show nothing that is found there
	Tiers []Tier
	Line  int // of its first key
}

// Matches reports whether a rule is about a file, whose path is relative to the
// folder of the configuration file and has slashes. A glob that names a folder
// is about all that is in it.
func (r PathRule) Matches(file string) bool {
	for _, glob := range r.Match {
		if doublestar.MatchUnvalidated(glob, file) || doublestar.MatchUnvalidated(glob+"/**", file) {
			return true
		}
	}
	return false
}

// Parse reads the content of a file. The error names each fault with its line,
// in the order of the file.
func Parse(path string, content []byte, schema *Schema) (*File, error) {
	p := &parser{file: &File{Path: path}, name: filepath.Base(path), schema: schema}
	dec := yaml.NewDecoder(bytes.NewReader(content))
	var doc, second yaml.Node
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF): // nothing but comments
		return p.file, nil
	case err != nil:
		return nil, p.yamlError(err)
	}
	if err := dec.Decode(&second); err == nil {
		p.fault(&second, "a second document: one file holds one configuration")
	} else if !errors.Is(err, io.EOF) {
		return nil, p.yamlError(err)
	}
	if len(doc.Content) == 1 {
		p.top(doc.Content[0])
	}
	if len(p.faults) > 0 {
		return nil, errors.Join(p.faults...)
	}
	return p.file, nil
}

// parser reads one file.
type parser struct {
	file   *File
	name   string // of the file, for messages
	schema *Schema
	faults []error
}

func (p *parser) fault(at *yaml.Node, format string, args ...any) {
	p.faults = append(p.faults, fmt.Errorf("%s:%d: %s", p.name, at.Line, fmt.Sprintf(format, args...)))
}

var yamlLine = regexp.MustCompile(`^yaml: (?:line (\d+): )?`)

// yamlError puts the line of a syntax error where compilers have it.
func (p *parser) yamlError(err error) error {
	message := err.Error()
	m := yamlLine.FindStringSubmatch(message)
	if m == nil {
		return fmt.Errorf("%s: %w", p.name, err)
	}
	place := p.name
	if m[1] != "" {
		place += ":" + m[1]
	}
	return fmt.Errorf("%s: %s", place, message[len(m[0]):])
}

// entry is a key of a mapping with its value.
type entry struct{ key, value *yaml.Node }

// entries returns the keys and values of a mapping, or reports that it is none.
func (p *parser) entries(n *yaml.Node, what string) []entry {
	n = resolve(n)
	if isNull(n) {
		return nil // a key with all its content commented out
	}
	if n.Kind != yaml.MappingNode {
		p.fault(n, "%s: want keys and values, not %s", what, kindOf(n))
		return nil
	}
	var list []entry
	seen := make(map[string]int)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind != yaml.ScalarNode {
			p.fault(key, "%s: a key must be a word", what)
			continue
		}
		if line, ok := seen[key.Value]; ok {
			p.fault(key, "%q is given twice, here and in line %d", key.Value, line)
			continue
		}
		seen[key.Value] = key.Line
		list = append(list, entry{key, resolve(n.Content[i+1])})
	}
	return list
}

// resolve follows an alias to what it stands for.
func resolve(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode && n.Alias != nil {
		return n.Alias
	}
	return n
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }

func kindOf(n *yaml.Node) string {
	switch n.Kind {
	case yaml.SequenceNode:
		return "a list"
	case yaml.MappingNode:
		return "keys and values"
	}
	return strconv.Quote(n.Value)
}

// unknown reports a key that there is not.
func (p *parser) unknown(at *yaml.Node, what string, known []string) {
	hint := near.Suggest(at.Value, known)
	if hint == "" {
		hint = "; there are " + strings.Join(known, ", ")
	}
	p.fault(at, "unknown %s %q%s", what, at.Value, hint)
}

func (p *parser) top(n *yaml.Node) {
	for _, e := range p.entries(n, p.name) {
		switch e.key.Value {
		case "analyzers":
			p.analyzers(e.value)
		case "tiers":
			p.file.Tiers = p.tiers(e.value)
		case "paths":
			p.paths(e.value)
		default:
			key, ok := find(p.schema.Keys, e.key.Value)
			if !ok {
				p.unknown(e.key, "key", append(names(p.schema.Keys), "analyzers", "tiers", "paths"))
				continue
			}
			p.setting(key, key.Name, key.Sets(), e.value)
		}
	}
}

// analyzers reads the settings of each analyzer.
func (p *parser) analyzers(n *yaml.Node) {
	var known []string
	for _, a := range p.schema.Analyzers {
		known = append(known, a.Name)
	}
next:
	for _, e := range p.entries(n, "analyzers") {
		for _, a := range p.schema.Analyzers {
			if a.Name == e.key.Value {
				p.analyzer(a, e.value)
				continue next
			}
		}
		p.unknown(e.key, "analyzer", known)
	}
}

func (p *parser) analyzer(a Analyzer, n *yaml.Node) {
	for _, e := range p.entries(n, a.Name) {
		key, ok := find(a.Keys, e.key.Value)
		if !ok {
			p.unknown(e.key, "setting of "+a.Name, names(a.Keys))
			continue
		}
		flag := a.Name + "." + key.Name
		if key.Name == Enabled {
			flag = a.Name
		}
		p.setting(key, "analyzers."+a.Name+"."+key.Name, flag, e.value)
	}
}

// setting reads the value of a key.
func (p *parser) setting(key Key, path, flag string, n *yaml.Node) {
	value, ok := p.value(key, path, n)
	if ok {
		p.file.Settings = append(p.file.Settings, Setting{flag, path, value, n.Line})
	}
}

func (p *parser) value(key Key, path string, n *yaml.Node) (string, bool) {
	if n.Kind == yaml.SequenceNode && (key.Kind == List || key.Kind == Entries) {
		words, ok := p.words(path, n)
		return strings.Join(words, key.Separator()), ok
	}
	if n.Kind != yaml.ScalarNode || isNull(n) {
		p.fault(n, "%s: want %s", path, key.wants())
		return "", false
	}
	if !key.allows(n.Value) {
		p.fault(n, "%s: want %s, not %q%s", path, key.wants(), n.Value, near.Suggest(n.Value, key.Values))
		return "", false
	}
	return n.Value, true
}

// words reads a list of words.
func (p *parser) words(path string, n *yaml.Node) ([]string, bool) {
	var words []string
	for _, item := range n.Content {
		item = resolve(item)
		if item.Kind != yaml.ScalarNode || isNull(item) || item.Value == "" {
			p.fault(item, "%s: want a list of words", path)
			return nil, false
		}
		words = append(words, item.Value)
	}
	return words, true
}

// tiers reads levels by analyzer or category.
func (p *parser) tiers(n *yaml.Node) []Tier {
	var list []Tier
	for _, e := range p.entries(n, "tiers") {
		tier, err := p.schema.ParseTier(e.key.Value, e.value.Value)
		if err != nil {
			p.fault(e.key, "%v", err)
			continue
		}
		tier.Line = e.key.Line
		list = append(list, tier)
	}
	return list
}

// paths reads the rules for paths.
func (p *parser) paths(n *yaml.Node) {
	if isNull(n) {
		return
	}
	if n.Kind != yaml.SequenceNode {
		p.fault(n, "paths: want a list, each with match and skip or tiers")
		return
	}
	for _, item := range n.Content {
		item = resolve(item)
		rule := PathRule{Line: item.Line}
		before := len(p.faults)
		for _, e := range p.entries(item, "paths") {
			p.pathKey(&rule, e)
		}
		if len(p.faults) > before {
			continue
		}
		switch {
		case len(rule.Match) == 0:
			p.fault(item, "paths: match is missing: which files is this about?")
		case !rule.Skip && len(rule.Tiers) == 0:
			p.fault(item, "paths: skip or tiers is missing: what about these files?")
		default:
			p.file.Paths = append(p.file.Paths, rule)
		}
	}
}

func (p *parser) pathKey(rule *PathRule, e entry) {
	switch e.key.Value {
	case "match":
		globs := []string{e.value.Value}
		if e.value.Kind != yaml.ScalarNode {
			globs, _ = p.words("match", e.value)
		}
		for _, glob := range globs {
			p.glob(rule, glob, e.value)
		}
	case "skip":
		value, ok := p.value(Key{Name: "skip", Kind: Bool}, "skip", e.value)
		rule.Skip = ok && value == "true"
	case "tiers":
		rule.Tiers = p.tiers(e.value)
	default:
		p.unknown(e.key, "key", []string{"match", "skip", "tiers"})
	}
}

func (p *parser) glob(rule *PathRule, glob string, at *yaml.Node) {
	clean := strings.TrimSuffix(strings.TrimPrefix(glob, "./"), "/")
	switch {
	case clean == "" || !doublestar.ValidatePattern(clean):
		p.fault(at, "match: %q is no glob", glob)
	case strings.HasPrefix(clean, "/") || strings.HasPrefix(clean, "../"):
		p.fault(at, "match: %q must be relative to the folder of this file, and inside of it", glob)
	default:
		rule.Match = append(rule.Match, clean)
	}
}
