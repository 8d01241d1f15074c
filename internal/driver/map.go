package driver

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/callmap"
	"github.com/retryvet/retryvet/internal/inventory"
	"github.com/retryvet/retryvet/internal/mesh"
	"github.com/retryvet/retryvet/internal/verdict"
)

// mapSettings are what the command line of map asks for.
type mapSettings struct {
	settings
	tests bool
	mesh  []string // files and folders
	print func(*callmap.Map, io.Writer) error
}

const mapHelp = `Map shows who retries what: every retry site of the packages with its numbers,
and the ways on which one retries what another one retries already.

Usage: retryvet map [flags] [packages]      packages as for go build; ./... by default

`

// runMap prints the map of packages. What could not be analyzed is missing from
// it, and the exit code then says so.
func runMap(c *call, args []string) error {
	s, err := parseMapSettings(c.suite, args, c.stdout)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	var rules *mesh.Rules
	if len(s.mesh) > 0 {
		if rules, err = mesh.Load(s.mesh); err != nil {
			return err
		}
	}
	run, err := prepare(c, &s.settings, c.stderr)
	if err != nil {
		return err
	}
	found, failed := run.analyze(c)
	if found == nil || errors.Is(failed, errNothing) { // a map without sites would be an answer
		return failed
	}
	m, err := run.drawMap(s, found, rules)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := s.print(m, &out); err != nil {
		return fmt.Errorf("drawing the map: %w", err)
	}
	if _, err := c.stdout.Write(out.Bytes()); err != nil {
		return fmt.Errorf("printing: %w", err)
	}
	return failed
}

// mapFlags are the flags of which the help of map tells. The others of the
// command line have their meaning as well, where it can be one.
var mapFlags = []string{"C", "config", "tags", "tests", "json", "dot", "html", "mesh", verdict.HelperFlag, "helpers"}

// parseMapSettings reads the command line of map. On -h it prints the help and
// returns flag.ErrHelp.
func parseMapSettings(suite []*analysis.Analyzer, args []string, help io.Writer) (*mapSettings, error) {
	s := &mapSettings{settings: settings{suite: suite}}
	fs := newFlags(suite, &s.settings)
	dot := fs.Bool("dot", false, "print a graph of the layers for Graphviz")
	html := fs.Bool("html", false, "print a page that can be read offline, and on paper")
	fs.Func("mesh", "multiply in what proxies do: Envoy, Istio, Gateway API, gRPC service config and Linkerd, in a `file` or folder (can be repeated)", func(path string) error {
		s.mesh = append(s.mesh, path)
		return nil
	})
	if err := s.parse(suite, fs, args); errors.Is(err, flag.ErrHelp) {
		printMapHelp(help, fs)
		return nil, err
	} else if err != nil {
		return nil, err
	}
	s.tests = fs.all.tests
	var formats []func(*callmap.Map, io.Writer) error
	if s.printing.json {
		formats = append(formats, (*callmap.Map).JSON)
	}
	if *dot {
		formats = append(formats, (*callmap.Map).DOT)
	}
	if *html {
		formats = append(formats, (*callmap.Map).HTML)
	}
	switch {
	case s.fixing.fix || s.fixing.diff:
		return nil, errors.New("map changes no files: leave out -fix and -diff")
	case len(formats) > 1:
		return nil, errors.New("-json, -dot and -html are formats: choose one")
	case s.printing.format != "text" && !s.printing.json, len(s.printing.outs) > 0:
		return nil, errors.New("-format and -out are for findings: map has -json, -dot and -html")
	}
	s.print = (*callmap.Map).Text
	if len(formats) > 0 {
		s.print = formats[0]
	}
	return s, nil
}

func printMapHelp(w io.Writer, fs *flags) {
	few := flag.NewFlagSet("", flag.ContinueOnError)
	few.SetOutput(w)
	for _, name := range mapFlags {
		f := fs.Lookup(name)
		usage := f.Usage
		switch name {
		case "json":
			usage = "print the map as JSON"
		case "tests":
			usage = "map test files, too"
		}
		few.Var(f.Value, name, usage)
	}
	fmt.Fprint(w, mapHelp)
	few.PrintDefaults()
}

// packagesOf returns the packages that a command line names.
func packagesOf(args []string) ([]string, error) {
	for _, p := range args {
		if strings.HasPrefix(p, "-") {
			return nil, fmt.Errorf("%q follows the packages: flags go before them", p)
		}
	}
	if len(args) == 0 {
		return []string{"./..."}, nil
	}
	return args, nil
}

// drawMap joins what the packages told.
func (r *run) drawMap(s *mapSettings, found *answer, rules *mesh.Rules) (*callmap.Map, error) {
	f := newFilter(&s.settings, r.asked)
	sites, err := f.sites(found.notes)
	if err != nil {
		return nil, err
	}
	shown := sites[:0]
	for _, site := range sites {
		if s.tests || !strings.HasSuffix(site.Place.File, "_test.go") {
			shown = append(shown, site)
		}
	}
	var calls []inventory.Calls
	for _, n := range found.notes {
		if _, ok := f.pkg(n.Unit); !ok {
			continue
		}
		c, ok, err := n.Calls()
		if err != nil {
			return nil, err
		}
		if ok {
			calls = append(calls, c)
		}
	}
	shortenSites(shown)
	if rules == nil {
		return callmap.Make(shown, calls, nil), nil
	}
	m := callmap.Make(shown, calls, rules.Match)
	m.Unmatched = append(m.Unmatched, rules.Unused()...)
	return m, nil
}

// shortenSites is shorten for the places of sites.
func shortenSites(sites []inventory.Site) {
	folders := workingFolders()
	for i := range sites {
		s := &sites[i]
		s.Place.File = shortest(folders, s.Place.File)
		for j := range s.Tried {
			s.Tried[j].File = shortest(folders, s.Tried[j].File)
		}
		for j := range s.Schedules {
			w := &s.Schedules[j]
			w.Place.File, w.From.File = shortest(folders, w.Place.File), shortest(folders, w.From.File)
		}
	}
}
