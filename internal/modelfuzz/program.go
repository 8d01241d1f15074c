package modelfuzz

import (
	"fmt"
	"go/format"
	"regexp"
	"slices"
	"strings"
)

// A Package is one of a program, by file name.
type Package struct {
	Path  string
	Files map[string]string
}

// mostStatements bounds what a package of a program has.
const mostStatements = 60

// Paths of the two packages. They are of no module that is known.
const (
	libPath = "fuzz.example/lib"
	appPath = "fuzz.example/app"
)

// A function is one that the program declares, or knows to be there.
type function struct {
	name            string
	receiver        kind
	params, results []kind
}

// A maker writes one package.
type maker struct {
	choices
	out       *strings.Builder
	counter   int
	functions []*function // that can be called
	left      int         // statements
}

// Program makes a program of some bytes: what is imported comes first.
func Program(data []byte) []Package {
	c := choices{data}
	half := len(data) / 2
	lib := &maker{choices: choices{data[:half]}, left: mostStatements}
	libFiles := lib.files("lib", nil)
	c.bytes = data[half:]
	app := &maker{choices: c, left: mostStatements}
	return []Package{{libPath, libFiles}, {appPath, app.files("app", lib.functions)}}
}

// forms are what functions take and return.
var forms = []function{
	{params: []kind{"context.Context", "*Client"}, results: []kind{"error"}},
	{params: []kind{"context.Context", "func(context.Context) error"}, results: []kind{"error"}},
	{params: []kind{"int"}, results: []kind{"time.Duration"}},
	{params: []kind{"context.Context", "time.Duration"}, results: []kind{"error"}},
	{params: []kind{"time.Duration"}},
	{params: []kind{"error"}, results: []kind{"bool"}},
	{params: []kind{"string", "int"}, results: []kind{"*http.Request"}},
	{results: []kind{"error"}},
	{params: []kind{"func() error", "int", "time.Duration"}, results: []kind{"error"}},
	{params: []kind{"chan error", "bool"}},
	{params: []kind{"*http.Request"}, results: []kind{"error"}},
	{params: []kind{"time.Duration", "time.Duration"}, results: []kind{"time.Duration"}},
	{params: []kind{"Pinger", "func(error) bool"}, results: []kind{"error"}},
	{params: []kind{"func(int) time.Duration"}, results: []kind{"error"}},
	{params: []kind{"[]time.Duration", "int"}, results: []kind{"time.Duration"}},
	{results: []kind{"*Client"}},
	{results: []kind{"func() error"}},
	{params: []kind{"*http.Request", "context.Context"}},
}

// files writes a package that may call functions of another.
func (m *maker) files(name string, foreign []*function) map[string]string {
	count := 2 + m.among(5)
	for i := range count {
		f := forms[m.among(len(forms))]
		f.name = fmt.Sprintf("F%d", i)
		if m.maybe(3) {
			f.receiver, f.name = "*Client", fmt.Sprintf("M%d", i)
		}
		m.functions = append(m.functions, &f)
	}
	own := m.functions
	for _, f := range foreign {
		m.functions = append(m.functions, f.seen("lib"))
	}
	files := map[string]string{"a.go": m.types(), "b.go": ""}
	var writers []func() string
	for _, f := range own {
		writers = append(writers, func() string { return m.declaration(f) })
	}
	writers = append(writers, m.again, m.rest, m.initial)
	for i := range 3 {
		writers = append(writers, func() string { return m.hook(fmt.Sprintf("hook%d", i)) })
	}
	data, share := m.bytes, len(m.bytes)/len(writers)
	for i, write := range writers { // each has its share, and a change in one leaves the others
		m.bytes = data[i*share : (i+1)*share]
		files[m.text("b.go", "a.go")] += write()
	}
	m.functions = own
	for file, text := range files {
		files[file] = complete(name, text)
	}
	return files
}

// seen returns a function as another package has to call it.
func (f *function) seen(pkg string) *function {
	abroad := func(kinds []kind) (out []kind) {
		for _, k := range kinds {
			switch k {
			case "*Client":
				k = "*" + pkg + ".Client"
			case "Pinger":
				k = pkg + ".Pinger"
			}
			out = append(out, k)
		}
		return out
	}
	g := &function{name: f.name, params: abroad(f.params), results: abroad(f.results)}
	if f.receiver != "" {
		g.receiver = abroad([]kind{f.receiver})[0]
	} else {
		g.name = pkg + "." + f.name
	}
	return g
}

// declaration writes a function.
func (m *maker) declaration(f *function) string {
	b := &body{maker: m, results: f.results}
	name := f.name
	if f.receiver != "" {
		name = "(c " + f.receiver + ") " + f.name
		b.scopes = [][]*variable{{{"c", f.receiver, true}}}
	}
	text := "\nfunc " + name + b.write(f.params, m.maybe(3))
	if m.maybe(25) {
		text, _, _ = strings.Cut(text, "{\n") // has its body in another language
	}
	return text + "\n"
}

// again writes the generic helper, and the type whose method is one.
func (m *maker) again() string {
	results := []kind{"T", "error"}
	b := &body{maker: m, results: results}
	text := "\nfunc again[T any]" + b.write([]kind{"func() (T, error)"}, m.maybe(2))
	b = &body{maker: m, results: []kind{"error"}, scopes: [][]*variable{{{"r.op", "func() (T, error)", true}, {"r.delay", "time.Duration", true}}}}
	return text + "\n\nfunc (r *Runner[T]) Run" + b.write([]kind{"func() (T, error)"}, false) + "\n"
}

// rest writes what is called by a fixed name and does what it is called for
// more or less.
func (m *maker) rest() string {
	var out strings.Builder
	write := func(head string, params, results []kind) {
		b := &body{maker: m, results: results}
		fmt.Fprintf(&out, "\nfunc %s%s\n", head, b.write(params, false))
	}
	write("(c *Client) Ping", []kind{"context.Context"}, []kind{"error"})
	write("(w *Wrapped) rest", []kind{"time.Duration"}, nil)
	out.WriteString("\nfunc pausing(ctx context.Context, d time.Duration) bool {\n" + m.text(
		"select {\ncase <-time.After(d):\nreturn true\ncase <-ctx.Done():\nreturn false\n}",
		"time.Sleep(d)\nreturn ctx.Err() == nil",
		"t := time.NewTimer(d / 2)\ndefer t.Stop()\n<-t.C\nreturn true",
		"for range d {\nruntime.Gosched()\n}\nreturn true",
		"return pausing(ctx, d-1)",
	) + "\n}\n")
	out.WriteString("\nfunc upTo(n int) iter.Seq[int] {\nreturn func(yield func(int) bool) {\n" + m.text(
		"for i := range n {\nif !yield(i) {\nreturn\n}\n}",
		"d := base\nfor i := 0; yield(i); i++ {\ntime.Sleep(d)\nd *= 2\n}",
		"for yield(0) {\n}",
		"yield(n)",
		"for i := range upTo(n - 1) {\nif !yield(i) {\nbreak\n}\n}",
	) + "\n}\n}\n")
	return out.String()
}

// hook writes a variable that nothing uses, so that its value may be a literal
// that uses anything.
func (m *maker) hook(name string) string {
	b := &body{maker: m, results: []kind{"error"}}
	return "\nvar " + name + " = func" + b.write([]kind{"context.Context"}, false) + "\n"
}

// initial writes what runs at the start of the program.
func (m *maker) initial() string {
	b := &body{maker: m}
	name := m.text("init", "_")
	return "\nfunc " + name + b.write(nil, false) + "\n"
}

// types writes the types and variables of a package.
func (m *maker) types() string {
	embedded := m.text("*Client", "*Client\nPolicy", "*Client\nsync.WaitGroup")
	field := m.text("", "last error", "ctx context.Context", "http *http.Client")
	element := m.text("error", "interface{ error; Temporary() bool }", "any")
	return `
type Client struct {
	Base, Max time.Duration
	Tries int
	Op func(context.Context) error
	Policy struct{ Step time.Duration }
	table [4]time.Duration
	mu sync.Mutex
	` + field + `
}

type Policy struct {
	Base time.Duration
	next *Policy
}

type Wrapped struct {
	` + embedded + `
	delay time.Duration
}

type Runner[T any] struct {
	op func() (T, error)
	delay time.Duration
	held []` + element + `
}

type Pinger interface{ Ping(context.Context) error }

type Fault struct{ Code int }

func (f *Fault) Error() string { return "fault" }

type State int

const (
	idle State = iota
	busy
)

const (
	base = ` + m.text("time.Second", "time.Duration(1)", "time.Duration(1) << 62", "100 * time.Millisecond") + `
	tries = ` + m.text("5", "1<<40", "0", "-1") + `
)

type number interface{ ~int | ~int64 | ~float64 }

func clamp[T number](d, low, high T) T { ` + m.text("return min(max(d, low), high)", "if d > high {\nreturn high\n}\nreturn d", "return d") + ` }

func first[T any](v T, _ error) T { return v }

func second[T any](_ T, err error) error { return err }

func select2[T any](ok bool, a, b T) T {
	if ok {
		return a
	}
	return b
}

var (
	count = 3
	ticks int64
	shift uint = 2
	factor = 1.5
	closed bool
	stopped atomic.Bool
	address = "http://api.example/things"
	failed error
	errGone = errors.New("gone")
	pause = time.Second
	table = []time.Duration{1, 2, 3}
	started time.Time
	background = context.Background()
	errs = make(chan error, 1)
	stop = make(chan struct{})
	shared = &Client{Base: base}
	wrapped = &Wrapped{Client: shared}
	runner Runner[int]
	pinger Pinger
	operation func() error
	request *http.Request
	state State
	body io.Reader
	database *sql.DB
	timer = time.NewTimer(base)
	ticker = time.NewTicker(` + m.text("base", "5 * time.Second") + `)
	clock interface{ Sleep(time.Duration) }
)
`
}

// imports are the packages that programs use, by the name by which they do.
var imports = map[string]string{
	"atomic": "sync/atomic", "backoff": "github.com/retryvet/retryvet/backoff", "context": "context", "errors": "errors", "fmt": "fmt",
	"http": "net/http", "io": "io", "iter": "iter", "lib": libPath, "log": "log", "math": "math", "net": "net", "os": "os",
	"rand": "math/rand", "randv2": "math/rand/v2", "runtime": "runtime", "smtp": "net/smtp", "sql": "database/sql", "strconv": "strconv",
	"strings": "strings", "sync": "sync", "time": "time", "unsafe": "unsafe",
}

var qualifier = regexp.MustCompile(`(?:^|[^\w.])(\w+)\.`)

// complete adds the imports that a file needs, and formats it.
func complete(name, text string) string {
	var specs []string
	for _, match := range qualifier.FindAllStringSubmatch(text, -1) {
		path := imports[match[1]]
		if spec := fmt.Sprintf("%s %q", match[1], path); path != "" && !slices.Contains(specs, spec) {
			specs = append(specs, spec)
		}
	}
	slices.Sort(specs)
	file := "package " + name + "\n\nimport (\n" + strings.Join(specs, "\n") + "\n)\n" + text
	if neat, err := format.Source([]byte(file)); err == nil {
		return string(neat)
	}
	return file // of which the caller will hear
}
