package driver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/near"
)

// A command is something to do other than to lint.
type command struct {
	name  string
	args  string // as the help shows them
	about string // in a few words
	run   func(c *call, args []string) error
	long  string // args, where there is more to say
}

// usage says how a command is called.
func (c command) usage() string {
	return strings.TrimSpace("usage: retryvet " + c.name + " " + cmp.Or(c.long, c.args))
}

// usageError is the error of a command line that a command does not take.
func usageError(name string) error { return errors.New(lookupCommand([]string{name}).usage()) }

// A call is what a command works with.
type call struct {
	context.Context
	suite          []*analysis.Analyzer
	stdout, stderr io.Writer
}

// commands lists the commands in the order of the help. It is a function so
// that a command can ask for the list.
func commands() []command {
	return []command{
		{"explain", "[NAME]", "what a finding means, how to mend it, when to ignore it", runExplain, "[ANALYZER[/CATEGORY]]"},
		{"map", "[flags] [packages]", "who retries what, and where retries multiply", runMap, ""},
		{"list", "", "analyzers, categories, tiers and settings", runList, ""},
		{"baseline", "[flags]", "write down what is found today; later runs tell what is new", runBaseline, "[-o file] [flags] [packages]"},
		{"config", "[flags]", "the settings in force, and where each of them comes from", runConfig, "[schema|vet-flags] [flags]"},
		{"lsp", "", "serve an editor: findings, fixes, hovers, see docs/editors.md", runLSP, ""},
		{"completion", "SHELL", "completions for bash, zsh or fish", runCompletion, "bash|zsh|fish"},
		{"vendor-backoff", "DIR", "write a copy of package backoff into a module of yours", runVendorBackoff, "[-force] DIR"},
		{"help", "[NAME]", "this text; help flags: all flags; of an analyzer or command", runHelp, ""},
		{"version", "", "the version, and the Go it was built with", runVersion, ""},
	}
}

// lookupCommand returns the command that a command line begins with, or nil.
func lookupCommand(args []string) *command {
	if len(args) == 0 {
		return nil
	}
	for _, c := range commands() {
		if c.name == args[0] {
			return &c
		}
	}
	return nil
}

// spelledAsFlag makes a command of what people try as a flag with any program.
func spelledAsFlag(args []string) []string {
	if len(args) > 0 && (args[0] == "-version" || args[0] == "--version") {
		return append([]string{"version"}, args[1:]...)
	}
	return args
}

// meantCommand says which command may have been meant by what was taken for a
// package; "" if none.
func meantCommand(args []string) string {
	var names []string
	for _, c := range commands() {
		names = append(names, c.name)
	}
	for _, a := range args {
		if !strings.ContainsAny(a, `./\`) {
			return near.Suggest(a, names)
		}
	}
	return ""
}

func runVersion(c *call, args []string) error {
	if len(args) > 0 {
		return usageError("version")
	}
	_, err := fmt.Fprintln(c.stdout, versionLine())
	return err
}
