package apply

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// dropImports removes the imports that the fixes made superfluous: old uses
// them and made does not. One that was unused before is none of our business.
//
// What a package is called is guessed from its path. Where the guess is wrong
// the import stays, and the file does not compile, which the caller finds out.
func dropImports(name string, old, made []byte) []byte {
	before, err := parse(name, old)
	if err != nil {
		return made
	}
	used := packagesUsed(before)
	for {
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, made, parser.ParseComments)
		if err != nil {
			return made
		}
		still := packagesUsed(file)
		spec := slices.IndexFunc(file.Imports, func(spec *ast.ImportSpec) bool {
			name := localName(spec)
			return used[name] && !still[name] && imports(before, spec)
		})
		if spec < 0 {
			return made
		}
		made = withoutImport(fset.File(file.FileStart), file, file.Imports[spec], made)
	}
}

// packagesUsed returns the names X of selectors X.Sel that are no variables.
func packagesUsed(file *ast.File) map[string]bool {
	used := make(map[string]bool)
	ast.Inspect(file, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if id, ok := sel.X.(*ast.Ident); ok && id.Obj == nil {
				used[id.Name] = true
			}
		}
		return true
	})
	return used
}

// imports reports whether a file has an import of the same path and name.
func imports(file *ast.File, spec *ast.ImportSpec) bool {
	return slices.ContainsFunc(file.Imports, func(other *ast.ImportSpec) bool {
		return other.Path.Value == spec.Path.Value && localName(other) == localName(spec)
	})
}

var majorVersion = regexp.MustCompile(`^v[0-9]+$`)

// localName returns the name by which a file knows a package, as far as the
// import tells.
func localName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	p, _ := strconv.Unquote(spec.Path.Value)
	base := path.Base(p)
	if majorVersion.MatchString(base) {
		base = path.Base(path.Dir(p))
	}
	base, _, _ = strings.Cut(base, ".") // yaml.v3, nats.go
	return strings.TrimSuffix(strings.TrimPrefix(base, "go-"), "-go")
}

// withoutImport cuts an import out, with its line and comments, and its
// declaration if it is the last there.
func withoutImport(tf *token.File, file *ast.File, spec *ast.ImportSpec, src []byte) []byte {
	var from, to ast.Node = spec, spec
	doc, comment := spec.Doc, spec.Comment
	for _, d := range file.Decls {
		if decl, ok := d.(*ast.GenDecl); ok && len(decl.Specs) == 1 && decl.Specs[0] == spec {
			from, to, doc = decl, decl, decl.Doc
		}
	}
	if doc != nil {
		from = doc
	}
	if comment != nil && comment.End() > to.End() {
		to = comment
	}
	start, end := tf.Offset(from.Pos()), tf.Offset(to.End())
	line := bytes.LastIndexByte(src[:start], '\n') + 1
	rest := len(src)
	if i := bytes.IndexByte(src[end:], '\n'); i >= 0 {
		rest = end + i + 1
	}
	if blank(src[line:start]) && blank(src[end:rest]) {
		start, end = line, rest
	}
	return append(slices.Clone(src[:start]), src[end:]...)
}

func blank(text []byte) bool { return len(bytes.Trim(text, " \t\r\n")) == 0 }

// added returns the paths that made imports and old does not.
func added(name string, old, made []byte) (paths []string) {
	had := importPaths(name, old)
	for _, p := range importPaths(name, made) {
		if !slices.Contains(had, p) {
			paths = append(paths, p)
		}
	}
	return paths
}

func importPaths(name string, src []byte) (paths []string) {
	file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ImportsOnly)
	if err != nil {
		return nil
	}
	for _, spec := range file.Imports {
		if p, err := strconv.Unquote(spec.Path.Value); err == nil {
			paths = append(paths, p)
		}
	}
	return paths
}
