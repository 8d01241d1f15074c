// Package retryvet holds the sources of package backoff, for the command to
// write copies of it. The linter is cmd/retryvet.
package retryvet

import "embed"

// Backoff holds the files of package backoff, with its tests, in the folder
// backoff, and the license.
//
//go:embed backoff/*.go LICENSE
var Backoff embed.FS
