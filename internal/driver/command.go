package driver

import (
	"context"
	"errors"
	"fmt"
	"io"

	"golang.org/x/tools/go/analysis"
)

// A command is something to do other than to lint.
type command struct {
	name  string
	args  string // as usage shows them
	about string // in a few words
	run   func(c *call, args []string) error
}

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
		{"explain", "[NAME]", "what a finding means, how to mend it, when to ignore it", runExplain},
		{"map", "[flags] [packages]", "who retries what, and where retries multiply", runMap},
		{"list", "", "analyzers, categories, tiers and settings", runList},
		{"baseline", "[flags]", "write down what is found today; later runs tell what is new", runBaseline},
		{"config", "[flags]", "the settings in force, and where each of them comes from", runConfig},
		{"completion", "SHELL", "completions for bash, zsh or fish", runCompletion},
		{"vendor-backoff", "DIR", "write a copy of package backoff into a module of yours", runVendorBackoff},
		{"help", "[NAME]", "this text; help flags: all flags; or of an analyzer", runHelp},
		{"version", "", "the version, and the Go it was built with", runVersion},
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

func runVersion(c *call, args []string) error {
	if len(args) > 0 {
		return errors.New("usage: retryvet version")
	}
	_, err := fmt.Fprintln(c.stdout, versionLine())
	return err
}
