package callmap

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/inventory"
)

// awkward has names that mean something in HTML and DOT, and a circle.
func awkward() *Map {
	p := parse("f: 3(g)\ng: 2(h)\nh: 9(f)\ne: 2(h)")
	for i := range p.sites {
		p.sites[i].Func += `<b>&"\` + "\n"
		p.sites[i].Calls = []string{"</table>"}
	}
	m := Make(p.sites, []inventory.Calls{p.calls}, nil)
	m.Unmatched = []string{"<script>alert(1)</script>"}
	return m
}

// The page is well-formed, escapes what it shows, and loads nothing.
func TestHTML(t *testing.T) {
	for name, m := range map[string]*Map{"awkward": awkward(), "empty": Make(nil, nil, nil)} {
		var out bytes.Buffer
		if err := m.HTML(&out); err != nil {
			t.Fatal(err)
		}
		text := out.String()
		for _, bad := range []string{"<script", "<b>&", "http://", "https://", "src=", "@import", "url(h", "<no value>"} {
			text := strings.ReplaceAll(text, `xmlns="http://www.w3.org/2000/svg"`, "")
			if strings.Contains(text, bad) {
				t.Errorf("%s: the page has %q", name, bad)
			}
		}
		dec := xml.NewDecoder(strings.NewReader(text))
		dec.Strict, dec.AutoClose, dec.Entity = false, xml.HTMLAutoClose, xml.HTMLEntity
		for {
			if _, err := dec.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}

// Boxes do not lie on each other, and lie within the picture.
func TestLayout(t *testing.T) {
	text := ""
	for i := range 12 {
		text += fmt.Sprintf("f%d: 2(g%d+g%d)\ng%d: 3(h%d)\nh%d: 4(x)\n", i, i, (i+5)%12, i, i%3, i)
	}
	p := parse(text)
	m := Make(p.sites, []inventory.Calls{p.calls}, nil)
	f := layout(draw(m.Paths))
	if len(f.Boxes) < 20 || len(f.Lines) < 20 {
		t.Fatalf("%d boxes, %d lines", len(f.Boxes), len(f.Lines))
	}
	for i, a := range f.Boxes {
		if a.X < 0 || a.Y < 0 || a.X+a.W > f.Width || a.Y+a.H > f.Height {
			t.Errorf("%+v is outside of %d × %d", a, f.Width, f.Height)
		}
		for _, b := range f.Boxes[:i] {
			if a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H {
				t.Errorf("%+v lies on %+v", a, b)
			}
		}
	}
}

func TestDOT(t *testing.T) {
	var out bytes.Buffer
	if err := awkward().DOT(&out); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(out.String()) {
		quotes := strings.Count(strings.ReplaceAll(strings.ReplaceAll(line, `\\`, ""), `\"`, ""), `"`)
		if quotes%2 != 0 {
			t.Errorf("a string is not closed: %s", line)
		}
	}
}

func TestJSON(t *testing.T) {
	var out bytes.Buffer
	if err := awkward().JSON(&out); err != nil {
		t.Fatal(err)
	}
	var m struct {
		Version int
		Paths   []struct {
			Product int
			Layers  []struct{ Site int }
		}
		Sites []struct{ Function string }
	}
	if err := json.Unmarshal(out.Bytes(), &m); err != nil {
		t.Fatal(err)
	}
	if m.Version != 1 || len(m.Sites) != 4 || len(m.Paths) == 0 || m.Paths[0].Product == 0 {
		t.Errorf("%+v", m)
	}
}
