package callmap

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestBrowser opens the page in Chromium, without a network, and prints it.
func TestBrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("starts a browser")
	}
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("there is no chromium")
	}
	dir := t.TempDir()
	page, paper := filepath.Join(dir, "map.html"), filepath.Join(dir, "map.pdf")
	var out bytes.Buffer
	if err := awkward().HTML(&out); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(page, out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	open := func(args ...string) string {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		defer cancel()
		args = append([]string{"--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + dir, "--host-resolver-rules=MAP * ~NOTFOUND"}, append(args, "file://"+page)...)
		dom, err := exec.CommandContext(ctx, browser, args...).Output()
		if ctx.Err() != nil {
			t.Skip("the browser does not answer")
		}
		if err != nil {
			t.Fatalf("%v\n%s", err, dom)
		}
		return string(dom)
	}
	dom := open("--dump-dom")
	for _, want := range []string{"</svg>", "Which layer owns retries?", "&lt;script&gt;alert(1)&lt;/script&gt;"} {
		if !bytes.Contains([]byte(dom), []byte(want)) {
			t.Errorf("the page as the browser has it lacks %q", want)
		}
	}
	open("--print-to-pdf=" + paper)
	if pdf, err := os.ReadFile(paper); err != nil || !bytes.HasPrefix(pdf, []byte("%PDF")) {
		t.Errorf("not printed: %v", err)
	}
}
