package retrysite

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
)

// TestMayHaveMethods checks which types are looked at for methods of an
// interface: their own ones count, and those of what they embed.
func TestMayHaveMethods(t *testing.T) {
	const src = `package p

type None struct{ has Has }

func (None) String() string { return "" }

type Has struct{}

func (*Has) Do() error { return nil }

type Doer interface{ Do() error }

type Plain struct{ n int }
type Number int
type Field struct{ has Has; doer Doer }
type Embeds struct{ Has }
type EmbedsPointer struct{ *Has }
type EmbedsDeeper struct{ Embeds; n int }
type EmbedsInterface struct{ Doer }
type EmbedsPlain struct{ Plain }
type EmbedsItself struct{ *EmbedsItself }
type Alias = Has
type EmbedsAlias struct{ Alias }
`
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := new(types.Config).Check("p", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"None": true, "Has": true,
		"Plain": false, "Number": false, "Field": false,
		"Embeds": true, "EmbedsPointer": true, "EmbedsDeeper": true, "EmbedsInterface": true, "EmbedsAlias": true,
		"EmbedsPlain":  false,
		"EmbedsItself": true, // too deep to tell
	} {
		if got := mayHaveMethods(pkg.Scope().Lookup(name).Type(), 0); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}
