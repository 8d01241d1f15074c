package driver

import (
	"fmt"
	"go/version"
	"runtime"
	"runtime/debug"
	"strings"
)

// isNewer reports whether a go command is of a later language release than the
// one that a tool was built with. It is false if either is not a release.
func isNewer(goCommand, builtWith string) bool {
	command, built := release(goCommand), release(builtWith)
	return command != "" && built != "" && version.Compare(command, built) > 0
}

// release returns the language release of a Go version, "go1.26" for
// "go1.26.8 X:nodwarf5", or "" if it has none.
func release(v string) string {
	v, _, _ = strings.Cut(v, " ") // experiments follow
	return version.Lang(v)
}

// mismatch says what is wrong when isNewer, and what to do. The types of a
// package come from a source tree that the tool's own parser and type checker
// are too old for.
func mismatch(goCommand, builtWith string) string {
	return fmt.Sprintf("built with %s, but the go command here is %s, whose packages it may not understand;\n"+
		"\trebuild it with that Go: go install %s/cmd/retryvet@latest", builtWith, goCommand, modulePath)
}

const modulePath = "github.com/retryvet/retryvet"

// released is set by the linker for the archives of a release: they are built
// without what git says of the source, so that nothing else is in their bytes.
var released string

// ourVersion is the version of the module that we were built from, "(devel)"
// if it is none that was published.
func ourVersion() string {
	if released != "" {
		return released
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Path == modulePath && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// versionLine is what `retryvet version` prints.
func versionLine() string {
	return fmt.Sprintf("retryvet %s, built with %s for %s/%s", ourVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
