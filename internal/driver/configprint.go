package driver

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/config"
)

// schemaURL is where the schema of configuration files is found.
const schemaURL = "https://github.com/retryvet/retryvet/raw/main/docs/retryvet.schema.json"

// runConfig prints what is in force for a command line: as a configuration file
// with a note behind each value on where it comes from, or as the flags that
// make go vet do the same as far as it can. It also prints the schema.
func runConfig(c *call, args []string) error {
	form := ""
	if len(args) > 0 && (args[0] == "schema" || args[0] == "vet-flags") {
		form, args = args[0], args[1:]
	}
	s := new(settings)
	fs := newFlags(c.suite, s)
	if form == "schema" {
		data, err := s.policy.schema.JSON(schemaURL)
		if err == nil {
			_, err = c.stdout.Write(data)
		}
		return err
	}
	if err := s.parse(c.suite, fs, args); errors.Is(err, flag.ErrHelp) {
		return usageError("config")
	} else if err != nil {
		return err
	}
	if fs.NArg() > 0 {
		return usageError("config")
	}
	if form == "vet-flags" {
		return printVetFlags(c.stdout, c.stderr, c.suite, s)
	}
	return printConfig(c.stdout, c.suite, s, fs)
}

// printVetFlags prints the flags that go vet takes, one a line.
func printVetFlags(stdout, stderr io.Writer, suite []*analysis.Analyzer, s *settings) error {
	var list []string
	if s.tags != "" {
		list = append(list, "-tags="+s.tags)
	}
	for _, a := range suite {
		f := s.filters[a.Name]
		for _, one := range []struct {
			set  bool
			flag string
		}{
			{!s.enabled[a.Name], a.Name + "=false"},
			{f.tests, a.Name + ".tests"},
			{f.generated, a.Name + ".generated"},
			{f.advice, a.Name + ".advice"},
		} {
			if one.set {
				list = append(list, "-"+one.flag)
			}
		}
	}
	list = append(list, s.toolFlags...)
	if p := s.policy; len(p.tiers) > 0 || p.file != nil && len(p.file.Tiers)+len(p.file.Paths) > 0 {
		fmt.Fprintln(stderr, "retryvet: tiers and paths are left out: go vet knows no such thing")
	}
	for _, one := range list {
		if _, err := fmt.Fprintln(stdout, one); err != nil {
			return err
		}
	}
	return nil
}

// configPrinter builds a configuration file of what is in force.
type configPrinter struct {
	settings *settings
	flags    *flags
	file     string         // name of the configuration file for notes
	lines    map[string]int // of the settings in it, by flag
}

func printConfig(w io.Writer, suite []*analysis.Analyzer, s *settings, fs *flags) error {
	p := &configPrinter{settings: s, flags: fs, lines: make(map[string]int)}
	head := "No configuration file."
	if file := s.policy.file; file != nil {
		p.file = filepath.Base(file.Path)
		head = "Configuration file: " + shortest(workingFolders(), file.Path)
		for _, one := range file.Settings {
			p.lines[one.Flag] = one.Line
		}
	}
	top := &yaml.Node{Kind: yaml.MappingNode}
	for _, key := range s.policy.schema.Keys {
		add(top, key.Name, p.value(key, fs.Lookup(key.Sets()).Value.String()), p.origin(key.Sets(), ""))
	}
	analyzers := &yaml.Node{Kind: yaml.MappingNode}
	for _, a := range s.policy.schema.Analyzers {
		add(analyzers, a.Name, p.analyzer(a), "")
	}
	add(top, "analyzers", analyzers, "")
	if tiers := p.tiers(); len(tiers.Content) > 0 {
		add(top, "tiers", tiers, "")
	}
	if paths := p.paths(); len(paths.Content) > 0 {
		add(top, "paths", paths, "")
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "# %s\n", head)
	enc := yaml.NewEncoder(&out)
	enc.SetIndent(2)
	if err := errors.Join(enc.Encode(top), enc.Close()); err != nil {
		return fmt.Errorf("printing the configuration: %w", err)
	}
	_, err := w.Write(out.Bytes())
	return err
}

// add adds a key to a mapping, with a note on where its value comes from.
func add(to *yaml.Node, key string, value *yaml.Node, note string) {
	value.LineComment = note
	to.Content = append(to.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: key}, value)
}

// value is a value as a file has it.
func (p *configPrinter) value(key config.Key, text string) *yaml.Node {
	if key.Kind == config.List || key.Kind == config.Entries {
		list := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
		for _, word := range strings.Split(text, key.Separator()) {
			if word != "" {
				list.Content = append(list.Content, scalar(word))
			}
		}
		return list
	}
	if key.Kind == config.Word {
		if pathFlags[key.Name] && text != "" {
			text = filepath.ToSlash(p.relative(text))
		}
		return scalar(text)
	}
	return &yaml.Node{Kind: yaml.ScalarNode, Value: text}
}

// relative is a path as it would stand in the configuration file.
func (p *configPrinter) relative(path string) string {
	root := p.settings.policy.root
	if root == "" {
		root, _ = os.Getwd()
	}
	if abs, err := filepath.Abs(path); err == nil {
		if rel, err := filepath.Rel(root, abs); err == nil {
			return rel
		}
	}
	return path
}

// scalar is a string, quoted where YAML would take it for something else.
func scalar(text string) *yaml.Node {
	n := new(yaml.Node)
	n.SetString(text)
	if text == "" {
		n.Style = yaml.DoubleQuotedStyle
	}
	return n
}

// origin tells where the value of a flag comes from. Flags of an analyzer get
// theirs from the flag for all, if that is given.
func (p *configPrinter) origin(name, forAll string) string {
	given := p.settings.policy.given
	for _, one := range []string{name, forAll} {
		if given[one] {
			return "-" + one
		}
	}
	for _, one := range []string{name, forAll} {
		if line := p.lines[one]; line > 0 {
			return fmt.Sprintf("%s:%d", p.file, line)
		}
	}
	if (name == "advice" || forAll == "advice") && p.settings.policy.failOn.value == "advice" {
		return p.origin("fail-on", "")
	}
	return "default"
}

// analyzer is what is in force for one analyzer.
func (p *configPrinter) analyzer(a config.Analyzer) *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode}
	f := p.settings.filters[a.Name]
	resolved := map[string]bool{
		config.Enabled: p.settings.enabled[a.Name],
		"tests":        f.tests, "generated": f.generated, "advice": f.advice,
	}
	for _, key := range a.Keys {
		name, forAll := a.Name+"."+key.Name, ""
		text := ""
		if on, ok := resolved[key.Name]; ok {
			text, forAll = fmt.Sprint(on), key.Name
		} else {
			text = p.flags.Lookup(name).Value.String()
		}
		note := p.origin(name, forAll)
		if key.Name == config.Enabled {
			note = p.enabledOrigin(a.Name)
		}
		add(n, key.Name, p.value(key, text), note)
	}
	return n
}

// enabledOrigin tells why an analyzer is on or off: another that is asked for
// turns it off.
func (p *configPrinter) enabledOrigin(name string) string {
	if !p.settings.enabled[name] && !p.settings.policy.given[name] {
		for other, c := range p.flags.choices {
			if *c == on {
				return "-" + other
			}
		}
	}
	return p.origin(name, "")
}

// tiers are the tiers in force, those of the command line first.
func (p *configPrinter) tiers() *yaml.Node {
	n := &yaml.Node{Kind: yaml.MappingNode}
	var seen []string
	all := p.settings.policy.tiers
	if file := p.settings.policy.file; file != nil {
		all = append(slices.Clone(all), file.Tiers...)
	}
	for _, t := range all {
		if slices.Contains(seen, t.Rule) {
			continue
		}
		seen = append(seen, t.Rule)
		note := "-tier"
		if t.Line > 0 {
			note = fmt.Sprintf("%s:%d", p.file, t.Line)
		}
		add(n, t.Rule, scalar(t.Level), note)
	}
	return n
}

// paths are the rules for paths, as the file has them.
func (p *configPrinter) paths() *yaml.Node {
	list := &yaml.Node{Kind: yaml.SequenceNode}
	if p.settings.policy.file == nil {
		return list
	}
	for _, r := range p.settings.policy.file.Paths {
		n := &yaml.Node{Kind: yaml.MappingNode}
		match := &yaml.Node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}
		for _, glob := range r.Match {
			match.Content = append(match.Content, scalar(glob))
		}
		add(n, "match", match, fmt.Sprintf("%s:%d", p.file, r.Line))
		if r.Skip {
			add(n, "skip", &yaml.Node{Kind: yaml.ScalarNode, Value: "true"}, "")
		}
		tiers := &yaml.Node{Kind: yaml.MappingNode}
		for _, t := range r.Tiers {
			add(tiers, t.Rule, scalar(t.Level), fmt.Sprintf("%s:%d", p.file, t.Line))
		}
		if len(tiers.Content) > 0 {
			add(n, "tiers", tiers, "")
		}
		list.Content = append(list.Content, n)
	}
	return list
}
