// Golangci is golangci-lint with the linters of retryvet built in.
package main

import (
	"fmt"
	"os"
	"runtime"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/retryvet/retryvet/gclplugin"
)

func main() {
	err := commands.Execute(commands.BuildInfo{
		GoVersion: runtime.Version(),
		// golangci-lint salts its cache with the version, and only with this one
		// by the content of the program: another would keep stale results.
		Version: "(devel)",
		Commit:  "unknown",
		Date:    "unknown",
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, "failed executing command with error:", err)
		os.Exit(exitcodes.Failure)
	}
}
