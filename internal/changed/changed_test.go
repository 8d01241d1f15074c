package changed

import (
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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

// Lines that look like headers are none in the middle of a hunk, and names are
// read as git writes them.
func TestRead(t *testing.T) {
	for _, test := range []struct {
		name, diff string
		want       string // what has changed, a file a line
	}{
		{"nothing", "", ""},
		{"one line", "diff --git a/p.go b/p.go\n--- a/p.go\n+++ b/p.go\n@@ -2 +2 @@ func p() {\n-a\n+b\n", "p.go 2-2\n"},
		{"several hunks", "diff --git a/p.go b/p.go\n--- a/p.go\n+++ b/p.go\n@@ -2,2 +2,0 @@\n-a\n-b\n@@ -9,0 +8,3 @@\n+c\n+d\n+e\n", "p.go 8-10\n"},
		{"lines like headers", "diff --git a/q.sql b/q.sql\n--- a/q.sql\n+++ b/q.sql\n@@ -1,2 +1,3 @@\n--- a/comment\n-diff --git\n+++ b/other.go\n+@@ -1 +7 @@\n+diff\n@@ -9 +10 @@\n-x\n+y\n", "q.sql 1-3 10-10\n"},
		{"no newline at the end", "diff --git a/p.go b/p.go\n--- a/p.go\n+++ b/p.go\n@@ -4 +4,2 @@\n-a\n\\ No newline at end of file\n+b\n+c\n\\ No newline at end of file\ndiff --git a/q.go b/q.go\n--- a/q.go\n+++ b/q.go\n@@ -0,0 +1 @@\n+q\n", "p.go 4-5\nq.go 1-1\n"},
		{"a file that is gone", "diff --git a/p.go b/p.go\ndeleted file mode 100644\n--- a/p.go\n+++ /dev/null\n@@ -1,2 +0,0 @@\n-a\n-b\n", ""},
		{"a new file", "diff --git a/p.go b/p.go\nnew file mode 100644\n--- /dev/null\n+++ b/p.go\n@@ -0,0 +1,2 @@\n+a\n+b\n", "p.go 1-2\n"},
		{"a name with spaces", "diff --git a/p q.go b/p q.go\n--- a/p q.go\t\n+++ b/p q.go\t\n@@ -1 +1 @@\n-a\n+b\n", "p q.go 1-1\n"},
		{"a name in quotes", "diff --git \"a/\\303\\266\\t.go\" \"b/\\303\\266\\t.go\"\n--- \"a/\\303\\266\\t.go\"\n+++ \"b/\\303\\266\\t.go\"\n@@ -1 +1 @@\n-a\n+b\n", "ö\t.go 1-1\n"},
		{"another mode", "diff --git a/p.sh b/p.sh\nold mode 100644\nnew mode 100755\ndiff --git a/x b/x\nBinary files a/x and b/x differ\n", ""},
	} {
		l := &Lines{files: map[string]*ranges{}}
		if err := l.read(test.diff); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
		if got := l.String(); got != test.want {
			t.Errorf("%s: got\n%swant\n%s", test.name, got, test.want)
		}
	}
	for _, bad := range []string{"@@ -1 @@", "@@ 1 +1 @@", "@@ -1 +x @@", "@@ -1,-2 +1 @@", "@@ -1 +1"} {
		l := &Lines{files: map[string]*ranges{}}
		if err := l.read("+++ b/p.go\n" + bad + "\n"); err == nil {
			t.Errorf("%s is read", bad)
		}
	}
}

func (l *Lines) String() string {
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(l.files)) {
		out.WriteString(name)
		for _, r := range l.files[name].lines {
			fmt.Fprintf(&out, " %d-%d", r[0], r[1])
		}
		out.WriteString("\n")
	}
	return out.String()
}

func FuzzRead(f *testing.F) {
	f.Add("diff --git a/p.go b/p.go\n--- a/p.go\n+++ b/p.go\n@@ -2,2 +2,0 @@\n-a\n-b\n@@ -9,0 +8,3 @@\n+c\n+d\n+e\n")
	f.Add("+++ \"b/\\303\\266.go\"\n@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n")
	f.Fuzz(func(t *testing.T, diff string) {
		l := &Lines{files: map[string]*ranges{}}
		if err := l.read(diff); err != nil {
			return
		}
		for name, r := range l.files {
			for _, span := range r.lines {
				if span[1] < span[0] {
					t.Errorf("%s: from %d to %d", name, span[0], span[1])
				}
			}
		}
	})
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
