package main_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// manyPackages is how many packages the module of BenchmarkEditorSave has.
const manyPackages = 300

// BenchmarkEditorSave measures how long it takes from a save to the diagnostics
// of the file, in a module of 300 packages, each of which retries and imports
// two others, once all of it was analyzed. Each save has new contents. It saves
// a package that nothing imports, and one that most others do.
//
//	go test ./cmd/retryvet -run '^$' -bench EditorSave -benchtime 20x
func BenchmarkEditorSave(b *testing.B) {
	bin := build(b)
	root := manyFiles(b)
	for _, bench := range []struct {
		name string
		pkg  int
	}{{"leaf", manyPackages - 1}, {"root", 3}} {
		b.Run(bench.name, func(b *testing.B) {
			c, _ := serve(b, bin, root)
			c.Initialize(nil, root)
			path, src := packageFile(root, bench.pkg), packageSource(bench.pkg)
			c.Open(path, src, 0)
			line := strings.Count(src[:strings.Index(src, "time.Sleep")], "\n")
			found := func(shift int) string { return fmt.Sprintf("%d:2-%d:25 nojitter/fixed", line+shift, line+shift) }
			c.Diagnostics(path, 0, found(0))
			// The importers follow; the last of them is a sign that all is warm.
			if bench.pkg == 3 {
				c.Wait(packageFile(root, manyPackages-1))
			}
			var times []time.Duration
			version := 0
			for b.Loop() {
				version++
				text := fmt.Sprintf("// %d\n", time.Now().UnixNano()) + src
				if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
					b.Fatal(err)
				}
				began := time.Now()
				c.Change(path, text, version)
				c.Save(path)
				c.Diagnostics(path, version, found(1))
				times = append(times, time.Since(began))
			}
			slices.Sort(times)
			b.ReportMetric(times[len(times)/2].Seconds(), "s/save-median")
			b.ReportMetric(times[len(times)-1].Seconds(), "s/save-worst")
			c.Shutdown()
		})
	}
}

func packageFile(root string, i int) string {
	return filepath.Join(root, fmt.Sprintf("p%03d", i), "p.go")
}

// packageSource is package i, which imports packages i/2 and i/3.
func packageSource(i int) string {
	imports, calls := "", ""
	for _, j := range slices.Compact([]int{i / 2, i / 3}) {
		if j < i {
			imports += fmt.Sprintf("\n\t\"example.com/many/p%03d\"", j)
			calls += fmt.Sprintf("\tp%03d.Get(url)\n", j)
		}
	}
	return fmt.Sprintf(`package p%03d

import (
	"net/http"
	"time"
%s
)

func Get(url string) (err error) {
%s	for range 5 {
		if _, err = http.Get(url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
`, i, imports, calls)
}

func manyFiles(b *testing.B) string {
	root, err := filepath.EvalSymlinks(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	files := map[string]string{filepath.Join(root, "go.mod"): "module example.com/many\n\ngo 1.26\n"}
	for i := range manyPackages {
		files[packageFile(root, i)] = packageSource(i)
	}
	for path, content := range files {
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			b.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			b.Fatal(err)
		}
	}
	return root
}
