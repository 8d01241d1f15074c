package retrysite

import (
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// sql describes a statement that does something else when it runs twice.
func (t *tracer) sql(send Send, s *raw, r route) (Send, bool) {
	send.Kind = SendSQL
	sends := s.entry.Sends
	if sends.Safe || sends.Dedup || t.reg.only != nil || t.transaction(s, r) {
		return send, false
	}
	if sends.Kind == knowledge.Store {
		if !inserts(s) || t.chained(s, r) {
			return send, false
		}
		send.Verb = "INSERT"
	} else {
		send.Verb = t.statement(s, r)
	}
	if send.Verb == "" || t.ownKey(s, r) {
		return send, false
	}
	send.Doubles = t.f.repeats(t.reg, s, "", false)
	return send, send.Doubles
}

// inserts reports whether a mapper's call adds a row whose key the database or
// nobody makes up.
func inserts(s *raw) bool {
	return s.entry.Client == nil
}

// transaction reports whether a statement runs in a transaction that each
// attempt begins anew, or of which it cannot be told.
func (t *tracer) transaction(s *raw, r route) bool {
	recv := where(s.instr.Common(), knowledge.Recv)
	if recv == nil {
		return false
	}
	name := typeName(recv.Type())
	tx := s.entry.Sends.InTx || strings.HasSuffix(name, "Tx")
	return t.begun(recv, r, 0, tx)
}

// begun follows the receiver of a statement to where it was begun.
func (t *tracer) begun(v ssa.Value, r route, depth int, tx bool) bool {
	if depth > 12 {
		return tx
	}
	switch v := v.(type) {
	case *ssa.Extract:
		return t.begun(v.Tuple, r, depth+1, tx)
	case *ssa.Call:
		if fn := calledFunc(v.Common()); fn != nil && strings.HasPrefix(fn.Name(), "Begin") {
			return t.inside(v, r)
		}
		if callee := t.f.p.callee(v.Common()); callee != nil {
			return tx && t.inside(v, r)
		}
		if recv := where(v.Common(), knowledge.Recv); recv != nil {
			return t.begun(recv, r, depth+1, tx) // a builder
		}
		return tx && t.inside(v, r)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if !t.begun(e, r, depth+3, tx) {
				return false
			}
		}
		return true
	case *ssa.Parameter:
		if a, up, ok := r.arg(v); ok {
			return t.begun(a, up, depth+1, tx)
		}
		if t.inRegion(v.Parent(), r) {
			return tx // the helper or library hands a transaction to each attempt
		}
		return false
	case *ssa.FreeVar:
		if outer := t.f.p.captured(v); outer != ssa.Value(v) {
			return t.begun(outer, r, depth+1, tx)
		}
	case *ssa.MakeInterface:
		return t.begun(v.X, r, depth+1, tx)
	case *ssa.ChangeInterface:
		return t.begun(v.X, r, depth+1, tx)
	case *ssa.FieldAddr: // an embedded handle
		return t.begun(v.X, r, depth+1, tx)
	case *ssa.UnOp:
		switch addr := t.f.p.captured(v.X).(type) {
		case *ssa.Alloc:
			for _, s := range t.f.p.cellStores[addr] {
				if t.begun(s.Val, r, depth+2, tx) {
					return true
				}
			}
			return false
		case *ssa.FieldAddr:
			return tx
		}
	}
	return tx
}

// statement returns the verb of a query that does it twice, or "".
func (t *tracer) statement(s *raw, r route) string {
	sends := s.entry.Sends
	v := where(s.instr.Common(), sends.Query)
	if v == nil {
		v, r = t.prepared(s, r)
	}
	if v == nil {
		return ""
	}
	verb := ""
	for _, text := range t.texts(v, r, 0) {
		one := doubles(text)
		if one == "" {
			return ""
		}
		verb = one
	}
	return verb
}

// prepared returns the text with which the statement was prepared.
func (t *tracer) prepared(s *raw, r route) (ssa.Value, route) {
	recv := where(s.instr.Common(), s.entry.Sends.Request)
	for _, src := range t.f.p.sources(recv, 0) {
		call, ok := src.(*ssa.Call)
		if !ok {
			continue
		}
		fn := calledFunc(call.Common())
		if fn == nil {
			continue
		}
		if e := knowledge.Of(fn); e != nil && e.Sends != nil && e.Sends.Kind == knowledge.SQL && e.Sends.Builds {
			return where(call.Common(), e.Sends.Query), r
		}
	}
	return nil, r
}

var (
	sqlComment = regexp.MustCompile(`(?s)--[^\n]*|/\*.*?\*/`)
	// A repeat changes nothing, or is refused without harm.
	sqlHarmless = regexp.MustCompile(`\bon\s+conflict\b|\bon\s+duplicate\s+key\b|\binsert\s+(or\s+)?ignore\b|\binsert\s+or\s+(replace|rollback|abort|fail)\b|\bmerge\s+into\b|\breplace\s+into\b|\bwhere\s+not\s+exists\b|\bif\s+not\s+exists\b|\bexcept\b`)
	sqlInsert   = regexp.MustCompile(`^(with\b.*\)\s*)?insert\s+(into\s+)?\S`)
	sqlOwnID    = regexp.MustCompile(`^(with\b.*\)\s*)?insert\s+into\s+\S+\s*\(\s*["` + "`" + `]?(id|uuid|guid|uid|key|ulid|hash|token|[a-z_]*_?uuid|idempotency_key|request_id|event_id|message_id)["` + "`" + `]?\s*[,)]`)
	sqlUpdate   = regexp.MustCompile(`\bupdate\b.*\bset\b`)
	sqlSet      = regexp.MustCompile(`["` + "`" + `]?([a-z_][a-z_0-9.]*)["` + "`" + `]?\s*=\s*(?:coalesce\s*\(\s*)?["` + "`" + `]?([a-z_][a-z_0-9.]*)["` + "`" + `]?(?:\s*,\s*0\s*\))?\s*(\+|-|\|\|)`)
	sqlWhere    = regexp.MustCompile(`\bwhere\b.*$`)
)

// doubles returns the verb of a statement that must not run twice, or "".
func doubles(query string) string {
	q := strings.ToLower(strings.TrimSpace(strings.Join(strings.Fields(sqlComment.ReplaceAllString(query, " ")), " ")))
	switch {
	case sqlHarmless.MatchString(q):
		return ""
	case sqlInsert.MatchString(q):
		if sqlOwnID.MatchString(q) {
			return ""
		}
		return "INSERT"
	case strings.HasPrefix(q, "update"), strings.HasPrefix(q, "with") && sqlUpdate.MatchString(q):
		return countsUp(q)
	}
	return ""
}

// countsUp returns UPDATE if the statement sets a column to more or less of itself
// and does not ask for the value that it had.
func countsUp(q string) string {
	set := sqlWhere.ReplaceAllString(q, "")
	where := strings.TrimPrefix(sqlWhere.FindString(q), "where")
	for _, m := range sqlSet.FindAllStringSubmatch(set, -1) {
		column, from := m[1], m[2]
		if i := strings.LastIndexByte(from, '.'); i >= 0 {
			from = from[i+1:]
		}
		if i := strings.LastIndexByte(column, '.'); i >= 0 {
			column = column[i+1:]
		}
		if column != from {
			continue
		}
		if regexp.MustCompile(`\b` + regexp.QuoteMeta(column) + `\s*=`).MatchString(where) {
			continue // compare and swap
		}
		if column == "version" || column == "revision" || column == "attempts" || column == "retries" || column == "retry_count" {
			continue
		}
		return "UPDATE"
	}
	return ""
}

// chained reports whether a mapper's call was told what to do about a conflict.
func (t *tracer) chained(s *raw, r route) bool {
	v := where(s.instr.Common(), knowledge.Recv)
	for range 12 {
		call, ok := v.(*ssa.Call)
		if !ok {
			break
		}
		fn := calledFunc(call.Common())
		if fn == nil {
			break
		}
		switch fn.Name() {
		case "Clauses", "On", "Ignore", "Suffix", "Options", "OnConflict":
			return true
		}
		v = where(call.Common(), knowledge.Recv)
	}
	return false
}

// ownKey reports whether a value that the program drew before the first attempt
// is written: a repeat is then refused.
func (t *tracer) ownKey(s *raw, r route) bool {
	for _, a := range s.instr.Common().Args {
		slice, ok := a.(*ssa.Slice)
		if !ok {
			continue
		}
		array, ok := slice.X.(*ssa.Alloc)
		if !ok {
			continue
		}
		for _, st := range t.f.p.elemStores[array] {
			d := &drawer{t: t, seen: map[visited]bool{}, keysOnly: true}
			d.value(st.Val, r, 0)
			if d.any && !d.inside {
				return true
			}
		}
	}
	return false
}
