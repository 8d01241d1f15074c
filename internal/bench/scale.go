package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// A workload is a generated package, or several.
type workload struct {
	name  string
	size  int
	files map[string]string
}

// scale measures how CPU time and memory grow with the code: with the number of
// retry sites, in packages of a hundred and all in one, with the length of a
// function, and with the depth of a chain of calls. All workloads share a cache,
// into which a first one brings what the standard library takes. What a warm run
// takes, in which nothing is analysed, is subtracted.
func scale(out io.Writer, temp, tool string) error {
	loads := []workload{{"", 1, manySites(1, 1)}}
	for _, n := range []int{100, 1000, 10000} {
		loads = append(loads, workload{"retry sites, 100 a package", n, manySites(n, 100)})
	}
	for _, n := range []int{100, 1000, 4000} {
		loads = append(loads, workload{"retry sites in one package", n, manySites(n, n)})
	}
	for _, n := range []int{50, 500, 5000} {
		loads = append(loads, workload{"statements in one retry loop", n, longFunction(n)})
	}
	for _, n := range []int{10, 100, 1000} {
		loads = append(loads, workload{"calls from one layer to the other", n, longChain(n)})
	}
	// Line by line, since the large ones take minutes.
	fmt.Fprintf(out, "%-34s %6s %7s %8s %7s %9s %7s\n", "", "size", "lines", "findings", "CPU s", "ms a line", "peak MB")
	for i, load := range loads {
		line, err := load.measure(filepath.Join(temp, "cache"), filepath.Join(temp, fmt.Sprint("load", i)), tool)
		if err != nil {
			return fmt.Errorf("%d %s: %w", load.size, load.name, err)
		}
		if load.name != "" {
			fmt.Fprintln(out, line)
		}
	}
	return nil
}

// measure writes a workload and vets it, and returns its line of the table.
func (load workload) measure(cache, dir, tool string) (string, error) {
	lines := 0
	load.files["go.mod"] = fmt.Sprintf("module example.com/%s\n\ngo 1.26\n", filepath.Base(dir))
	for name, content := range load.files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return "", err
		}
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			return "", err
		}
		lines += strings.Count(content, "\n")
	}
	if _, err := command(dir, cache, "go", "build", "./..."); err != nil {
		return "", err
	}
	args := []string{"go", "vet", "-json", "-vettool=" + tool, "./..."}
	said, cold, err := output(dir, cache, args...)
	if err != nil {
		return "", err
	}
	warm, err := command(dir, cache, args...)
	if err != nil {
		return "", err
	}
	cpu := (cold.cpu - warm.cpu).Seconds()
	return fmt.Sprintf("%-34s %6d %7d %8d %7.2f %9.2f %7d", load.name, load.size, lines,
		bytes.Count(said, []byte(`"category"`)), cpu, 1000*cpu/float64(lines), cold.peak>>20), nil
}

// manySites has n retry sites, each in a function of its own.
func manySites(n, perPackage int) map[string]string {
	files := map[string]string{}
	for from := 0; from < n; from += perPackage {
		var b strings.Builder
		b.WriteString("package p\n\nimport (\n\t\"errors\"\n\t\"net/http\"\n\t\"time\"\n)\n")
		for i := from; i < from+perPackage; i++ {
			fmt.Fprintf(&b, `
func Get%d(url string) error {
	delay := 100 * time.Millisecond
	for attempt := 0; attempt < 5; attempt++ {
		resp, err := http.Get(url + "/%d")
		if err == nil {
			return resp.Body.Close()
		}
		time.Sleep(delay)
		delay *= 2
	}
	return errors.New("gave up")
}
`, i, i)
		}
		files[fmt.Sprintf("p%03d/p.go", from/perPackage)] = b.String()
	}
	return files
}

// longFunction has one retry loop of n statements, each tenth of which is an
// attempt.
func longFunction(n int) map[string]string {
	var b strings.Builder
	b.WriteString("package p\n\nimport (\n\t\"net/http\"\n\t\"time\"\n)\n\nfunc Long(url string) int {\n\ttotal := 0\n\tfor {\n")
	for i := range n {
		switch i % 10 {
		case 0:
			fmt.Fprintf(&b, "\t\tif _, err := http.Get(url + \"/%d\"); err != nil {\n\t\t\ttime.Sleep(time.Second)\n\t\t\tcontinue\n\t\t}\n", i)
		case 5:
			fmt.Fprintf(&b, "\t\tif total > %d {\n\t\t\ttotal -= len(url)\n\t\t}\n", i)
		default:
			fmt.Fprintf(&b, "\t\ttotal += %d\n", i)
		}
	}
	b.WriteString("\t\treturn total\n\t}\n}\n")
	return map[string]string{"p.go": b.String()}
}

// longChain has two layers of retries with n calls from one to the other.
func longChain(n int) map[string]string {
	var b strings.Builder
	b.WriteString("package p\n\nimport (\n\t\"net/http\"\n\t\"time\"\n)\n")
	layer := func(name, attempt string) {
		fmt.Fprintf(&b, "\nfunc %s(url string) (err error) {\n\tfor range 3 {\n\t\tif %s; err == nil {\n\t\t\treturn nil\n\t\t}\n\t\ttime.Sleep(time.Second)\n\t}\n\treturn err\n}\n", name, attempt)
	}
	layer("f0", "_, err = http.Get(url)")
	for i := range n {
		fmt.Fprintf(&b, "\nfunc f%d(url string) error { return f%d(url) }\n", i+1, i)
	}
	layer("Outer", fmt.Sprintf("err = f%d(url)", n))
	return map[string]string{"p.go": b.String()}
}
