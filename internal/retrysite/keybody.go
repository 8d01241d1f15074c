package retrysite

import (
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// payloadKeys notes the members of a payload by which a server tells a repeat:
// those with the name of a key, and identifiers that this program draws.
func (q *request) payloadKeys(v ssa.Value, r route) {
	v, r = q.t.encoded(v, r)
	var members []payloadEntry
	switch v := v.(type) {
	case *ssa.Alloc:
		members = fieldsOf(v)
	default:
		members = q.t.membersOf(v, r)
	}
	if slices.ContainsFunc(members, func(m payloadEntry) bool { return plainName(m.name) == "jsonrpc" }) {
		return // the id of such a call pairs it with its answer
	}
	for _, m := range members {
		d := &drawer{t: q.t, seen: map[visited]bool{}, keysOnly: !namesKey(m.name)}
		d.value(m.value, r, 0)
		if namesKey(m.name) || d.any && namesIdentity(m.name) {
			q.keys = append(q.keys, Key{Name: m.name, Field: true, Known: true, Fresh: d.inside, Pos: m.pos})
		}
	}
}

// A payloadEntry is one name and value of a payload.
type payloadEntry struct {
	name  string
	value ssa.Value
	pos   token.Pos
}

// fieldsOf lists what is stored to the fields of a structure, by their names in JSON.
func fieldsOf(a *ssa.Alloc) (out []payloadEntry) {
	for _, ref := range *a.Referrers() {
		fa, ok := ref.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		name := fieldVar(fa).Name()
		if tag := tagOf(fa); tag != "" {
			name = tag
		}
		for _, use := range *fa.Referrers() {
			if s, ok := use.(*ssa.Store); ok && s.Addr == ssa.Value(fa) {
				out = append(out, payloadEntry{name, s.Val, s.Pos()})
			}
		}
	}
	return out
}

// tagOf returns the name that a field has in JSON, or "".
func tagOf(fa *ssa.FieldAddr) string {
	st := deref(fa.X.Type()).Underlying().(*types.Struct)
	tag := reflect.StructTag(st.Tag(fa.Field)).Get("json")
	name, _, _ := strings.Cut(tag, ",")
	return name
}

// membersOf lists what is put into a map, also by the methods of url.Values.
func (t *tracer) membersOf(m ssa.Value, r route) (out []payloadEntry) {
	put := func(name, value ssa.Value, pos token.Pos) {
		for _, text := range t.texts(name, r, 8) {
			out = append(out, payloadEntry{text, value, pos})
		}
	}
	for _, u := range t.f.p.mapUpdates[m] {
		put(u.Key, u.Value, u.Pos())
	}
	if m.Referrers() == nil || !isNamed(m.Type(), "net/url", "Values") {
		return out
	}
	for _, ref := range *m.Referrers() {
		call, ok := ref.(*ssa.Call)
		if !ok || len(call.Call.Args) != 3 || call.Call.Args[0] != m {
			continue
		}
		if name := methodName(call); name == "Set" || name == "Add" {
			put(call.Call.Args[1], call.Call.Args[2], call.Pos())
		}
	}
	return out
}

// plainName returns a name without what tells its spellings apart.
func plainName(name string) string {
	return strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(name))
}

// namesKey reports whether a member of a payload is a key by its name.
func namesKey(name string) bool {
	name = plainName(name)
	switch name {
	case "requestid", "clientrequestid", "clienttoken", "clientrequesttoken", "requesttoken":
		return true
	}
	return strings.Contains(name, "idempoten") || strings.Contains(name, "dedup")
}

// namesIdentity reports whether a member of a payload tells what is sent from all
// else, if the sender draws it.
func namesIdentity(name string) bool {
	name = plainName(name)
	for _, other := range [...]string{"trace", "span", "correlation", "session"} {
		if strings.Contains(name, other) {
			return false
		}
	}
	return strings.HasSuffix(name, "id") || name == "uuid" || name == "guid"
}
