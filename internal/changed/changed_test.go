package changed

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A repo is a working copy of git, out of reach of the user's settings.
type repo struct {
	t   *testing.T
	dir string
}

func newRepo(t *testing.T) *repo {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not there")
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	for _, name := range []string{"GIT_AUTHOR", "GIT_COMMITTER"} {
		t.Setenv(name+"_NAME", "A")
		t.Setenv(name+"_EMAIL", "a@example.com")
	}
	r := &repo{t, t.TempDir()}
	r.git("init", "-q", "-b", "main")
	return r
}

func (r *repo) git(args ...string) {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

func (r *repo) write(name, content string) {
	r.t.Helper()
	path := filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		r.t.Fatal(err)
	}
}

func (r *repo) commit() {
	r.t.Helper()
	r.git("add", "-A")
	r.git("commit", "-q", "-m", "x")
}

const tenLines = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n"

// TestSince changes files in the ways in which files change, on a branch.
func TestSince(t *testing.T) {
	r := newRepo(t)
	r.git("config", "diff.noprefix", "true") // a user's habits
	r.git("config", "core.quotePath", "true")
	r.write("a.go", tenLines)
	r.write("old name.go", tenLines)
	r.write("größe.go", tenLines)
	r.write("gone.go", tenLines)
	r.write("main.go", tenLines)
	r.write(".gitignore", "ignored.go\n")
	r.commit()
	r.git("checkout", "-q", "-b", "topic")
	r.write("a.go", strings.Replace(tenLines, "3\n", "three\n", 1))
	r.commit()
	r.write("a.go", strings.Replace(strings.Replace(tenLines, "3\n", "three\n", 1), "8\n9\n", "", 1)+"11\n12\n")
	r.git("mv", "old name.go", "new name.go")
	r.write("new name.go", strings.Replace(tenLines, "5\n", "five\n", 1))
	r.git("add", "new name.go")
	r.write("größe.go", "0\n"+tenLines)
	r.git("rm", "-q", "gone.go")
	r.write("sub/unknown.go", tenLines)
	r.write("ignored.go", tenLines)
	r.git("stash", "-q", "-u")
	r.git("checkout", "-q", "main")
	r.write("main.go", strings.Replace(tenLines, "2\n", "two\n", 1)) // what others do meanwhile
	r.commit()
	r.git("checkout", "-q", "topic")
	r.git("stash", "pop", "-q", "--index")

	if err := os.MkdirAll(filepath.Join(r.dir, "sub"), 0o777); err != nil {
		t.Fatal(err)
	}
	lines, err := Since(context.Background(), filepath.Join(r.dir, "sub"), "main")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		file        string
		first, last int
		want        bool
	}{
		{"a.go", 3, 3, true},  // committed
		{"a.go", 2, 2, false}, // beside it
		{"a.go", 1, 4, true},  // around it
		{"a.go", 7, 8, false}, // lines between were deleted
		{"a.go", 9, 10, true}, // added at the end, not committed
		{"a.go", 11, 20, false},
		{"new name.go", 5, 5, true}, // renamed and staged
		{"new name.go", 4, 4, false},
		{"old name.go", 5, 5, false},
		{"größe.go", 1, 1, true},
		{"größe.go", 2, 2, false},
		{"gone.go", 1, 10, false},
		{"sub/unknown.go", 7, 7, true},
		{"ignored.go", 1, 1, false},
		{"main.go", 2, 2, false}, // changed on the other side only
	} {
		if got := lines.Touches(test.file, test.first, test.last); got != test.want {
			t.Errorf("%s:%d-%d has changed: %t", test.file, test.first, test.last, got)
		}
	}
}

func TestErrors(t *testing.T) {
	r := newRepo(t)
	r.write("a.go", tenLines)
	r.commit()
	r.git("checkout", "-q", "--orphan", "other")
	r.write("other.go", tenLines) // else it is the same commit, if it is made in the same second
	r.commit()
	outside := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(outside))
	for _, test := range []struct{ dir, rev, want string }{
		{r.dir, "nosuch", `git knows no commit "nosuch"`},
		{r.dir, "--output=x", `"--output=x" is no commit`},
		{r.dir, "HEAD:a.go", `git knows no commit "HEAD:a.go"`},
		{r.dir, "main", "no common commit of main and HEAD"},
		{outside, "HEAD", "no working copy of git"},
	} {
		if _, err := Since(context.Background(), test.dir, test.rev); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.rev, err, test.want)
		}
	}
	t.Setenv("PATH", outside)
	if _, err := Since(context.Background(), r.dir, "HEAD"); err == nil || !strings.Contains(err.Error(), "git is needed") {
		t.Errorf("without git: %v", err)
	}
}
