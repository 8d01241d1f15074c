package driver

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestIdentifyBuilds checks that builds which differ in anything are told
// apart, by the build ID where the go command left one.
func TestIdentifyBuilds(t *testing.T) {
	const program = "package main\n\nfunc main() { println(%d) }\n"
	one, two := fmt.Sprintf(program, 1), fmt.Sprintf(program, 2)
	seen := map[string]string{}
	for _, test := range []struct {
		name, source string
		flags        string
		hasID        bool
	}{
		{"plain", one, "", true},
		{"another constant", two, "", true},
		{"without symbols", one, "-ldflags=-s -w", true},
		{"no build ID", one, "-ldflags=-buildid=", false},
		{"no build ID and another constant", two, "-ldflags=-buildid=", false},
		{"the build ID of Bazel", one, "-ldflags=-buildid=redacted", false},
		{"the same for another constant", two, "-ldflags=-buildid=redacted", false},
	} {
		path := link(t, test.source, test.flags)
		id, err := identify(path)
		if err != nil {
			t.Fatal(err)
		}
		if other := seen[id]; other != "" {
			t.Errorf("%s and %s are both %s", test.name, other, id)
		}
		seen[id] = test.name
		said, err := exec.Command("go", "tool", "buildid", path).Output()
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.HasPrefix(id, strings.TrimSpace(string(said))+"."); said[0] != '\n' && got != test.hasID {
			t.Errorf("%s: %s; the go command says %s", test.name, id, said)
		}
	}
	again, err := identify(link(t, one, ""))
	if err != nil || seen[again] != "plain" {
		t.Errorf("the same source again: %s is %s (%v)", again, seen[again], err)
	}
}

// link builds a program of one file.
func link(t *testing.T, source, flags string) string {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, "go.mod", "module example.com/p\n\ngo 1.26\n")
	write(t, dir, "main.go", source)
	args := []string{"build", "-trimpath", "-o", "p.exe"}
	if flags != "" {
		args = append(args, flags)
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return filepath.Join(dir, "p.exe")
}

func write(t *testing.T, dir, name, content string) string {
	t.Helper()
	name = filepath.Join(dir, name)
	if err := os.WriteFile(name, []byte(content), 0o777); err != nil {
		t.Fatal(err)
	}
	return name
}

// Hashes as the go command puts them together.
const (
	hashA = "gBQBEKjKMHoQNX7lhdje"
	hashB = "t05_oZFCqGpivK8V-Mq1"
	whole = hashA + "/" + hashB + "/" + hashB + "/" + hashB
)

func note(order binary.AppendByteOrder, id string) string {
	b := order.AppendUint32(nil, 4)
	b = order.AppendUint32(b, uint32(len(id)))
	b = order.AppendUint32(b, 4)
	return string(b) + "Go\x00\x00" + id
}

func text(id string) string { return "\xff Go build ID: \"" + id + "\"\n \xff" }

// TestIdentify checks files of all kinds: those with the ID of a finished build
// are told by it and their size, all others by their content.
func TestIdentify(t *testing.T) {
	const little, big = "\x7fELF\x02\x01\x01", "\x7fELF\x02\x02\x01"
	le, be := binary.LittleEndian, binary.BigEndian
	for _, test := range []struct {
		name, content string
		hasID         bool
	}{
		{"ELF", little + note(le, whole) + "code", true},
		{"ELF of a large machine", big + note(be, whole) + "code", true},
		{"ELF with a note of another sort before", little + "xxxxxxxxxxxxxxxxGo\x00\x00" + note(le, whole), true},
		{"ELF with the text alone", little + text(whole), false},
		{"ELF with a note that is cut off", little + note(le, whole)[:40], false},
		{"ELF with a note in the wrong order", little + note(be, whole), false},
		{"ELF that ends before its name", "\x7fELFGo\x00\x00", false},
		{"Windows", "MZ…" + text(whole) + "code", true},
		{"macOS", "\xcf\xfa\xed\xfe" + text(whole) + "code", true},
		{"text that is cut off", "MZ…" + text(whole)[:60], false},
		{"far behind", "MZ" + strings.Repeat("x", headSize) + text(whole), false},
		{"as the linker leaves it", "MZ" + text(hashA+"/"+hashB+"/"+hashB+"/"+hashA), false},
		{"three parts", "MZ" + text(hashA+"/"+hashB+"/"+hashB), false},
		{"five parts", "MZ" + text(whole+"/"+hashB), false},
		{"other letters", "MZ" + text(strings.ReplaceAll(whole, "_", "=")), false},
		{"a name", "MZ" + text("a/b/c/d"), false},
		{"none", "MZ", false},
		{"nothing at all", "", false},
	} {
		dir := t.TempDir()
		id := identified(t, write(t, dir, "first", test.content))
		if got := strings.HasPrefix(id, whole); got != test.hasID {
			t.Errorf("%s: %s", test.name, id)
		}
		if id != identified(t, write(t, dir, "copy", test.content)) {
			t.Errorf("%s: a copy is another", test.name)
		}
		if id == identified(t, write(t, dir, "longer", test.content+"x")) {
			t.Errorf("%s: what is longer is the same", test.name)
		}
	}
	if _, err := identify(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("a missing file is identified")
	}
}

// Whatever has no build ID is told apart by each of its bytes.
func TestIdentifyContent(t *testing.T) {
	dir := t.TempDir()
	content := []byte("MZ" + strings.Repeat("x", 2*headSize))
	before := identified(t, write(t, dir, "before", string(content)))
	for _, at := range []int{0, headSize - 1, headSize, len(content) - 1} {
		content[at]++
		after := identified(t, write(t, dir, "after", string(content)))
		if after == before {
			t.Errorf("byte %d does not matter", at)
		}
		before = after
	}
}

func identified(t *testing.T, path string) string {
	t.Helper()
	id, err := identify(path)
	if err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(id, " \n") {
		t.Errorf("the go command would split %q", id)
	}
	return id
}

func FuzzGoBuildID(f *testing.F) {
	f.Add([]byte("MZ" + text(whole)))
	f.Add([]byte("\x7fELF\x02\x01" + note(binary.LittleEndian, whole)))
	f.Add([]byte("\x7fELF\x02\x02" + note(binary.BigEndian, whole)[:20]))
	f.Fuzz(func(t *testing.T, head []byte) {
		if id := goBuildID(head); !strings.Contains(string(head), id) {
			t.Errorf("%q is not in %q", id, head)
		}
	})
}
