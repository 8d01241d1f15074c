package retrysite

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// A member is a structure within another: Producer.Retry of a configuration.
type member struct {
	path  []*types.Var // the fields that lead there
	owner types.Type   // the innermost type with a name on the way
	names []string     // the fields that lead there from owner
}

// memberAt finds the member that names lead to, or reports false.
func memberAt(t types.Type, names string) (member, bool) {
	m := member{owner: deref(t)}
	for name := range strings.SplitSeq(names, ".") {
		obj, index, _ := types.LookupFieldOrMethod(t, true, nil, name)
		field, ok := obj.(*types.Var)
		if !ok || len(index) != 1 || !isStruct(field.Type()) {
			return m, false
		}
		m.path, m.names, t = append(m.path, field.Origin()), append(m.names, name), field.Type()
		if _, named := types.Unalias(t).(*types.Named); named {
			m.owner, m.names = t, nil
		}
	}
	return m, true
}

// nested applies the settings of a member of an object. Of a literal that does
// not mention it, it is zero.
func (c *configurator) nested(out *policy, o object, names string, f *frame, depth int, literal bool) {
	m, ok := memberAt(typeOf(o), names)
	if !ok || depth > policyDepth {
		out.stray, out.ended = true, true
		return
	}
	if whole := c.storesTo(m.path, o, f); len(whole) > 0 {
		var vs []*ssa.Store
		for _, s := range whole {
			vs = append(vs, s.store)
		}
		out.adopt(c.joinedStores(vs, f, depth+1))
		literal = false
	} else if named, ok := types.Unalias(m.owner).(*types.Named); ok && literal && len(m.names) == 0 {
		if e := knowledge.Of(named.Obj()); e != nil && e.Is != nil {
			out.adopt(policyOf(e.Is))
		}
	}
	for field := range m.path[len(m.path)-1].Type().Underlying().(*types.Struct).Fields() {
		e := knowledge.Field(m.owner, append(m.names[:len(m.names):len(m.names)], field.Name())...)
		if e == nil {
			continue
		}
		stores := c.storesTo(append(m.path[:len(m.path):len(m.path)], field.Origin()), o, f)
		for i := range e.Sets {
			if s := &e.Sets[i]; s.From == knowledge.Value {
				c.applyStores(out, s, stores, field.Type(), f, depth, literal)
			}
		}
	}
}

// baseOf returns what a chain of fields is a part of, or nil.
func baseOf(addr ssa.Value, path []*types.Var) ssa.Value {
	for i := len(path) - 1; i >= 0; i-- {
		fa, ok := addr.(*ssa.FieldAddr)
		if !ok || fieldVar(fa) != path[i] {
			return nil
		}
		addr = fa.X
	}
	return addr
}

// reconnects lists the calls that decide how a lost connection is made again,
// if its delays can be told beforehand.
func (c *configurator) reconnects() []Library {
	var out []Library
	for _, lc := range c.calls {
		for i := range lc.entry.Sets {
			s := &lc.entry.Sets[i]
			if s.What != knowledge.Reconnect || s.Field == "" {
				continue
			}
			pol := &policy{}
			c.applyConfig(pol, s, c.valueAt(lc.call, s.From), nil, 0)
			if pol.computed() {
				l := c.library(lc.call, c.nameOf(lc.call), pol)
				l.Computed = true
				out = append(out, l)
			}
		}
	}
	return out
}
