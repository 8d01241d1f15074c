package unit

import (
	"bytes"
	"cmp"
	"encoding/gob"
	"fmt"
	"go/types"
	"os"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/objectpath"
)

// A factKey says of what a fact speaks, and what kind of fact it is.
// The object is nil for a fact about a package.
type factKey struct {
	pkg  *types.Package
	obj  types.Object
	kind reflect.Type
}

// A factSet holds the facts about a package and about what it imports.
type factSet struct {
	pkg   *types.Package
	facts map[factKey]analysis.Fact
}

// A storedFact is the form of a fact in a file. A file of facts is the gob
// encoding of a list of them, or empty.
type storedFact struct {
	Package string
	Object  objectpath.Path // empty for a fact about the package
	Fact    analysis.Fact
}

// readFacts collects what is known of the imports of a package.
func readFacts(c *Config, l *loaded) (*factSet, error) {
	s := &factSet{l.pkg, map[factKey]analysis.Fact{}}
	for _, imported := range l.pkg.Imports() {
		if imported == types.Unsafe {
			continue
		}
		name, ok := c.PackageVetx[imported.Path()]
		if !ok {
			return nil, fmt.Errorf("no facts for %q", imported.Path())
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("reading facts of %q: %w", imported.Path(), err)
		}
		if err := s.decode(data, l.imports); err != nil {
			return nil, fmt.Errorf("decoding facts of %q: %w", imported.Path(), err)
		}
	}
	return s, nil
}

// decode adds the facts of a file about what can be seen from this package.
func (s *factSet) decode(data []byte, packages map[string]*types.Package) error {
	if len(data) == 0 {
		return nil
	}
	var stored []storedFact
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&stored); err != nil {
		return err
	}
	for _, f := range stored {
		pkg := packages[f.Package]
		if pkg == nil {
			continue // nothing here is of one of its types
		}
		key := factKey{pkg: pkg, kind: reflect.TypeOf(f.Fact)}
		if f.Object != "" {
			obj, err := objectpath.Object(pkg, f.Object)
			if err != nil {
				continue // the export data that was read leaves it out
			}
			key.obj = obj
		}
		s.facts[key] = f.Fact
	}
	return nil
}

// encode returns the file of facts for the packages that import this one. They
// are handed the facts of this one, and those about methods and fields of other
// packages, whose values they may come by without an import of their own.
func (s *factSet) encode() ([]byte, error) {
	var stored []storedFact
	paths := new(objectpath.Encoder)
	for key, fact := range s.facts {
		if key.pkg != s.pkg && !travels(key.obj) {
			continue
		}
		f := storedFact{Package: key.pkg.Path(), Fact: fact}
		if key.obj != nil {
			path, err := paths.For(key.obj)
			if err != nil {
				continue // no other package can come to it
			}
			f.Object = path
		}
		stored = append(stored, f)
	}
	if len(stored) == 0 {
		return nil, nil
	}
	slices.SortFunc(stored, func(a, b storedFact) int {
		return cmp.Or(
			cmp.Compare(a.Package, b.Package),
			cmp.Compare(a.Object, b.Object),
			cmp.Compare(reflect.TypeOf(a.Fact).String(), reflect.TypeOf(b.Fact).String()),
		)
	})
	var buf bytes.Buffer
	err := gob.NewEncoder(&buf).Encode(stored)
	return buf.Bytes(), err
}

// travels reports whether a fact about an object of another package is handed
// on: whoever refers to a package-level object or to a package has to import it,
// and finds the facts there.
func travels(obj types.Object) bool {
	if obj == nil {
		return false
	}
	_, isType := obj.(*types.TypeName)
	return isType || obj.Parent() != obj.Pkg().Scope()
}

func (s *factSet) importFact(key factKey, into analysis.Fact) bool {
	fact, ok := s.facts[key]
	if ok {
		reflect.ValueOf(into).Elem().Set(reflect.ValueOf(fact).Elem())
	}
	return ok
}

// sorted returns the keys of the facts of some kinds in an order that is the
// same each time.
func (s *factSet) sorted(kinds []analysis.Fact) []factKey {
	var keys []factKey
	for key := range s.facts {
		if slices.ContainsFunc(kinds, func(f analysis.Fact) bool { return reflect.TypeOf(f) == key.kind }) {
			keys = append(keys, key)
		}
	}
	slices.SortFunc(keys, func(a, b factKey) int {
		return cmp.Or(
			cmp.Compare(a.pkg.Path(), b.pkg.Path()),
			cmp.Compare(positionOf(a), positionOf(b)),
			cmp.Compare(a.kind.String(), b.kind.String()),
		)
	})
	return keys
}

func positionOf(key factKey) int {
	if key.obj == nil {
		return -1
	}
	return int(key.obj.Pos())
}

// bind makes the functions of a pass that read and write facts.
func (s *factSet) bind(pass *analysis.Pass) {
	kinds := pass.Analyzer.FactTypes
	pass.ImportObjectFact = func(obj types.Object, fact analysis.Fact) bool {
		return s.importFact(factKey{obj.Pkg(), obj, reflect.TypeOf(fact)}, fact)
	}
	pass.ImportPackageFact = func(pkg *types.Package, fact analysis.Fact) bool {
		return s.importFact(factKey{pkg, nil, reflect.TypeOf(fact)}, fact)
	}
	pass.ExportObjectFact = func(obj types.Object, fact analysis.Fact) {
		if obj.Pkg() != s.pkg {
			panic(fmt.Sprintf("%s says something of %s, which is not in %s", pass.Analyzer, obj, s.pkg))
		}
		s.facts[factKey{s.pkg, obj, reflect.TypeOf(fact)}] = fact
	}
	pass.ExportPackageFact = func(fact analysis.Fact) {
		s.facts[factKey{s.pkg, nil, reflect.TypeOf(fact)}] = fact
	}
	pass.AllObjectFacts = func() (all []analysis.ObjectFact) {
		for _, key := range s.sorted(kinds) {
			if key.obj != nil {
				all = append(all, analysis.ObjectFact{Object: key.obj, Fact: s.facts[key]})
			}
		}
		return all
	}
	pass.AllPackageFacts = func() (all []analysis.PackageFact) {
		for _, key := range s.sorted(kinds) {
			if key.obj == nil {
				all = append(all, analysis.PackageFact{Package: key.pkg, Fact: s.facts[key]})
			}
		}
		return all
	}
}
