package modelfuzz

import (
	"fmt"
	"slices"
	"strings"
)

// A kind is a type as it is written in the package at hand.
type kind = string

// A variable is one that a function can see.
type variable struct {
	name string
	kind kind
	used bool
}

// A label is one that a statement may name: of a loop, or to go back to.
type label struct {
	name string
	loop bool // break and continue may name it, goto may not
	used bool
}

// A body is the function, or function literal, that is being written.
type body struct {
	*maker
	scopes  [][]*variable // of functions around it, too
	results []kind
	named   bool // the results have names, which nothing hides
	labels  []*label
	loops   int // how many loops, switches and selects are around: break is possible
	turns   int // how many loops: continue is possible
	depth   int
}

// names are given to variables again and again, so that some hide others.
var names = map[kind][]string{
	"error":         {"err", "last", "fail"},
	"time.Duration": {"d", "delay", "wait"},
	"int":           {"i", "n", "attempt", "left"},
	"bool":          {"ok", "done"},
}

// declare adds a variable to the innermost scope and returns its name.
func (b *body) declare(k kind) string {
	inner := len(b.scopes) - 1
	name := ""
	if some := names[k]; len(some) > 0 {
		name = b.text(some...)
	}
	if name == "" || slices.ContainsFunc(b.scopes[inner], func(v *variable) bool { return v.name == name }) {
		b.counter++
		name = fmt.Sprintf("v%d", b.counter)
	}
	b.scopes[inner] = append(b.scopes[inner], &variable{name: name, kind: k})
	return name
}

// declareUsed is declare for a variable that is used where it is declared.
func (b *body) declareUsed(k kind) string {
	name := b.declare(k)
	inner := b.scopes[len(b.scopes)-1]
	inner[len(inner)-1].used = true
	return name
}

// variables returns those of a kind that no other hides, the nearest first.
func (b *body) variables(k kind) []*variable {
	var out []*variable
	hidden := map[string]bool{}
	for _, scope := range slices.Backward(b.scopes) {
		for _, v := range slices.Backward(scope) {
			if v.kind == k && !hidden[v.name] {
				out = append(out, v)
			}
			hidden[v.name] = true
		}
	}
	return out
}

// variable returns the name of a variable of a kind, or "".
func (b *body) variable(k kind) string {
	some := b.variables(k)
	if len(some) == 0 {
		return ""
	}
	v := some[b.among(min(len(some), 4))]
	v.used = true
	return v.name
}

// target returns something of a kind that can be assigned to; a global if there
// is nothing nearer. It does not count as a use of the variable.
func (b *body) target(k kind) string {
	if some := b.variables(k); len(some) > 0 {
		return some[b.among(min(len(some), 4))].name
	}
	return globals[k]
}

// block writes statements in a scope of their own, and uses of what they
// declare in vain.
func (b *body) block(write func()) string {
	b.scopes = append(b.scopes, nil)
	outer := b.out
	b.out = &strings.Builder{}
	write()
	b.use()
	text := b.out.String()
	b.out = outer
	b.scopes = b.scopes[:len(b.scopes)-1]
	return text
}

// use writes uses of what the innermost scope declared in vain so far.
func (b *body) use() {
	for _, v := range b.scopes[len(b.scopes)-1] {
		if !v.used {
			b.line("_ = %s", v.name)
			v.used = true
		}
	}
}

func (b *body) line(format string, args ...any) { fmt.Fprintf(b.out, format+"\n", args...) }

// newLabel makes a label known. It is written only if something names it.
func (b *body) newLabel(loop bool) *label {
	b.counter++
	l := &label{name: fmt.Sprintf("l%d", b.counter), loop: loop}
	b.labels = append(b.labels, l)
	return l
}

// labelOf returns the name of a label of a sort, or "".
func (b *body) labelOf(loop bool) string {
	some := slices.DeleteFunc(slices.Clone(b.labels), func(l *label) bool { return l.loop != loop })
	if len(some) == 0 {
		return ""
	}
	l := some[b.among(len(some))]
	l.used = true
	return l.name
}
