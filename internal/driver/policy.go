package driver

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/config"
	"github.com/retryvet/retryvet/internal/near"
	"github.com/retryvet/retryvet/internal/pages"
	"github.com/retryvet/retryvet/internal/report"
	"github.com/retryvet/retryvet/internal/verdict"
)

// policy says what to make of findings: which tier they are in, and which tier
// fails. All of it is applied to what go vet has found.
type policy struct {
	configFlag  string          // -config: a file, noConfig, or "" for the one that is found
	failOn      word            // -fail-on: error, advice, none
	tiers       []config.Tier   // -tier, the last one first
	showIgnored bool            // -show-ignored: list what directives silence
	file        *config.File    // nil without a configuration file
	root        string          // folder of the configuration file, absolute
	given       map[string]bool // flags that the command line sets
	schema      *config.Schema
}

// noConfig as the value of -config means that no file is read.
const noConfig = "none"

var failLevels = []string{"error", "advice", "none"}

func (p *policy) register(fs *flags, suite []*analysis.Analyzer) {
	fs.StringVar(&p.configFlag, "config", "", "configuration `file` instead of .retryvet.yml; none: no file")
	p.failOn = word{"error", failLevels}
	fs.Var(&p.failOn, "fail-on", "exit code 1 for this `tier`: error, advice (and error), none")
	fs.BoolVar(&p.showIgnored, "show-ignored", false, "list what directives silence, too, with the reasons; it never fails")
	fs.Func("tier", "`RULE=TIER` for an analyzer or a category: error, advice, none", func(text string) error {
		rule, level, ok := strings.Cut(text, "=")
		if !ok {
			return errors.New("want ANALYZER[/CATEGORY]=error, advice or none")
		}
		tier, err := p.schema.ParseTier(rule, level)
		p.tiers = append([]config.Tier{tier}, p.tiers...)
		return err
	})
	p.schema = configSchema(suite, fs, rulesOf(suite))
}

// rulesOf lists the analyzers, each followed by its categories.
func rulesOf(suite []*analysis.Analyzer) (rules []string) {
	for _, a := range suite {
		rules = append(rules, a.Name)
		page, err := pages.Of(a.Name)
		if err != nil {
			continue // a test's analyzer
		}
		for _, s := range page.Sections {
			rules = append(rules, s.Rule())
		}
	}
	return rules
}

// word is a flag that is one of a few words.
type word struct {
	value   string
	allowed []string
}

func (w *word) String() string { return w.value }

func (w *word) Set(value string) error {
	if !slices.Contains(w.allowed, value) {
		return fmt.Errorf("want one of %s%s", strings.Join(w.allowed, ", "), near.Suggest(value, w.allowed))
	}
	w.value = value
	return nil
}

// level returns the level that the settings give to a finding: "" if they leave
// it as it is. The command line counts before the file, in the file a rule for
// paths before what holds for all, and a later rule before an earlier one.
func (p *policy) level(f report.Finding) string {
	if level := config.Level(p.tiers, f.Analyzer, f.Category); level != "" {
		return level
	}
	if p.file == nil {
		return ""
	}
	rules := p.rulesFor(f.File)
	for _, rule := range slices.Backward(rules) {
		if level := config.Level(rule.Tiers, f.Analyzer, f.Category); level != "" {
			return level
		}
	}
	return config.Level(p.file.Tiers, f.Analyzer, f.Category)
}

// skips reports whether the settings leave a file out.
func (p *policy) skips(file string) bool {
	return slices.ContainsFunc(p.rulesFor(file), func(r config.PathRule) bool { return r.Skip })
}

// rulesFor returns the rules for paths that are about a file, given by its
// absolute path.
func (p *policy) rulesFor(file string) []config.PathRule {
	if p.file == nil || len(p.file.Paths) == 0 {
		return nil
	}
	rel, ok := inside(p.root, file)
	if !ok {
		return nil
	}
	var rules []config.PathRule
	for _, r := range p.file.Paths {
		if r.Matches(rel) {
			rules = append(rules, r)
		}
	}
	return rules
}

// inside returns the path of a file relative to a folder, with slashes, and
// whether it is in there. The go command may know the folder by another name
// than the shell, without symbolic links.
func inside(folder, file string) (string, bool) {
	folders := []string{folder}
	if real, err := filepath.EvalSymlinks(folder); err == nil && real != folder {
		folders = append(folders, real)
	}
	for _, f := range folders {
		if rel, err := filepath.Rel(f, file); err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel), true
		}
	}
	return "", false
}

// place gives a finding its tier. It returns false if it is not to be shown.
func (p *policy) place(f *report.Finding) bool {
	if p.skips(f.File) {
		return false
	}
	switch p.level(*f) {
	case "none":
		return false
	case "error":
		f.Tier = report.Error
	case "advice":
		f.Tier = report.Advice
	}
	return true
}

// asksFor reports whether a tier is set for the analyzer of a finding, or its
// category, that only gives advice: whoever says that it is advice wants it.
func (p *policy) asksFor(f report.Finding) bool {
	return verdict.AdviceOnly(f.Analyzer) && p.level(f) == "advice"
}

// fails reports whether a finding makes the exit code 1.
func (p *policy) fails(f report.Finding) bool {
	switch {
	case f.Ignored != nil || p.failOn.value == "none":
		return false
	case p.failOn.value == "advice":
		return true
	}
	return f.Tier == report.Error
}

// inherit gives each analyzer the filters that are set for all, unless it has
// its own. The command line counts before the configuration file.
func (s *settings) inherit(fs *flags) {
	isSet := make(map[string]bool)
	fs.Visit(func(f *flag.Flag) { isSet[f.Name] = true })
	if s.policy.failOn.value == "advice" && !isSet["advice"] {
		fs.all.advice = true // what fails must be shown
	}
	for name, f := range s.filters {
		set := func(own *bool, all bool, key string) {
			given := s.policy.given
			if !isSet[name+"."+key] || given[key] && !given[name+"."+key] {
				*own = all
			}
		}
		set(&f.tests, fs.all.tests, "tests")
		set(&f.generated, fs.all.generated, "generated")
		set(&f.advice, fs.all.advice || fs.asksFor(name), "advice")
	}
}

// asksFor reports whether an analyzer that only gives advice is asked for by name.
func (fs *flags) asksFor(name string) bool {
	return verdict.AdviceOnly(name) && (fs.named[name] || *fs.choices[name] == on)
}

// scan returns the values that a command line gives to flags, without setting
// them.
func (fs *flags) scan(args []string) (map[string][]string, error) {
	seen := make(map[string][]string)
	shadow := flag.NewFlagSet("", flag.ContinueOnError)
	shadow.SetOutput(fs.Output())
	fs.VisitAll(func(f *flag.Flag) {
		note := func(value string) error {
			seen[f.Name] = append(seen[f.Name], value)
			return nil
		}
		if isBoolFlag(f.Value) {
			shadow.BoolFunc(f.Name, "", note)
		} else {
			shadow.Func(f.Name, "", note)
		}
	})
	return seen, shadow.Parse(args)
}
