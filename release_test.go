package retryvet_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// TestRelease makes the archive of a release twice, as two machines would: in
// checkouts in different folders, by people whose files are not equally open to
// others, with build caches that have nothing in common.
func TestRelease(t *testing.T) {
	if testing.Short() {
		t.Skip("builds all dependencies twice")
	}
	if runtime.GOOS != "linux" {
		t.Skip("the options of tar are those of GNU")
	}
	checkouts := [2]string{filepath.Join(t.TempDir(), "one"), filepath.Join(t.TempDir(), "another", "two")}
	var sums [2]string
	for i, script := range [2]string{
		"umask 022 && make release PLATFORMS=linux/amd64",
		"umask 077 && GOCACHE=$PWD-cache make release PLATFORMS=linux/amd64",
	} {
		checkOut(t, checkouts[i])
		run(t, checkouts[i], "sh", "-c", script)
		text, err := os.ReadFile(filepath.Join(checkouts[i], "dist", "checksums.txt"))
		if err != nil {
			t.Fatal(err)
		}
		sums[i] = string(text)
	}
	if sums[0] != sums[1] || strings.Count(sums[0], ".tar.gz\n") != 1 {
		t.Errorf("checksums\n%sand\n%s", sums[0], sums[1])
	}
	// What is in it can be run, and knows what it is.
	if runtime.GOARCH != "amd64" {
		return
	}
	dist := filepath.Join(checkouts[0], "dist")
	_, archive, _ := strings.Cut(strings.TrimSpace(sums[0]), "  ")
	folder := strings.TrimSuffix(archive, ".tar.gz")
	run(t, dist, "tar", "-xf", archive)
	got := run(t, dist, filepath.Join(dist, folder, "retryvet"), "version")
	if want := "retryvet v0.9.9, built with " + runtime.Version() + " for linux/amd64\n"; got != want {
		t.Errorf("version %q, want %q", got, want)
	}
}

// TestPreCommit has pre-commit fetch and build the hook from a repository, and
// run it in a module with a finding, then in one without.
func TestPreCommit(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the tool in an environment of its own")
	}
	if _, err := exec.LookPath("pre-commit"); err != nil {
		t.Skip("pre-commit is not installed; Debian has it as a package of that name")
	}
	t.Setenv("PRE_COMMIT_HOME", t.TempDir())
	buildAsReleased(t)
	hooks, dir := t.TempDir(), t.TempDir()
	checkOut(t, hooks)
	const config = "repos:\n- repo: HOOKS\n  rev: v0.9.9\n  hooks: [{id: retryvet}]\n"
	writeFile(t, filepath.Join(dir, "go.mod"), "module example.test/m\n\ngo 1.26\n")
	writeFile(t, filepath.Join(dir, ".pre-commit-config.yaml"), strings.ReplaceAll(config, "HOOKS", filepath.ToSlash(hooks)))
	writeFile(t, filepath.Join(dir, "p.go"), allTogether)
	git(t, dir, "init", "--quiet")
	git(t, dir, "add", "--all")
	out, err := command(dir, "pre-commit", "run", "--all-files")
	if err == nil || !strings.Contains(out, "p.go:13:3: ") || !strings.Contains(out, "(nojitter/fixed)") {
		t.Errorf("with a finding: %v\n%s", err, out)
	}
	writeFile(t, filepath.Join(dir, "p.go"), strings.Replace(allTogether, "time.Second)", "rand.N(time.Second))", 1))
	if out, err := command(dir, "pre-commit", "run", "--all-files"); err != nil || !strings.Contains(out, "Passed") {
		t.Errorf("without findings: %v\n%s", err, out)
	}
}

// TestGoTool lets a module require the tool, as published, and runs it by way of
// the go command, and before that by way of the action.
func TestGoTool(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the tool as a dependency of another module")
	}
	modules := strings.TrimSpace(run(t, ".", "go", "env", "GOMODCACHE"))
	others := strings.TrimSpace(run(t, ".", "go", "env", "GOPROXY"))
	source, published := t.TempDir(), t.TempDir()
	checkOut(t, source)
	publish(t, source, published)
	t.Setenv("GOPROXY", fileURL(published)+","+fileURL(filepath.Join(modules, "cache", "download"))+","+others)
	t.Setenv("GONOSUMDB", modulePath)
	t.Setenv("GOMODCACHE", t.TempDir())
	dir := t.TempDir()
	writeFile(t, filepath.Join(dir, "go.mod"), "module example.test/m\n\ngo 1.25\n")
	writeFile(t, filepath.Join(dir, "p.go"), allTogether)

	goFlags := os.Getenv("GOFLAGS")
	buildAsReleased(t)
	checkAction(t, dir)
	run(t, dir, "go", "get", "-tool", modulePath+"/cmd/retryvet@v0.9.9")
	tool := strings.TrimSpace(run(t, dir, "go", "tool", "-n", "retryvet"))
	t.Setenv("GOFLAGS", goFlags)

	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil || !strings.Contains(string(text), "tool "+modulePath+"/cmd/retryvet\n") || !strings.Contains(string(text), "go 1.26.0\n") {
		t.Errorf("go.mod is %v\n%s", err, text)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"tool", "retryvet", "./..."}, "p.go:13:3: "},
		{[]string{"vet", "-vettool=" + tool, "./..."}, "p.go:13:3: "},
		{[]string{"fix", "-fixtool=" + tool, "-diff", "./..."}, "+\t\ttime.Sleep(time.Second/2 + rand.N(time.Second/2))"},
	} {
		out, err := command(dir, "go", c.args...)
		if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 1 || !strings.Contains(out, c.want) {
			t.Errorf("go %s: %v\n%s", strings.Join(c.args, " "), err, out)
		}
	}
	run(t, dir, "go", "fix", "-fixtool="+tool, "./...")
	if out, err := command(dir, "go", "tool", "retryvet", "./..."); err != nil {
		t.Errorf("after go fix: %v\n%s", err, out)
	}
}

// checkAction has the action of GitHub install what was published and run it over
// the module in dir, for annotations and for a report.
func checkAction(t *testing.T, dir string) {
	t.Helper()
	action, err := filepath.Abs(filepath.Join(".ci", "action"))
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("RETRYVET_VERSION", "v0.9.9")
	for _, c := range []struct{ sarif, want string }{
		{"", "::error file=p.go,line=13,endLine=13,col=3,"},
		{"retryvet.sarif", "p.go:13:3: "},
	} {
		t.Setenv("RETRYVET_SARIF", c.sarif)
		out, err := command(dir, action)
		if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 1 || !strings.Contains(out, c.want) {
			t.Errorf("the action ends with %v\n%s\nwant %s", err, out, c.want)
		}
	}
	report, err := os.ReadFile(filepath.Join(dir, "retryvet.sarif"))
	if err != nil || !strings.Contains(string(report), `"uri": "p.go"`) {
		t.Errorf("the report is %v\n%s", err, report)
	}
}

// allTogether is a retry whose clients come back together.
const allTogether = `package p

import (
	"math/rand/v2"
	"time"
)

func Send(send func([]byte) error, b []byte) (err error) {
	for range 4 {
		if err = send(b); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

var _ = rand.N[int]
`

// buildAsReleased has the go command build as for a release, so that a build
// cache that knows one knows the other, and its modules be ones that can be
// removed.
func buildAsReleased(t *testing.T) {
	t.Helper()
	t.Setenv("CGO_ENABLED", "0")
	t.Setenv("GOFLAGS", strings.TrimSpace(os.Getenv("GOFLAGS")+" -trimpath -buildvcs=false -modcacherw"))
}

const modulePath = "github.com/retryvet/retryvet"

// publish makes a folder from which the go command can fetch what lies in source
// as version v0.9.9.
func publish(t *testing.T, source, folder string) {
	t.Helper()
	mod, err := os.ReadFile(filepath.Join(source, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(folder, filepath.FromSlash(modulePath), "@v")
	writeFile(t, filepath.Join(dir, "list"), "v0.9.9\n")
	writeFile(t, filepath.Join(dir, "v0.9.9.mod"), string(mod))
	writeFile(t, filepath.Join(dir, "v0.9.9.info"), `{"Version":"v0.9.9","Time":"2026-11-30T00:00:00Z"}`)
	out, err := os.Create(filepath.Join(dir, "v0.9.9.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if err := zip.CreateFromDir(out, module.Version{Path: modulePath, Version: "v0.9.9"}, source); err != nil {
		t.Fatal(err)
	}
}

func fileURL(path string) string {
	path = filepath.ToSlash(path)
	return "file:///" + strings.TrimPrefix(path, "/")
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// checkOut makes a repository of what lies here, with a commit that is the same
// each time and tagged v0.9.9.
func checkOut(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.Name() == ".git" && !entry.IsDir(): // of a worktree
			return nil
		case entry.IsDir() && slices.Contains([]string{".git", "node_modules", "bin", "dist"}, entry.Name()):
			return filepath.SkipDir
		case entry.IsDir():
			return os.MkdirAll(filepath.Join(dir, path), 0o777)
		case !entry.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(dir, path), data, info.Mode())
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_AUTHOR_DATE", "2026-11-30T00:00:00Z")
	t.Setenv("GIT_COMMITTER_DATE", "2026-11-30T00:00:00Z")
	git(t, dir, "init", "--quiet")
	git(t, dir, "add", "--all")
	git(t, dir, "commit", "--quiet", "--message=test")
	git(t, dir, "tag", "v0.9.9")
}

// git runs git in the repository in dir and in no other, whatever the environment
// or a file in dir says.
func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	run(t, dir, "git", append([]string{
		"--git-dir=" + filepath.Join(dir, ".git"), "--work-tree=" + dir,
		"-c", "user.name=test", "-c", "user.email=test@example.test", "-c", "commit.gpgsign=false", "-c", "tag.gpgsign=false",
	}, args...)...)
}
