package callmap

import (
	"fmt"
	"io"
	"strings"
)

// A drawing is the layers of paths as the nodes of a graph.
type drawing struct {
	nodes []node
	edges []edge
}

type node struct {
	layer Layer
	worst int // index of the worst path that it is on
}

type edge struct {
	from, to int
	via      []string
	worst    int // index of the worst path that it is on
}

// draw makes a graph of the first paths.
func draw(paths []Path) *drawing {
	d := new(drawing)
	ids := map[string]int{}
	edges := map[[2]int]bool{}
	for n, p := range paths {
		before := -1
		for i := range p.Layers {
			k := key(p.Layers[i : i+1])
			id, ok := ids[k]
			if !ok {
				id = len(d.nodes)
				ids[k] = id
				d.nodes = append(d.nodes, node{p.Layers[i], n})
			}
			if before >= 0 && !edges[[2]int{before, id}] {
				edges[[2]int{before, id}] = true
				d.edges = append(d.edges, edge{before, id, p.Layers[i].Via, n})
			}
			before = id
		}
	}
	return d
}

// DOT prints the layers that multiply as a graph for Graphviz.
func (m *Map) DOT(w io.Writer) error {
	d := draw(m.Paths)
	var b strings.Builder
	b.WriteString("digraph retries {\n\trankdir=LR;\n\tnode [shape=box, fontname=\"sans-serif\"];\n\tedge [fontname=\"sans-serif\", fontsize=10];\n")
	for i, n := range d.nodes {
		style := ""
		if n.layer.Owner {
			style = ", penwidth=3"
		}
		fmt.Fprintf(&b, "\tn%d [label=%s%s];\n", i, quote(n.layer.Title()+"\n× "+factor(&n.layer)), style)
	}
	for _, e := range d.edges {
		fmt.Fprintf(&b, "\tn%d -> n%d", e.from, e.to)
		if tip := strings.Join(e.via, " → "); tip != "" {
			fmt.Fprintf(&b, " [tooltip=%s]", quote(tip))
		}
		b.WriteString(";\n")
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// quote writes a string of DOT: only quotes and backslashes are special there.
func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(s) + `"`
}
