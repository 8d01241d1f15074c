// Package changed asks git which lines have changed since a commit.
package changed

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// Lines are the lines of a working copy that are not as they were.
type Lines struct {
	Root  string // folder of the working copy, absolute
	files map[string]*ranges
}

// ranges are the changed lines of a file.
type ranges struct {
	all   bool // a file that git did not know
	lines [][2]int
}

// Since returns what has changed in the working copy that holds dir since it
// parted from rev: commits, what is staged, what is not, and files that git does
// not know and is not told to ignore. Changes that only rev has do not count, so
// rev may be the branch that a change is made for.
func Since(ctx context.Context, dir, rev string) (*Lines, error) {
	path, err := exec.LookPath("git")
	if err != nil {
		return nil, fmt.Errorf("git is needed: %w", err)
	}
	g := git{path, dir}
	root, err := g.run(ctx, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, fmt.Errorf("no working copy of git: %w", err)
	}
	g.dir = filepath.FromSlash(strings.TrimRight(string(root), "\r\n"))
	base, err := g.base(ctx, rev)
	if err != nil {
		return nil, err
	}
	// Settings of the user that change the form are overruled.
	diff, err := g.run(ctx, "-c", "diff.noprefix=false", "-c", "diff.mnemonicPrefix=false", "-c", "diff.relative=false",
		"diff", "--no-color", "--no-ext-diff", "--no-textconv", "--find-renames", "--unified=0", base, "--")
	if err != nil {
		return nil, err
	}
	l := &Lines{Root: g.dir, files: make(map[string]*ranges)}
	if err := l.read(string(diff)); err != nil {
		return nil, fmt.Errorf("reading the answer of git diff: %w", err)
	}
	unknown, err := g.run(ctx, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(string(unknown), "\x00") {
		if name != "" {
			l.files[name] = &ranges{all: true}
		}
	}
	return l, nil
}

// Touches reports whether one of the lines from first to last of a file has
// changed. The file is given relative to Root, with slashes.
func (l *Lines) Touches(file string, first, last int) bool {
	r := l.files[file]
	if r == nil {
		return false
	}
	if r.all {
		return true
	}
	for _, one := range r.lines {
		if one[0] <= last && first <= one[1] {
			return true
		}
	}
	return false
}

// read adds the lines that a diff without context adds. A library that reads
// diffs would bring the network, and with it the C library, into a program that
// is started for each package.
func (l *Lines) read(diff string) error {
	var file *ranges
	for skip := 0; diff != ""; {
		var line string
		line, diff, _ = strings.Cut(diff, "\n")
		switch {
		case skip > 0: // removed and added lines, which may look like anything
			if !strings.HasPrefix(line, `\`) { // "\ No newline at end of file"
				skip--
			}
		case strings.HasPrefix(line, "diff "):
			file = nil
		case strings.HasPrefix(line, "+++ "):
			name, err := newName(line)
			if err != nil {
				return err
			}
			file = new(ranges)
			if name != "/dev/null" { // of a file that is gone
				l.files[name] = file
			}
		case strings.HasPrefix(line, "@@ ") && file != nil:
			h, err := parseHunk(line)
			if err != nil {
				return err
			}
			if h.added > 0 {
				file.lines = append(file.lines, [2]int{h.at, h.at + h.added - 1})
			}
			skip = h.removed + h.added
		}
	}
	return nil
}

// newName returns the name in a header such as "+++ b/dir/file.go".
func newName(line string) (string, error) {
	name := strings.TrimSuffix(strings.TrimPrefix(line, "+++ "), "\t") // the tab follows names with spaces
	if strings.HasPrefix(name, `"`) {
		unquoted, err := strconv.Unquote(name)
		if err != nil {
			return "", fmt.Errorf("a name that is not quoted well: %s", name)
		}
		name = unquoted
	}
	return strings.TrimPrefix(name, "b/"), nil
}

// A hunk says how many lines were removed, and how many added at which line.
type hunk struct{ removed, at, added int }

// parseHunk reads a header such as "@@ -7,2 +7 @@ func main() {".
func parseHunk(line string) (h hunk, err error) {
	fields := strings.Fields(line)
	if len(fields) < 4 || fields[0] != "@@" || fields[3] != "@@" {
		return h, fmt.Errorf("a header of no known form: %s", line)
	}
	_, h.removed, err = parseSpan(fields[1], "-")
	if err == nil {
		h.at, h.added, err = parseSpan(fields[2], "+")
	}
	if err != nil {
		return h, fmt.Errorf("a header of no known form: %s", line)
	}
	return h, nil
}

// parseSpan reads "-7,2", two lines from 7 on; the number is 1 if it is missing.
func parseSpan(s, sign string) (at, n int, err error) {
	s, ok := strings.CutPrefix(s, sign)
	if !ok {
		return 0, 0, errors.New("no sign")
	}
	from, count, several := strings.Cut(s, ",")
	if !several {
		count = "1"
	}
	first, err1 := strconv.ParseUint(from, 10, 30)
	number, err2 := strconv.ParseUint(count, 10, 30)
	return int(first), int(number), errors.Join(err1, err2)
}

// git runs git in a folder.
type git struct{ path, dir string }

func (g git) run(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, g.path, args...)
	cmd.Dir = g.dir
	out, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		words, _, _ := strings.Cut(strings.TrimSpace(string(exit.Stderr)), "\n")
		if words == "" {
			words = err.Error()
		}
		return nil, errors.New(words)
	}
	return out, err
}

// base returns the commit at which the working copy parted from rev.
func (g git) base(ctx context.Context, rev string) (string, error) {
	if rev == "" || strings.HasPrefix(rev, "-") {
		return "", fmt.Errorf("%q is no commit", rev)
	}
	commit, err := g.run(ctx, "rev-parse", "--verify", "--quiet", rev+"^{commit}")
	if err != nil {
		return "", fmt.Errorf("git knows no commit %q; if it is of another branch, it may have to be fetched first", rev)
	}
	id := strings.TrimSpace(string(commit))
	parted, err := g.run(ctx, "merge-base", id, "HEAD")
	if err != nil {
		return "", fmt.Errorf("no common commit of %s and HEAD; a shallow clone may lack it", rev)
	}
	return strings.TrimSpace(string(parted)), nil
}
