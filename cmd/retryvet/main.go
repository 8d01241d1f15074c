// Retryvet finds retries that make an outage worse.
//
// Usage:
//
//	retryvet [flags] [packages]
//	go vet -vettool=$(which retryvet) [flags] [packages]
//
// The first form drives the second, so that Go's build cache keeps what was
// found, and adds sorting, filters, formats and exit codes of its own:
// 0 nothing found, 1 findings, 2 could not analyze.
// Run "retryvet help" for the flags.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/retryvet/retryvet/analyzers"
	"github.com/retryvet/retryvet/internal/driver"
)

func main() {
	args := os.Args[1:]
	if driver.IsTool(args) {
		driver.Tool(analyzers.Suite, args) // does not return
	}

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends us at once

	err := driver.Run(ctx, analyzers.Suite, args, os.Stdout, os.Stderr)
	if err != nil && !errors.Is(err, driver.ErrFindings) {
		fmt.Fprintln(os.Stderr, "retryvet:", err)
	}
	os.Exit(driver.ExitCode(err))
}
