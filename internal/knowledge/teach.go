package knowledge

import (
	"errors"
	"fmt"
	"go/types"
	"iter"
	"slices"
	"strings"
	"sync/atomic"
)

// A lesson is an entry that a user wrote, for a package of theirs.
type lesson struct {
	path  string // import path
	text  string // the entry as it is written in the end
	entry Entry
}

// lessons are all entries that users wrote, sorted by their text.
type lessons struct {
	list []lesson
	libs map[string]*library // by import path
}

// taught is what was taught to this process. It is replaced as a whole, so
// that analyzers read it without a lock.
var taught atomic.Pointer[lessons]

// Teach adds entries in the language of Grammar. A symbol of a built-in table
// may be taught; what is taught goes before. source names the file that text
// was read from, for errors; "" if it is none. If an entry is wrong nothing is
// added, and the error names each that is.
func Teach(source, text string) error {
	added, err := parseLessons(source, text)
	if err != nil {
		return err
	}
	for {
		old := taught.Load()
		next, err := old.with(added)
		if err != nil {
			return err
		}
		if taught.CompareAndSwap(old, next) {
			return nil
		}
	}
}

// Forget forgets all that was taught, for processes that work for one
// configuration after the other.
func Forget() { taught.Store(nil) }

// with returns old and added together. To say the same again is no harm, as
// several analyzers have one flag; to say something else is an error.
func (old *lessons) with(added []lesson) (*lessons, error) {
	next := &lessons{libs: make(map[string]*library)}
	if old != nil {
		next.list = slices.Clone(old.list)
	}
	for _, l := range added {
		same := func(o lesson) bool { return o.path == l.path && o.entry.Sym == l.entry.Sym }
		i := slices.IndexFunc(next.list, same)
		switch {
		case i < 0:
			next.list = append(next.list, l)
		case next.list[i].text != l.text:
			return nil, fmt.Errorf("%q: was said to be something else before: %q", l.text, next.list[i].text)
		}
	}
	slices.SortFunc(next.list, func(a, b lesson) int { return strings.Compare(a.text, b.text) })
	for _, l := range next.list {
		lib := next.libs[l.path]
		if lib == nil {
			lib = &library{version: "as taught"}
			next.libs[l.path] = lib
		}
		lib.entries = append(lib.entries, l.entry)
	}
	return next, nil
}

// taughtOf returns what was taught of the package at path, or nil.
func taughtOf(path string) *library {
	if t := taught.Load(); t != nil {
		return t.libs[path]
	}
	return nil
}

// Taught reports whether a user wrote an entry for a symbol of the package at path.
func Taught(path string) bool { return taughtOf(path) != nil }

// allTaught yields what was taught with its import path, sorted.
func allTaught() iter.Seq2[string, *Entry] {
	return func(yield func(string, *Entry) bool) {
		t := taught.Load()
		if t == nil {
			return
		}
		for i := range t.list {
			if !yield(t.list[i].path, &t.list[i].entry) {
				return
			}
		}
	}
}

// TaughtOf returns what a user said of fn, or nil.
func TaughtOf(fn *types.Func) *Entry {
	if fn.Pkg() == nil {
		return nil
	}
	fn = fn.Origin()
	return taughtOf(fn.Pkg().Path()).find(receiver(fn), fn.Name(), nil)
}

// Lessons is the value of a flag by which entries are taught. All values are
// one: what one analyzer is told, all know.
type Lessons struct{}

// Set adds entries; see Teach.
func (Lessons) Set(text string) error { return Teach("", text) }

// String returns all entries, sorted, in a form that Set takes.
func (Lessons) String() string {
	t := taught.Load()
	if t == nil {
		return ""
	}
	var texts []string
	for _, l := range t.list {
		texts = append(texts, l.text)
	}
	return strings.Join(texts, "; ")
}

// parseLessons reads entries, one a line or between semicolons.
func parseLessons(source, text string) (list []lesson, err error) {
	var faults []error
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		for entry := range strings.SplitSeq(line, ";") {
			entry = strings.Join(strings.Fields(entry), " ")
			if entry == "" {
				continue
			}
			l, err := parseLesson(entry)
			switch {
			case err == nil:
				list = append(list, l)
			case source != "":
				faults = append(faults, fmt.Errorf("%s:%d: %q: %w", source, i+1, entry, err))
			default:
				faults = append(faults, fmt.Errorf("%q: %w", entry, err))
			}
		}
	}
	return list, errors.Join(faults...)
}

// parseLesson reads one entry.
func parseLesson(text string) (lesson, error) {
	symbol, rest, ok := strings.Cut(text, ":")
	if !ok {
		return lesson{}, errors.New(`no ":" between the symbol and what is said of it`)
	}
	symbol = strings.TrimSpace(symbol)
	path, sym, err := parseSymbol(symbol)
	if err != nil {
		return lesson{}, err
	}
	clauses := strings.Split(rest, ",")
	for i, c := range clauses {
		if clauses[i] = strings.TrimSpace(c); clauses[i] == "" {
			return lesson{}, errors.New("a clause is empty")
		}
	}
	e, err := parseClauses(clauses)
	if err != nil {
		return lesson{}, err
	}
	e.Sym = sym
	return lesson{path, symbol + ": " + strings.Join(clauses, ", "), *e}, nil
}

// parseSymbol reads path.Name, (path.Type).Name, or (*path.Type).Name.
func parseSymbol(s string) (path, sym string, err error) {
	inner, member, isMember := s, "", false
	if strings.HasPrefix(s, "(") {
		if inner, member, isMember = strings.Cut(s[1:], ")."); !isMember {
			return "", "", fmt.Errorf("%q is not (path.Type).Name", s)
		}
		inner = strings.TrimPrefix(inner, "*")
	}
	slash := strings.LastIndexByte(inner, '/')
	dot := strings.LastIndexByte(inner, '.')
	if dot <= slash+1 {
		return "", "", fmt.Errorf("%q is not an import path, a dot and a name", inner)
	}
	path, sym = inner[:dot], inner[dot+1:]
	if isMember {
		sym += "." + member
	}
	for name := range strings.SplitSeq(sym, ".") {
		if !isName(name) {
			return "", "", fmt.Errorf("%q is not a name", name)
		}
	}
	if !isPath(path) {
		return "", "", fmt.Errorf("%q is not an import path", path)
	}
	return path, sym, nil
}
