// Package changed asks git which lines have changed since a commit.
package changed

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/bluekeyes/go-gitdiff/gitdiff"
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
	if err := l.read(diff); err != nil {
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

// read adds the lines that a diff adds.
func (l *Lines) read(diff []byte) error {
	files, _, err := gitdiff.Parse(bytes.NewReader(diff))
	if err != nil {
		return err
	}
	for _, f := range files {
		if f.IsDelete {
			continue
		}
		r := new(ranges)
		for _, fragment := range f.TextFragments {
			at := int(fragment.NewPosition)
			for _, line := range fragment.Lines {
				if line.New() {
					if line.Op == gitdiff.OpAdd {
						r.add(at)
					}
					at++
				}
			}
		}
		l.files[f.NewName] = r
	}
	return nil
}

func (r *ranges) add(line int) {
	if n := len(r.lines); n > 0 && r.lines[n-1][1] == line-1 {
		r.lines[n-1][1] = line
		return
	}
	r.lines = append(r.lines, [2]int{line, line})
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
