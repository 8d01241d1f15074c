package driver

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/config"
	"github.com/retryvet/retryvet/internal/verdict"
)

// configNames are the names that a configuration file can have.
var configNames = []string{".retryvet.yml", ".retryvet.yaml"}

// fileKeys are the flags that a configuration file can set, with what they take.
var fileKeys = []config.Key{
	{Name: "advice", Kind: config.Bool},
	{Name: "baseline"},
	{Name: "fail-on", Values: failLevels},
	{Name: "fix-style"},
	{Name: "generated", Kind: config.Bool},
	{Name: "helpers", Kind: config.Entries, Flag: verdict.HelperFlag},
	{Name: "tags", Kind: config.List},
	{Name: "tests", Kind: config.Bool},
}

// pathFlags are the flags whose value is the name of a file. In a configuration
// file it is relative to the folder of that file.
var pathFlags = map[string]bool{"baseline": true}

// configSchema says which keys a configuration file can have: fileKeys, and for
// each analyzer the flags that are named after it.
func configSchema(suite []*analysis.Analyzer, flags *flags, rules []string) *config.Schema {
	s := &config.Schema{Rules: rules}
	for _, key := range fileKeys {
		_, key.About = flag.UnquoteUsage(flags.Lookup(key.Sets()))
		s.Keys = append(s.Keys, key)
	}
	for _, a := range suite {
		one := config.Analyzer{Name: a.Name, Keys: []config.Key{
			{Name: config.Enabled, Kind: config.Bool, About: "whether the findings of this analyzer are shown"},
		}}
		flags.VisitAll(func(f *flag.Flag) {
			if name, ok := strings.CutPrefix(f.Name, a.Name+"."); ok && name != verdict.HelperFlag {
				_, about := flag.UnquoteUsage(f)
				one.Keys = append(one.Keys, config.Key{Name: name, Kind: kindOfFlag(f), About: about})
			}
		})
		s.Analyzers = append(s.Analyzers, one)
	}
	return s
}

// kindOfFlag says what a flag takes. One that is not of a simple type may be a
// list; the flag itself says what is wrong with a value.
func kindOfFlag(f *flag.Flag) config.Kind {
	value := f.Value
	if p, ok := value.(*passedFlag); ok {
		value = p.Value
	}
	if isBoolFlag(value) {
		return config.Bool
	}
	if g, ok := value.(flag.Getter); ok {
		switch g.Get().(type) {
		case int, uint, int64, uint64:
			return config.Number
		case string, time.Duration:
			return config.Word
		}
	}
	return config.List
}

// configure reads the configuration file, if there is one, and sets the flags
// that it names. What the command line says is parsed after it, and counts.
func (s *settings) configure(fs *flags, args []string) error {
	given, err := fs.scan(args)
	if err != nil {
		return nil // Parse will say it, or help was asked for
	}
	s.policy.given = make(map[string]bool)
	for name := range given {
		s.policy.given[name] = true
	}
	path, err := findConfig(last(given["C"]), last(given["config"]))
	if err != nil || path == "" {
		return err
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("reading the configuration: %w", err)
	}
	file, err := config.Parse(path, content, s.policy.schema)
	if err != nil {
		return fmt.Errorf("the configuration %s is faulty:\n%w", path, err)
	}
	s.policy.file, s.policy.root = file, filepath.Dir(path)
	for _, one := range file.Settings {
		value := one.Value
		if pathFlags[one.Flag] && value != "" && !filepath.IsAbs(value) {
			value = filepath.Join(s.policy.root, filepath.FromSlash(value))
		}
		if err := fs.Set(one.Flag, value); err != nil {
			return fmt.Errorf("the configuration %s is faulty:\n%s:%d: %s: invalid value %q: %w", path, filepath.Base(path), one.Line, one.Key, one.Value, err)
		}
		if choice := fs.choices[one.Flag]; choice != nil && *choice == on {
			*choice = unset // on the command line it means "only this one"
			fs.named[one.Flag] = true
		}
	}
	return nil
}

func last(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return values[len(values)-1]
}

// findConfig returns the absolute path of the configuration file, or "" if
// there is none: what -config names, or else the nearest one from the folder
// where the go command runs upwards.
func findConfig(dir, named string) (string, error) {
	if named == noConfig {
		return "", nil
	}
	if named != "" {
		path, err := filepath.Abs(named)
		if err != nil {
			return "", fmt.Errorf("-config: %w", err)
		}
		if _, err := os.Stat(path); err != nil {
			return "", fmt.Errorf("-config: %w", err)
		}
		return path, nil
	}
	if checkFolder(dir) != nil {
		return "", nil // prepare will say what is wrong with it
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("looking for the configuration: %w", err)
	}
	for _, folder := range configFolders(dir) {
		path, err := configIn(folder)
		if err != nil || path != "" {
			return path, err
		}
	}
	return "", nil
}

// configIn returns the configuration file of a folder, or "".
func configIn(folder string) (string, error) {
	found := ""
	for _, name := range configNames {
		path := filepath.Join(folder, name)
		_, err := os.Stat(path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return "", fmt.Errorf("looking for the configuration: %w", err)
		case found != "":
			return "", fmt.Errorf("two configurations, %s and %s: remove one", found, name)
		default:
			found = path
		}
	}
	return found, nil
}

// configFolders returns the folders in which a configuration may be, nearest
// first: up to the root of the repository; without one, up to that of the
// workspace, or else of the module.
func configFolders(dir string) []string {
	var folders []string
	for folder := dir; ; folder = filepath.Dir(folder) {
		folders = append(folders, folder)
		if filepath.Dir(folder) == folder {
			break
		}
	}
	for _, mark := range []string{".git", "go.work", "go.mod"} {
		for i, folder := range folders {
			if _, err := os.Stat(filepath.Join(folder, mark)); err == nil {
				return folders[:i+1]
			}
		}
	}
	return folders[:1]
}
