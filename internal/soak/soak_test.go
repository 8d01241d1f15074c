package main

import (
	"context"
	"io"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
)

// TestSoak runs over two packages of the standard library and their tests, with
// analyzers that are as they should be and with such as are not.
func TestSoak(t *testing.T) {
	runs := 0
	analyzer := func(name string, run func(*analysis.Pass)) *analysis.Analyzer {
		return &analysis.Analyzer{Name: name, Doc: name, Run: func(pass *analysis.Pass) (any, error) {
			if pass.Pkg.Path() == "std.example/net/textproto" {
				runs++
				run(pass)
			}
			return nil, nil
		}}
	}
	for _, test := range []struct {
		name                string
		suite               []*analysis.Analyzer
		faults, differences int
	}{
		{"all of ours", suite(), 0, 0},
		{"one that falls over", []*analysis.Analyzer{analyzer("falls", func(*analysis.Pass) { panic("oh") })}, 2, 0},
		{"one that says something else each time", []*analysis.Analyzer{analyzer("moody", func(pass *analysis.Pass) {
			pass.Reportf(pass.Files[0].Package, "run %d", runs)
		})}, 0, 2},
		{"one that goes by the order of files", []*analysis.Analyzer{analyzer("first", func(pass *analysis.Pass) {
			pass.Reportf(pass.Files[0].Package, "here")
		})}, 0, 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := &soaker{ctx: context.Background(), suite: test.suite, patience: time.Hour, words: io.Discard}
			count, err := s.soak(set{tests: true, patterns: []string{"net/textproto", "errors"}})
			if err != nil {
				t.Fatal(err)
			}
			// Each has a package, a variant of it with tests, and tests outside of it.
			if count.packages < 4 || count.lines == 0 || count.leftOut > 1 {
				t.Errorf("%d packages, %d lines, %d left out", count.packages, count.lines, count.leftOut)
			}
			if count.faults != test.faults || count.differences != test.differences || count.slow != 0 {
				t.Errorf("%d faults, %d differences, %d too slow", count.faults, count.differences, count.slow)
			}
		})
	}
}

// TestSoakSlow counts what takes too long, and what is interrupted is not begun.
func TestSoakSlow(t *testing.T) {
	never := &analysis.Analyzer{Name: "never", Doc: "never", Run: func(*analysis.Pass) (any, error) { select {} }}
	s := &soaker{ctx: context.Background(), suite: []*analysis.Analyzer{never}, patience: time.Nanosecond, words: io.Discard}
	count, err := s.soak(set{patterns: []string{"errors"}})
	if err != nil || count.slow != 1 || count.packages != 0 {
		t.Errorf("%+v, %v", count, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s.ctx = ctx
	if count, err := s.soak(set{patterns: []string{"errors"}}); err != nil || count.slow != 0 {
		t.Errorf("interrupted: %+v, %v", count, err)
	}
}
