// Package docs holds the pages of the analyzers, one Markdown file for each,
// so that the command can print what the pages say.
package docs

import "embed"

// Pages holds the files NAME.md, one for each analyzer NAME, and pages on other
// matters.
//
//go:embed *.md
var Pages embed.FS
