package lsp

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/retryvet/retryvet/internal/inventory"
	"github.com/retryvet/retryvet/internal/report"
)

// TestDescribe tells of a site with everything, and of one of which little is
// known.
func TestDescribe(t *testing.T) {
	root := filepath.FromSlash("/m")
	n := &session{root: root, results: map[string]Package{}}
	whole := inventory.Site{
		Form: "loop", Calls: []string{"http.Post"}, Attempts: 4, Count: "constant", Bound: []string{"attempts"}, Owner: true,
		Sends: []inventory.Send{{What: "POST /charges", Twice: true}},
		Schedules: []inventory.Schedule{{
			Growth: "exponential", Random: "random", Factor: 2,
			Delays: []time.Duration{100 * time.Millisecond, 200 * time.Millisecond, 400 * time.Millisecond, 800 * time.Millisecond},
		}},
		Place: report.Place{File: filepath.Join(root, "a.go"), Line: 3, Col: 2},
	}
	want := "**Retry** (loop) of `http.Post`\n\n" +
		"- attempts: 4\n- waits: 100ms 200ms 400ms 800ms …, random\n- ends: attempts\n" +
		"- tries again at: 100ms, 300ms, 700ms at the latest\n" +
		"- may be done twice: POST /charges: no key\n" +
		"- marked as the owner of retries\n"
	if got := n.describe(&whole); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := summary(&whole), "4 attempts: 100ms 200ms 400ms 800ms …, random"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	little := inventory.Site{Form: "helper", Endless: true}
	want = "**Retry** (helper)\n\n- attempts: no limit\n- waits: not known\n- ends: nothing\n"
	if got := n.describe(&little); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := summary(&little); !strings.HasPrefix(got, "no limit: ") {
		t.Errorf("got %q", got)
	}
	hot := inventory.Site{Form: "loop", Endless: true}
	if got, want := summary(&hot), "no limit, no wait"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
