package edit_test

import (
	"go/types"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/edit"
)

func TestFirst(t *testing.T) {
	reference := types.NewPackage(edit.Reference, "backoff")
	between := types.NewPackage("example.test/m/between", "between")
	between.SetImports([]*types.Package{reference})
	has := types.NewPackage("example.test/m/has", "has")
	has.SetImports([]*types.Package{between})
	lacks := types.NewPackage("example.test/m/lacks", "lacks")
	lacks.SetImports([]*types.Package{types.NewPackage("time", "time")})
	named := func(messages ...string) (fixes []analysis.SuggestedFix) {
		for _, m := range messages {
			fixes = append(fixes, analysis.SuggestedFix{Message: m})
		}
		return fixes
	}
	for _, test := range []struct {
		pkg   *types.Package
		fixes []analysis.SuggestedFix
		want  string
	}{
		{has, named("draw [reference]", "draw [stdlib]"), "draw [reference]"},
		{lacks, named("draw [reference]", "draw [stdlib]"), "draw [stdlib]"},
		{lacks, named("rewrite the loop [reference]"), ""},
		{lacks, named("one key"), "one key"},
		{lacks, nil, ""},
	} {
		got := ""
		if first := edit.First(test.pkg, test.fixes); len(first) == 1 {
			got = first[0].Message
		} else if len(first) > 1 {
			t.Errorf("%d fixes", len(first))
		}
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.pkg.Path(), got, test.want)
		}
	}
}
