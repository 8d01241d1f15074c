package config

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/retryvet/retryvet/internal/near"
)

// A Schema says which keys a file can have, beside tiers and paths, whose shape
// is fixed.
type Schema struct {
	Keys      []Key
	Analyzers []Analyzer
	Rules     []string // each analyzer and analyzer/category
}

// An Analyzer has settings of its own.
type Analyzer struct {
	Name string
	Keys []Key
}

// Enabled is the key of an analyzer that is set by the flag of its name.
const Enabled = "enabled"

// A Key is one setting.
type Key struct {
	Name   string
	Kind   Kind
	Values []string // of a Word that is one of these only
	Flag   string   // that it sets, if that has another name
	About  string   // in a few words
}

// Kind is the kind of value that a key takes.
type Kind int

const (
	Word    Kind = iota // anything in one piece
	Bool                // true or false
	Number              // an integer
	List                // one word or a list of words, joined by commas
	Entries             // the same for texts, joined by semicolons
)

func (k Key) wants() string {
	switch {
	case k.Kind == Bool:
		return "true or false"
	case k.Kind == Number:
		return "a number"
	case k.Kind == Entries:
		return "a text or a list of texts"
	case k.Kind == List:
		return "a word or a list of words"
	case len(k.Values) > 0:
		return "one of " + strings.Join(k.Values, ", ")
	}
	return "a word"
}

func (k Key) allows(value string) bool {
	switch {
	case k.Kind == Bool:
		return value == "true" || value == "false"
	case k.Kind == Number:
		_, err := strconv.Atoi(value)
		return err == nil
	case len(k.Values) > 0:
		return slices.Contains(k.Values, value)
	}
	return true
}

// Sets is the name of the flag that a key sets; for a key of an analyzer, what
// follows the analyzer's name in it.
func (k Key) Sets() string {
	if k.Flag != "" {
		return k.Flag
	}
	return k.Name
}

// Separator stands between the parts of a List or of Entries in a Setting.
func (k Key) Separator() string {
	if k.Kind == Entries {
		return "; "
	}
	return ","
}

func find(keys []Key, name string) (Key, bool) {
	i := slices.IndexFunc(keys, func(k Key) bool { return k.Name == name })
	if i < 0 {
		return Key{}, false
	}
	return keys[i], true
}

func names(keys []Key) (out []string) {
	for _, k := range keys {
		out = append(out, k.Name)
	}
	return out
}

// ParseTier reads what stands on both sides of a colon in tiers.
func (s *Schema) ParseTier(rule, level string) (Tier, error) {
	if !slices.Contains(s.Rules, rule) {
		hint := near.Suggest(rule, s.Rules)
		if hint == "" {
			hint = " (see retryvet list)"
		}
		return Tier{}, fmt.Errorf("no analyzer or category named %q%s", rule, hint)
	}
	if !slices.Contains(Levels, level) {
		return Tier{}, fmt.Errorf("%s: want one of %s, not %q%s", rule, strings.Join(Levels, ", "), level, near.Suggest(level, Levels))
	}
	return Tier{Rule: rule, Level: level}, nil
}

// Level returns the level that a list of tiers gives to a category, or "". That
// of the category itself counts before that of its analyzer, and the first of
// several that are alike.
func Level(tiers []Tier, analyzer, category string) string {
	level := ""
	for _, t := range tiers {
		if t.Rule == analyzer+"/"+category {
			return t.Level
		}
		if t.Rule == analyzer && level == "" {
			level = t.Level
		}
	}
	return level
}

// node is a JSON Schema, as far as it is needed.
type node struct {
	Schema      string           `json:"$schema,omitempty"`
	ID          string           `json:"$id,omitempty"`
	Title       string           `json:"title,omitempty"`
	Description string           `json:"description,omitempty"`
	Type        any              `json:"type,omitempty"`
	Enum        []string         `json:"enum,omitempty"`
	Properties  map[string]*node `json:"properties,omitempty"`
	Additional  *bool            `json:"additionalProperties,omitempty"`
	Required    []string         `json:"required,omitempty"`
	AnyOf       []*node          `json:"anyOf,omitempty"`
	Items       *node            `json:"items,omitempty"`
	MinItems    int              `json:"minItems,omitempty"`
	MinLength   int              `json:"minLength,omitempty"`
}

// JSON returns the schema as JSON Schema (draft 7, which the editors' language
// server for YAML reads), to be found at the URL id.
func (s *Schema) JSON(id string) ([]byte, error) {
	top := object("What retryvet reports, and how.")
	top.Schema = "http://json-schema.org/draft-07/schema#"
	top.ID = id
	top.Title = ".retryvet.yml"
	addKeys(top, s.Keys)

	analyzers := object("Settings of each analyzer.")
	for _, a := range s.Analyzers {
		one := object("Settings of " + a.Name + ".")
		addKeys(one, a.Keys)
		analyzers.Properties[a.Name] = one
	}
	tiers := object("What to make of the findings of an analyzer or a category.")
	for _, rule := range s.Rules {
		tiers.Properties[rule] = &node{Enum: Levels}
	}
	rule := object("")
	rule.Properties["match"] = words("Globs, relative to the folder of this file; a folder stands for all that is in it.")
	rule.Properties["skip"] = &node{Type: "boolean", Description: "Show nothing that is found in these files."}
	rule.Properties["tiers"] = tiers
	rule.Required = []string{"match"}
	rule.AnyOf = []*node{{Required: []string{"skip"}}, {Required: []string{"tiers"}}}

	top.Properties["analyzers"] = analyzers
	top.Properties["tiers"] = tiers
	top.Properties["paths"] = &node{Type: "array", Items: rule, Description: "What to make of findings in some files; later rules win."}
	data, err := json.MarshalIndent(top, "", "  ")
	return append(data, '\n'), err
}

func object(about string) *node {
	return &node{Type: "object", Description: about, Properties: map[string]*node{}, Additional: new(bool)}
}

func words(about string) *node {
	return &node{Description: about, AnyOf: []*node{
		{Type: "string", MinLength: 1},
		{Type: "array", Items: &node{Type: "string", MinLength: 1}, MinItems: 1},
	}}
}

func addKeys(to *node, keys []Key) {
	for _, k := range keys {
		n := &node{Description: k.About}
		switch k.Kind {
		case Bool:
			n.Type = "boolean"
		case Number:
			n.Type = "integer"
		case List, Entries:
			n = words(k.About)
		default:
			n.Type, n.Enum = "string", k.Values
		}
		to.Properties[k.Name] = n
	}
}
