package inventory

import (
	"fmt"
	"go/token"
	"go/types"
	"hash/fnv"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/retrysite"
	"github.com/retryvet/retryvet/internal/summary"
)

// Calls is how the functions of one package lead to retry sites, to requests,
// and to each other.
type Calls struct {
	Version  int                 `json:"v"`
	Routines []Routine           `json:"f,omitempty"`
	Types    []Type              `json:"t,omitempty"` // what may stand behind an interface
	Ifaces   map[string][]string `json:"i,omitempty"` // the methods of each interface that is called through
	Known    map[string][]Layer  `json:"k,omitempty"` // layers that functions of other packages reach
	Packages map[string]string   `json:"p,omitempty"` // names of packages, by path, that are not the last element of it

	Variant string `json:"-"` // of its package; its sites are those of the same
}

// A Routine is a function, and what its calls may come to.
type Routine struct {
	ID   string `json:"n"` // (*example.com/m/store.Client).Get; for a literal in it with $1
	Ways []Way  `json:"w"`
}

// A Way is one thing that a call may come to: a site, a function, any method
// that an interface stands for, or a request.
type Way struct {
	Site    *int     `json:"s,omitempty"` // ID of a site of this package
	Below   []Way    `json:"b,omitempty"` // what an attempt of the site does
	To      string   `json:"t,omitempty"`
	Inner   bool     `json:"l,omitempty"` // To is a literal, which shares the parameters of its function
	Args    []string `json:"a,omitempty"` // templates of the arguments, a receiver first; "": not known
	Iface   string   `json:"i,omitempty"`
	Method  string   `json:"m,omitempty"` // of Iface: name#hash of its signature
	Request *Request `json:"r,omitempty"`
	Place   string   `json:"at,omitempty"` // of a request, and of a call with Args: file:line, file without folders
}

// A Request is what is sent. In a template the rune retrysite.FirstParam+i
// stands for parameter i, retrysite.UnknownPart for what is not known.
type Request struct {
	GRPC    bool     `json:"g,omitempty"`
	Methods []string `json:"m,omitempty"` // of HTTP
	URLs    []string `json:"u,omitempty"` // of HTTP; of gRPC the full names of methods: /pkg.Service/Method
}

// A Type is a type that may stand behind an interface.
type Type struct {
	Name    string            `json:"n"`
	Test    bool              `json:"test,omitempty"` // declared in a test
	Methods []string          `json:"h"`              // name#hash of all
	Leading map[string]string `json:"f"`              // the routines among them, by name#hash
}

// A Layer is what is known of a layer in a package that is not mapped.
type Layer struct {
	Name     string   `json:"n"`
	Pkg      string   `json:"p,omitempty"`
	Place    string   `json:"at,omitempty"` // file:line, file without folders
	Attempts int      `json:"x,omitempty"`
	Count    string   `json:"of,omitempty"` // constant, default; "" if not known
	Endless  bool     `json:"endless,omitempty"`
	Owner    bool     `json:"owner,omitempty"`
	Only     []string `json:"only,omitempty"`
	GivesUp  []string `json:"gives,omitempty"`
	Below    []Layer  `json:"b,omitempty"`
}

func toCalls(fset *token.FileSet, pkg *types.Package, inv *retrysite.Inventory, ids map[*retrysite.Item]int) Calls {
	e := &encoder{fset: fset, ids: ids, calls: Calls{Version: Version, Ifaces: map[string][]string{}, Known: map[string][]Layer{}, Packages: packages(pkg)}}
	for _, r := range inv.Routines {
		e.calls.Routines = append(e.calls.Routines, Routine{ID: r.ID, Ways: e.ways(r.Ways)})
	}
	for _, t := range inv.Types {
		e.calls.Types = append(e.calls.Types, typeOf(fset, t))
	}
	return e.calls
}

// packages names the package and those that it imports, where their paths do not.
func packages(pkg *types.Package) map[string]string {
	out := map[string]string{}
	for _, p := range append([]*types.Package{pkg}, pkg.Imports()...) {
		if path.Base(p.Path()) != p.Name() {
			out[p.Path()] = p.Name()
		}
	}
	return out
}

type encoder struct {
	fset  *token.FileSet
	ids   map[*retrysite.Item]int
	calls Calls
}

// place shows where a call is.
func (e *encoder) place(at token.Pos) string {
	if !at.IsValid() {
		return ""
	}
	p := e.fset.Position(at)
	return fmt.Sprintf("%s:%d", filepath.Base(p.Filename), p.Line)
}

func (e *encoder) ways(in []*retrysite.Way) []Way {
	var out []Way
	seen := map[string]bool{}
	for _, w := range in {
		one := e.way(w)
		if key := fmt.Sprint(one.To, one.Iface, one.Method, one.Args); one.Site == nil && one.Request == nil {
			if seen[key] {
				continue
			}
			seen[key] = true
		}
		out = append(out, one)
	}
	return out
}

func (e *encoder) way(w *retrysite.Way) Way {
	switch {
	case w.Item != nil:
		id := e.ids[w.Item]
		return Way{Site: &id, Below: e.ways(w.Below)}
	case w.Iface != nil:
		name := types.TypeString(w.Of, nil)
		if _, done := e.calls.Ifaces[name]; !done {
			e.calls.Ifaces[name] = methodKeys(w.Iface)
		}
		return Way{Iface: name, Method: methodKey(w.Method), Args: w.Args, Place: e.placeOf(w)}
	case w.Request != nil:
		r := Request(*w.Request)
		return Way{Request: &r, Place: e.place(w.At)}
	}
	if len(w.Layers) > 0 {
		e.calls.Known[w.To] = toLayers(w.Layers)
	}
	return Way{To: w.To, Inner: w.Inner, Args: w.Args, Place: e.placeOf(w)}
}

// placeOf is the place of a call that may decide where a request goes.
func (e *encoder) placeOf(w *retrysite.Way) string {
	if len(w.Args) == 0 {
		return ""
	}
	return e.place(w.At)
}

func toLayers(in []summary.Layer) []Layer {
	var out []Layer
	for _, l := range in {
		if l.Op > 0 {
			continue // of what the caller hands in
		}
		out = append(out, Layer{
			Name: l.Name, Pkg: l.Pkg, Place: l.Place, Attempts: l.Attempts, Count: countName(l.Count),
			Endless: l.Endless, Owner: l.Owner, Only: l.Only, GivesUp: l.GivesUp, Below: toLayers(l.Below),
		})
	}
	return out
}

func methodKeys(iface *types.Interface) []string {
	var out []string
	for m := range iface.Methods() {
		out = append(out, methodKey(m))
	}
	slices.Sort(out)
	return out
}

// methodKey names a method such that it is the same for an interface and for
// what implements it: by its name and its signature without names.
func methodKey(fn *types.Func) string {
	h := fnv.New32a()
	sig := fn.Signature()
	for _, tuple := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range tuple.Variables() {
			fmt.Fprint(h, types.TypeString(v.Type(), nil), ",")
		}
		fmt.Fprint(h, ";")
	}
	if sig.Variadic() {
		fmt.Fprint(h, "...")
	}
	name := fn.Name()
	if !fn.Exported() && fn.Pkg() != nil {
		name = fn.Pkg().Path() + "." + name
	}
	return fmt.Sprintf("%s#%08x", name, h.Sum32())
}

func typeOf(fset *token.FileSet, t *types.Named) Type {
	out := Type{Name: types.TypeString(t, nil), Leading: map[string]string{}}
	out.Test = strings.HasSuffix(fset.Position(t.Obj().Pos()).Filename, "_test.go")
	set := types.NewMethodSet(types.NewPointer(t))
	for i := range set.Len() {
		fn, ok := set.At(i).Obj().(*types.Func)
		if !ok {
			continue
		}
		key := methodKey(fn)
		out.Methods = append(out.Methods, key)
		if id := fn.FullName(); !strings.Contains(id, "interface{") {
			out.Leading[key] = id
		}
	}
	slices.Sort(out.Methods)
	return out
}
