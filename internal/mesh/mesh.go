// Package mesh reads what proxies and service configurations outside of a Go
// program do to its requests: Envoy's static routes, Istio, the Gateway API,
// gRPC's service config and Linkerd.
//
// A document is told by its shape, so that all of them can lie in one folder.
// A request matches a rule if its host and its path surely do: what is not
// constant in the program matches only what does not ask for it.
package mesh

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/retryvet/retryvet/internal/callmap"
)

// Rules are the rules of some files, in their order.
type Rules struct {
	groups []group
	used   map[*rule]bool
	// usual is the number of tries that Istio's proxies make for a host of the
	// mesh for which nothing is written.
	usual callmap.Rule
	istio bool     // some document is Istio's
	hosts []string // services that are named
}

// A group is a list of rules of which the first that fits applies: a virtual
// host, a VirtualService, an HTTPRoute, a service config.
type group struct {
	kind    string
	grpc    bool     // its rules are for gRPC methods, and for no host
	hosts   []string // exact, *.suffix, prefix.* or *; for kubernetes also names of services
	service bool     // hosts are names of Kubernetes services
	space   string   // the namespace in which short names are meant
	rules   []*rule
}

// A rule is what is done to the requests that fit.
type rule struct {
	callmap.Rule
	matches []match // any of them; none: all requests
}

// A match is what a request must be. Empty fields ask for nothing.
type match struct {
	exact   string
	prefix  string
	whole   bool           // the prefix ends at the end of a segment
	regex   *regexp.Regexp // of the whole path
	method  string
	unknown bool // asks for more than can be known here: a header
}

// Load reads files, and the .yaml, .yml and .json files of folders. An error
// names the file, and the line if that is known.
func Load(paths []string) (*Rules, error) {
	r := &Rules{used: map[*rule]bool{}, usual: istioDefault}
	for _, path := range paths {
		files, err := filesOf(path)
		if err != nil {
			return nil, fmt.Errorf("-mesh: %w", err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return nil, fmt.Errorf("-mesh: %w", err)
			}
			if err := r.read(file, text); err != nil {
				return nil, err
			}
		}
	}
	return r, nil
}

// filesOf lists the files that a path names, sorted.
func filesOf(path string) (files []string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	err = filepath.WalkDir(path, func(file string, d fs.DirEntry, err error) error {
		switch filepath.Ext(file) {
		case ".yaml", ".yml", ".json":
			if err == nil && d.Type().IsRegular() {
				files = append(files, file)
			}
		}
		return err
	})
	if err == nil && len(files) == 0 {
		err = fmt.Errorf("%s has no .yaml, .yml or .json file", path)
	}
	return files, err
}

// read reads the documents of one file.
func (r *Rules) read(file string, text []byte) error {
	dec := yaml.NewDecoder(bytes.NewReader(spaced(file, text)))
	for {
		var doc yaml.Node
		err := dec.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return located(file, err)
		}
		if len(doc.Content) == 0 {
			continue
		}
		if err := r.document(&reader{file, map[*yaml.Node]bool{}}, doc.Content[0]); err != nil {
			return err
		}
	}
}

// spaced replaces the tabs with which JSON may be indented: in YAML, of which
// JSON is a part but for that, they are an error.
func spaced(file string, text []byte) []byte {
	if filepath.Ext(file) != ".json" {
		return text
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	for i, line := range lines {
		rest := bytes.TrimLeft(line, " \t")
		indent := bytes.ReplaceAll(line[:len(line)-len(rest)], []byte("\t"), []byte(" "))
		lines[i] = append(slices.Clone(indent), rest...)
	}
	return bytes.Join(lines, nil)
}

var yamlLine = regexp.MustCompile(`^yaml: (?:unmarshal errors:\s*)?line (\d+): `)

// located puts file and line in front of an error of package yaml.
func located(file string, err error) error {
	text := err.Error()
	if m := yamlLine.FindStringSubmatch(text); m != nil {
		return fmt.Errorf("%s:%s: %s", file, m[1], text[len(m[0]):])
	}
	return fmt.Errorf("%s: %s", file, strings.TrimPrefix(text, "yaml: "))
}

// A reader reads the nodes of a file and says where something is wrong.
type reader struct {
	file string
	seen map[*yaml.Node]bool // by aliases a document can hold itself
}

// enters reports whether a node is met for the first time.
func (d *reader) enters(n *yaml.Node) bool {
	if n == nil || d.seen[n] {
		return false
	}
	d.seen[n] = true
	return true
}

func (d *reader) at(n *yaml.Node) string { return filepath.Base(d.file) + ":" + strconv.Itoa(n.Line) }

func (d *reader) wrong(n *yaml.Node, what string) error {
	return fmt.Errorf("%s:%d: %s", d.file, n.Line, what)
}

// get returns what lies under keys of nested mappings, or nil.
func get(n *yaml.Node, keys ...string) *yaml.Node {
	for _, key := range keys {
		n = resolve(n)
		if n == nil || n.Kind != yaml.MappingNode {
			return nil
		}
		var found *yaml.Node
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == key {
				found = n.Content[i+1]
			}
		}
		n = found
	}
	return resolve(n)
}

func resolve(n *yaml.Node) *yaml.Node {
	for n != nil && n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	return n
}

// first returns what lies under the first of the keys that is there: protobuf's
// JSON form knows a field by two names.
func first(n *yaml.Node, keys ...string) *yaml.Node {
	for _, key := range keys {
		if v := get(n, key); v != nil {
			return v
		}
	}
	return nil
}

func text(n *yaml.Node) string {
	if n == nil || n.Kind != yaml.ScalarNode {
		return ""
	}
	return n.Value
}

func list(n *yaml.Node) []*yaml.Node {
	if n == nil || n.Kind != yaml.SequenceNode {
		return nil
	}
	return n.Content
}

func texts(n *yaml.Node) (out []string) {
	for _, item := range list(n) {
		if s := text(resolve(item)); s != "" {
			out = append(out, s)
		}
	}
	return out
}

// number reads a count. It may be a text, as in an annotation.
func (d *reader) number(n *yaml.Node, what string) (int, error) {
	i, err := strconv.ParseUint(text(n), 10, 31)
	if err != nil {
		return 0, d.wrong(n, fmt.Sprintf("%s is %q: want a whole number", what, text(n)))
	}
	return int(i), nil
}

// document reads one document, whatever it is. What is none of ours is left alone.
func (r *Rules) document(d *reader, n *yaml.Node) error {
	api := text(get(n, "apiVersion"))
	kind := text(get(n, "kind"))
	r.istio = r.istio || strings.Contains(api, "istio.io/")
	switch {
	case kind == "List":
		for _, item := range list(get(n, "items")) {
			if item = resolve(item); d.enters(item) {
				if err := r.document(d, item); err != nil {
					return err
				}
			}
		}
		return nil
	case kind == "VirtualService" && strings.HasPrefix(api, "networking.istio.io/"):
		return r.virtualService(d, n)
	case kind == "ServiceEntry" && strings.HasPrefix(api, "networking.istio.io/"):
		for _, host := range texts(get(n, "spec", "hosts")) {
			r.hosts = append(r.hosts, serviceNames(host, text(get(n, "metadata", "namespace")))...)
		}
		return nil
	case kind == "IstioOperator" || first(n, "defaultHttpRetryPolicy", "meshConfig") != nil:
		return r.meshConfig(d, n)
	case (kind == "HTTPRoute" || kind == "GRPCRoute") && strings.Contains(api, "gateway.networking.k8s.io/"):
		return r.gatewayRoute(d, n)
	case kind == "Service" && api == "v1":
		r.hosts = append(r.hosts, serviceNames(text(get(n, "metadata", "name")), text(get(n, "metadata", "namespace")))...)
		return r.linkerdService(d, n)
	case first(n, "methodConfig", "method_config") != nil:
		return r.serviceConfig(d, n)
	}
	return r.envoy(d, n)
}
