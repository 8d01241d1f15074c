package knowledge

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"
	"time"
)

// check type-checks the source of a package that stands in for a library.
func check(t *testing.T, path, src string) (*types.Package, *ast.File, *types.Info) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "lib.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	info := &types.Info{Selections: make(map[*ast.SelectorExpr]*types.Selection)}
	conf := types.Config{Importer: importer.Default()}
	pkg, err := conf.Check(path, fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	return pkg, file, info
}

// member returns a function, or a method of a type, by its name in the tables.
func member(t *testing.T, pkg *types.Package, sym string) types.Object {
	t.Helper()
	owner, name, dotted := strings.Cut(sym, ".")
	obj := pkg.Scope().Lookup(owner)
	if obj != nil && dotted {
		obj, _, _ = types.LookupFieldOrMethod(obj.Type(), true, pkg, name)
	}
	if obj == nil {
		t.Fatalf("%s has no %s", pkg.Path(), sym)
	}
	return obj
}

func TestOf(t *testing.T) {
	pkg, _, _ := check(t, "github.com/cenkalti/backoff/v5", `package backoff
		type BackOff interface { NextBackOff() int64 }
		type Alias = ExponentialBackOff
		type ExponentialBackOff struct { RandomizationFactor float64; Other int }
		func (b *ExponentialBackOff) NextBackOff() int64 { return 0 }
		func Retry[T any](op func() (T, error)) (T, error) { return op() }
		func Unknown() {}
		var x, _ = Retry[int](nil)
		var _ = x
	`)
	for _, sym := range []string{"BackOff.NextBackOff", "ExponentialBackOff", "ExponentialBackOff.NextBackOff", "Retry"} {
		if e := Of(member(t, pkg, sym)); e == nil || e.Sym != sym {
			t.Errorf("Of(%s) = %v", sym, e)
		}
	}
	if e := Of(member(t, pkg, "Alias")); e == nil || e.Sym != "ExponentialBackOff" {
		t.Errorf("an alias is not what it stands for: %v", e)
	}
	if e := Of(member(t, pkg, "Unknown")); e != nil {
		t.Errorf("Of(Unknown) = %v", e)
	}
	if e := Of(types.Universe.Lookup("error").Type().Underlying().(*types.Interface).Method(0)); e != nil {
		t.Errorf("Of(error.Error) = %v", e)
	}
	owner := member(t, pkg, "ExponentialBackOff").Type()
	if e := Field(types.NewPointer(owner), "RandomizationFactor"); e == nil || e.Sets[0].What != Randomness {
		t.Errorf("Field(RandomizationFactor) = %v", e)
	}
	if e := Field(owner, "Other"); e != nil {
		t.Errorf("Field(Other) = %v", e)
	}
}

func TestOfInstance(t *testing.T) {
	pkg, _, _ := check(t, "github.com/avast/retry-go/v5", `package retry
		type RetrierWithData[T any] struct{}
		func (r *RetrierWithData[T]) Do(f func() (T, error)) (T, error) { return f() }
		var R RetrierWithData[int]
	`)
	do, _, _ := types.LookupFieldOrMethod(pkg.Scope().Lookup("R").Type(), true, pkg, "Do")
	if e := Of(do); e == nil || e.Retries == nil || e.Retries.Op != Arg0 {
		t.Errorf("Of(instance of Do) = %v", e)
	}
}

func TestSelected(t *testing.T) {
	_, file, info := check(t, "github.com/IBM/sarama", `package sarama
		type Config struct { Producer struct { Idempotent bool; Retry struct { Max int } } }
		type Wrapper struct { *Config }
		func set(c *Config, w Wrapper) {
			c.Producer.Retry.Max = 3
			w.Producer.Idempotent = true
		}
	`)
	var got []string
	ast.Inspect(file, func(n ast.Node) bool {
		if assign, ok := n.(*ast.AssignStmt); ok {
			if e := Selected(info, assign.Lhs[0].(*ast.SelectorExpr)); e != nil {
				got = append(got, e.Sym)
			}
		}
		return true
	})
	want := []string{"Config.Producer.Retry.Max", "Config.Producer.Idempotent"}
	if !slices.Equal(got, want) {
		t.Errorf("Selected = %v, want %v", got, want)
	}
}

// Generated clients are known by the shape of their methods.
func TestFamilies(t *testing.T) {
	const src = `package p
		type Client struct{}
		type Input struct { ClientToken *string }
		func (c *Client) RunTask(in *Input) (*Input, error) { return nil, nil }
		func (c *Client) Options() int { return 0 }
		type Service interface { RunTask(in *Input) (*Input, error) }
		func New(cfg int) *Client { return nil }
	`
	for _, test := range []struct {
		path, sym, want string
	}{
		{"github.com/aws/aws-sdk-go-v2/service/ecs", "Client.RunTask", "Client.*"},
		{"github.com/aws/aws-sdk-go-v2/service/ecs", "Client.Options", ""},
		{"github.com/aws/aws-sdk-go-v2/service/ecs", "New", "New"},
		{"github.com/aws/aws-sdk-go-v2/service/ecs/types", "Client.RunTask", ""},
		{"github.com/aws/aws-sdk-go-v2/service/sns", "Client.RunTask", "Client.*"},
		{"github.com/aws/aws-sdk-go/service/ecs/ecsiface", "Service.RunTask", "*.*"},
		{"github.com/Azure/azure-sdk-for-go/sdk/resourcemanager/compute/armcompute", "Client.RunTask", "*Client.*"},
		{"github.com/Azure/azure-sdk-for-go/sdk/azidentity", "Client.RunTask", ""},
		{"github.com/stripe/stripe-go/v81/customer", "Client.RunTask", "Client.*"},
		{"github.com/stripe/stripe-go/v81/webhook", "Client.RunTask", ""},
		{"example.com/service", "Client.RunTask", ""},
	} {
		pkg, _, _ := check(t, test.path, src)
		got := ""
		if e := Of(member(t, pkg, test.sym)); e != nil {
			got = e.Sym
		}
		if got != test.want {
			t.Errorf("%s: Of(%s) = %q, want %q", test.path, test.sym, got, test.want)
		}
	}
}

func TestTokenOf(t *testing.T) {
	const src = `package p
		type CreateServiceInput struct { ClientToken *string }
		type RunTaskInput struct { ClientToken *string ` + "`idempotencyToken:\"true\"`" + ` }
		type DescribeInput struct { Name string }
	`
	for _, test := range []struct {
		path, input string
		field       string
		filled      Answer
	}{
		{"github.com/aws/aws-sdk-go/service/ecs", "CreateServiceInput", "ClientToken", No},
		{"github.com/aws/aws-sdk-go/service/ecs", "RunTaskInput", "ClientToken", Yes},
		{"github.com/aws/aws-sdk-go-v2/service/ecs", "CreateServiceInput", "ClientToken", No},
		{"github.com/aws/aws-sdk-go-v2/service/ecs", "RunTaskInput", "ClientToken", Yes},
		{"github.com/aws/aws-sdk-go-v2/service/unread", "RunTaskInput", "ClientToken", AnswerUnknown},
		{"github.com/aws/aws-sdk-go-v2/service/ecs", "DescribeInput", "", AnswerUnknown},
		{"example.com/other", "RunTaskInput", "ClientToken", AnswerUnknown},
	} {
		pkg, _, _ := check(t, test.path, src)
		got, ok := TokenOf(types.NewPointer(pkg.Scope().Lookup(test.input).Type()))
		if got.Field != test.field || got.Filled != test.filled || ok != (test.field != "") {
			t.Errorf("%s.%s: %v", test.path, test.input, got)
		}
	}
}

// The standard library is read from source once for all tests.
var source = importer.ForCompiler(token.NewFileSet(), "source", nil)

// std imports a package of the standard library.
func std(t *testing.T, path string) *types.Package {
	t.Helper()
	pkg, err := source.Import(path)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

func TestStandardLibrary(t *testing.T) {
	timePkg, randPkg, randV2 := std(t, "time"), std(t, "math/rand"), std(t, "math/rand/v2")
	fn := func(pkg *types.Package, sym string) *types.Func { return member(t, pkg, sym).(*types.Func) }

	for _, w := range timeWaits {
		if got := WaitOf(fn(timePkg, w.Sym)); got == nil || *got != w {
			t.Errorf("WaitOf(time.%s) = %v", w.Sym, got)
		}
	}
	if WaitOf(fn(timePkg, "Now")) != nil {
		t.Error("time.Now waits")
	}
	for sym, want := range map[string]DrawKind{"Int63n": DrawsGlobal, "Rand.Int63n": DrawsOwn, "NewSource": MakesSource, "Seed": SeedsGlobal} {
		if d, ok := DrawsOf(fn(randPkg, sym)); !ok || d.Kind != want {
			t.Errorf("DrawsOf(rand.%s) = %v", sym, d)
		}
	}
	if d, ok := DrawsOf(fn(randV2, "N")); !ok || d.Range != Arg0 {
		t.Errorf("DrawsOf(rand/v2.N) = %v", d)
	}
	if crypto := std(t, "crypto/rand"); !KeyOf(fn(crypto, "Text")) || KeyOf(fn(crypto, "Int")) {
		t.Error("crypto/rand.Text makes keys, Int does not")
	}
	if !HostOf(fn(std(t, "os"), "Hostname")) {
		t.Error("os.Hostname differs from host to host")
	}
	// Every name in the tables must be in the standard library.
	for path, known := range map[string][]Draw{"math/rand/v2": mathRandV2, "crypto/rand": cryptoRand, "hash/maphash": hashDraws} {
		pkg := std(t, path)
		for _, d := range known {
			member(t, pkg, d.Sym)
		}
	}
}

func TestEffectOf(t *testing.T) {
	for _, test := range []struct {
		path, sym string
		want      Effect
	}{
		{"os", "Open", Local},
		{"os", "File.Write", Local},
		{"path/filepath", "Walk", Local},
		{"net", "Listen", Local},
		{"net", "Listener.Accept", Local},
		{"net", "TCPListener.Accept", Local},
		{"net", "Dial", Remote},
		{"net", "Dialer.DialContext", Remote},
		{"net", "LookupHost", Remote},
		{"net", "Conn.Read", Remote},
		{"net/http", "Client.Do", Remote},
		{"net/http", "RoundTripper.RoundTrip", Remote},
		{"net/http", "NewRequest", Local},
		{"net/http", "Server.ListenAndServe", Local},
		{"net/rpc", "Client.Call", Remote},
		{"net/smtp", "SendMail", Remote},
		{"database/sql", "DB.ExecContext", Remote},
		{"database/sql", "Open", Local},
		{"crypto/tls", "Dial", Remote},
		{"plugin", "Open", Local},
		{"os/exec", "Cmd.Run", EffectUnknown},
		{"encoding/json", "Unmarshal", Local},
		{"encoding/json", "Decoder.Decode", EffectUnknown},
		{"fmt", "Sprintf", Local},
		{"fmt", "Fprintf", EffectUnknown},
		{"io", "ReadAll", EffectUnknown},
		{"strconv", "Atoi", Local},
	} {
		if got := EffectOf(member(t, std(t, test.path), test.sym).(*types.Func)); got != test.want {
			t.Errorf("EffectOf(%s.%s) = %v, want %v", test.path, test.sym, got, test.want)
		}
	}
}

func TestModuleEffects(t *testing.T) {
	for path, want := range map[string]Effect{
		"go.etcd.io/bbolt":                       Local,
		"k8s.io/client-go/listers/core/v1":       Local,
		"example.com/api/client/listers/apps/v1": Local,
		"github.com/spf13/afero/mem":             Local,
		"github.com/redis/go-redis/v9":           Remote,
		"k8s.io/apimachinery/pkg/util/wait":      EffectUnknown,
		"go.etcd.io/bboltx":                      EffectUnknown,
		"fmtx":                                   EffectUnknown,
	} {
		pkg, _, _ := check(t, path, `package p; func F() error { return nil }`)
		if got := EffectOf(pkg.Scope().Lookup("F").(*types.Func)); got != want {
			t.Errorf("EffectOf(%s.F) = %v, want %v", path, got, want)
		}
	}
}

// The tables keep their own rules.
func TestTables(t *testing.T) {
	if !slices.IsSortedFunc(libraries[:], func(a, b struct {
		path    string
		library *library
	}) int {
		return strings.Compare(a.path, b.path)
	}) {
		t.Error("libraries are not sorted by path")
	}
	type symbol struct{ path, sym string }
	seen := make(map[symbol]bool)
	for path, e := range All() {
		if s := (symbol{path, e.Sym}); seen[s] {
			t.Errorf("%s: %s is there twice", path, e.Sym)
		} else {
			seen[s] = true
		}
		if problem := contradiction(e); problem != "" {
			t.Errorf("%s: %s: %s", path, e.Sym, problem)
		}
	}
}

// contradiction returns what an entry says that cannot be.
func contradiction(e *Entry) string {
	empty := *e
	if empty.Sym = ""; empty.Retries == nil && empty.Makes == nil && empty.Is == nil && empty.Yields == nil && empty.Client == nil &&
		empty.Sends == nil && empty.Schedules == nil && empty.Wraps == Nowhere && empty.Alters == Nowhere && len(empty.Sets) == 0 &&
		empty.Once == Nowhere && empty.Marks == MarkUnknown {
		return "says nothing"
	}
	if e.Retries != nil && e.Retries.Op == Nowhere {
		return "repeats nothing"
	}
	if e.Retries != nil && e.Retries.Policy == nil && !sets(e, Schedule) && !sets(e, Config) {
		return "repeats by no policy"
	}
	for _, p := range []*Policy{e.Makes, e.Is} {
		if p != nil && p.Ceiling > 0 && p.Base > p.Ceiling {
			return "first delay above the ceiling"
		}
	}
	if s := e.Sends; s != nil && s.Method != "" && s.MethodAt != Nowhere {
		return "two methods"
	}
	return ""
}

func sets(e *Entry, what Aspect) bool {
	return slices.ContainsFunc(e.Sets, func(s Set) bool { return s.What == what })
}

// A program that links the tables must not pay for them when it starts.
func TestLookupCost(t *testing.T) {
	pkg, _, _ := check(t, "example.com/none", `package p; func F() {}`)
	fn := pkg.Scope().Lookup("F")
	if n := testing.AllocsPerRun(100, func() { Of(fn) }); n != 0 {
		t.Errorf("Of allocates %v times for a package that is not known", n)
	}
}

func TestNumbers(t *testing.T) {
	for path, want := range map[string]struct {
		sym   string
		calls int
		base  time.Duration
	}{
		"github.com/hashicorp/go-retryablehttp": {"NewClient", 5, time.Second},
		"github.com/openai/openai-go":           {"NewClient", 3, 500 * time.Millisecond},
		"github.com/redis/go-redis/v9":          {"NewClient", 4, 10 * time.Millisecond},
	} {
		e := libraryOf(path).find("", want.sym, nil)
		if p := e.Client.Policy; p.Calls != want.calls || p.Base != want.base {
			t.Errorf("%s.%s: %d calls from %v", path, want.sym, p.Calls, p.Base)
		}
	}
}

// What is settled is left alone, and its reach is known; what a user teaches is not.
func TestSettled(t *testing.T) {
	for path, want := range map[string]bool{
		"github.com/aws/aws-sdk-go-v2/service/s3":       true,
		"github.com/aws/aws-sdk-go-v2/service/s3/types": true,
		"github.com/aws/aws-sdk-go-v2/aws/retry":        false,
		"k8s.io/api/core/v1":                            true,
		"k8s.io/apimachinery/pkg/util/wait":             false,
		"golang.org/x/text/unicode/norm":                true,
		"golang.org/x/textual":                          false,
		"example.com/golang.org/x/text":                 false,
	} {
		if got := Settled(path); got != want {
			t.Errorf("Settled(%q) = %v, want %v", path, got, want)
		}
	}
	for _, tree := range settled {
		if moduleReach(strings.TrimSuffix(tree, "/")).rest == EffectUnknown {
			t.Errorf("nothing says how far %s reaches", tree)
		}
	}
	t.Cleanup(func() { taught.Store(nil) })
	if err := Teach("test", "k8s.io/api/core/v1.Send: sends POST"); err != nil {
		t.Fatal(err)
	}
	if Settled("k8s.io/api/core/v1") {
		t.Error("what a user teaches is not looked at")
	}
}
