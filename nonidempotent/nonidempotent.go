package nonidempotent

import (
	"flag"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/directive"
	"github.com/retryvet/retryvet/internal/edit"
	"github.com/retryvet/retryvet/internal/retrysite"
	"github.com/retryvet/retryvet/internal/verdict"
)

// Analyzer reports retries that may do something twice.
var Analyzer = &analysis.Analyzer{
	Name:     "nonidempotent",
	Doc:      doc,
	URL:      verdict.URL("nonidempotent", ""),
	Run:      run,
	Flags:    flags(),
	Requires: []*analysis.Analyzer{retrysite.Analyzer},
}

var (
	options   verdict.Options
	headers   = newList("Idempotency-Key,X-Idempotency-Key,Idempotent-Key,Idempotence-Key,X-Request-Id,Request-Id,X-Client-Token,X-Client-Request-Id,X-Amz-Client-Token,PayPal-Request-Id,Ce-Id,Nats-Msg-Id,Stripe-Idempotency-Key,X-Goog-Request-Id,Repeatability-Request-Id")
	safepaths = newList("_search,_msearch,_count,_mget,/query,/query_range,/search,/token,/oauth,/introspect,/embeddings,/completions,/api/v1/series,/api/v1/labels,/validate,/dns-query,/upsert")
)

func flags() (set flag.FlagSet) {
	options.Register(&set)
	set.Var(headers, "headers", "comma-separated `names` of headers that are idempotency keys; +name adds to the default")
	set.Var(safepaths, "safepaths", "comma-separated `parts` of the paths of POSTs that only read; +part adds to the default")
	return set
}

// A list is a flag of comma-separated words.
type list struct{ words []string }

func newList(text string) *list { return &list{strings.Split(text, ",")} }

func (l *list) String() string {
	if l == nil {
		return ""
	}
	return strings.Join(l.words, ",")
}

// Set replaces the words, or adds those that begin with a plus sign.
func (l *list) Set(text string) error {
	var words []string
	for _, w := range strings.Split(text, ",") {
		if more, ok := strings.CutPrefix(strings.TrimSpace(w), "+"); ok {
			l.words = append(l.words[:len(l.words):len(l.words)], more)
			continue
		}
		words = append(words, strings.TrimSpace(w))
	}
	if len(words) > 0 {
		l.words = words
	}
	return nil
}

func run(pass *analysis.Pass) (any, error) {
	sites := pass.ResultOf[retrysite.Analyzer].(*retrysite.Result)
	report := verdict.New(pass, options, sites.Directives)
	fixes := edit.New(pass)
	for i := range sites.Sends {
		judge(report, fixes, sites, &sites.Sends[i])
	}
	report.Close()
	return nil, sites.Mistaught
}

// judge reports one send.
func judge(report *verdict.Reporter, fixes *edit.Editor, sites *retrysite.Result, s *retrysite.Send) {
	if marked(sites.Directives, s) {
		return
	}
	d := analysis.Diagnostic{Pos: s.Pos}
	if s.Call != nil {
		d.End = s.Call.End()
	}
	if s.Site.IsValid() && s.Site != s.Pos {
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: s.Site, Message: "it is repeated here"})
	}
	also := append([]token.Pos{s.Site}, s.Via...)
	if s.Spent {
		d.Message = fmt.Sprintf("the body of %s is read up by the first attempt: %s sends it again empty or cut short", what(s), repeater(s))
		d.SuggestedFixes = rewindFixes(fixes, s)
		report.Report("body", d, also...)
	}
	if !s.Doubles || safe(s) {
		return
	}
	key, fresh := keyOf(s)
	switch {
	case key:
		return
	case fresh != nil:
		d.Message = fmt.Sprintf("%s is sent %s by %s, each time with another %s: if only the answer is lost, the server takes the repeat for a new request", what(s), times(s), s.Who, fresh.Name)
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: fresh.Pos, Message: "the key is set here"})
		d.SuggestedFixes = hoistFixes(fixes, s, fresh, repeaters(sites, s))
		report.Report("freshkey", d, also...)
	case s.Open:
		return // whether it carries a key is not known
	default:
		category, message := nokey(s)
		d.Message = message
		d.SuggestedFixes = keyFixes(fixes, s, repeaters(sites, s))
		report.Report(category, d, also...)
	}
}

func nokey(s *retrysite.Send) (category, message string) {
	switch s.Kind {
	case retrysite.SendSQL:
		return "sql", fmt.Sprintf("%s is executed %s by %s: if only the answer is lost, its effect is there twice", s.Verb, times(s), s.Who)
	case retrysite.SendMessage:
		return "publish", fmt.Sprintf("%s is called %s by %s, with nothing by which a repeat is told: if only the answer is lost, the message arrives twice", s.Name, times(s), s.Who)
	}
	if s.Input != "" {
		return "nokey", fmt.Sprintf("%s is sent %s by %s and its %s is left empty: if only the answer is lost, the service does it again", s.Name, times(s), s.Who, s.Input)
	}
	return "nokey", fmt.Sprintf("%s is sent %s by %s and carries no idempotency key: if only the answer is lost, the server does it again", what(s), times(s), s.Who)
}

// what names what is sent: the method, and the path as far as it is known.
func what(s *retrysite.Send) string {
	switch {
	case s.Kind != retrysite.SendHTTP || s.Input != "":
		return s.Name
	case s.Method == "":
		return "the request of " + s.Name
	}
	if path := shown(s.Paths); path != "" {
		return s.Method + " " + path
	}
	return s.Method
}

// shown returns the path if it is one, with dots for what is not known.
func shown(paths []string) string {
	if len(paths) != 1 {
		return ""
	}
	path := strings.Map(func(r rune) rune {
		if r == '\uFFFD' || r >= '\uE000' && r < '\uE100' {
			return '…'
		}
		return r
	}, paths[0])
	if _, rest, ok := strings.Cut(path, "://"); ok {
		path = rest
	}
	if i := strings.IndexByte(path, '/'); i >= 0 {
		path = path[i:]
	}
	if path, _, _ = strings.Cut(path, "?"); !strings.HasPrefix(path, "/") || len(path) < 2 || len(path) > 60 || strings.ContainsAny(path, "% \n") {
		return ""
	}
	return path
}

func times(s *retrysite.Send) string {
	if s.Attempts > 1 {
		return fmt.Sprintf("up to %d times", s.Attempts)
	}
	return "again after a failure"
}

func repeater(s *retrysite.Send) string {
	if s.Attempts > 1 {
		return fmt.Sprintf("%s, up to %d attempts,", s.Who, s.Attempts)
	}
	return s.Who
}

// marked reports whether a person has judged that a repeat is harmless.
func marked(marks *directive.Set, s *retrysite.Send) bool {
	found := marks.Marked("idempotent", s.Pos) || s.Site.IsValid() && marks.Marked("idempotent", s.Site)
	for _, pos := range s.Via {
		found = found || marks.Marked("idempotent", pos)
	}
	return found
}

// keyOf reports whether the send carries a key that stays the same, and the key
// that does not.
func keyOf(s *retrysite.Send) (stable bool, fresh *retrysite.Key) {
	for i := range s.Keys {
		k := &s.Keys[i]
		nameless := k.Known || k.Field && (s.Kind != retrysite.SendHTTP || s.Input != "")
		if !nameless && (k.Field && !isKeyName(k.Name) || !k.Field && !isHeader(k.Name)) {
			continue
		}
		if !k.Fresh {
			return true, nil
		}
		if !traces(k.Name) {
			fresh = k
		}
	}
	return fresh == nil && keyedAddress(s.Paths), fresh
}

// keyedAddress reports whether each address that a request may be sent to has a key in
// its query: ?requestId=…. Where it comes from is not known.
func keyedAddress(paths []string) bool {
	keyed := func(path string) bool {
		_, query, _ := strings.Cut(path, "?")
		return slices.ContainsFunc(strings.Split(query, "&"), func(part string) bool {
			name, _, set := strings.Cut(part, "=")
			name = strings.ToLower(strings.NewReplacer("-", "", "_", "").Replace(name))
			return set && (strings.Contains(name, "idempoten") || slices.Contains([]string{"requestid", "clienttoken", "clientrequesttoken", "deduplicationid"}, name))
		})
	}
	return len(paths) > 0 && !slices.ContainsFunc(paths, func(p string) bool { return !keyed(p) })
}

func isHeader(name string) bool {
	return slices.ContainsFunc(headers.words, func(h string) bool { return strings.EqualFold(h, name) }) ||
		strings.Contains(strings.ToLower(name), "idempoten")
}

// isKeyName reports whether a field or option that is set on a request is a key.
func isKeyName(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "idempoten") || strings.Contains(name, "token") || strings.Contains(name, "dedup") || strings.Contains(name, "msgid") || strings.Contains(name, "requestid")
}

// traces reports whether a header that is new for each attempt only numbers the
// attempts for logs.
func traces(name string) bool {
	return strings.EqualFold(name, "X-Request-Id") || strings.EqualFold(name, "Request-Id") || strings.EqualFold(name, "X-Client-Request-Id")
}

// safe reports whether a POST only reads.
func safe(s *retrysite.Send) bool {
	if s.Kind != retrysite.SendHTTP || s.Input != "" {
		return false
	}
	if slices.ContainsFunc(s.Media, asks) {
		return true
	}
	if len(s.Paths) == 0 {
		return readsOnly(s.Texts)
	}
	for _, path := range s.Paths {
		if !safePath(path, s.Texts) {
			return readsOnly(s.Texts)
		}
	}
	return true
}

// asks reports whether a content type is that of a question: OCSP (RFC 6960),
// DNS over HTTPS (RFC 8484), timestamps (RFC 3161), SPARQL.
func asks(media string) bool {
	switch media, _, _ = strings.Cut(media, ";"); strings.ToLower(strings.TrimSpace(media)) {
	case "application/ocsp-request", "application/dns-message", "application/timestamp-query", "application/sparql-query":
		return true
	}
	return false
}

func safePath(path string, texts []string) bool {
	lower := strings.ToLower(path)
	if strings.Contains(lower, "graphql") {
		return !slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, "mutation") })
	}
	for _, part := range safepaths.words {
		if part != "" && strings.Contains(lower, strings.ToLower(part)) {
			return true
		}
	}
	return false
}

// readVerbs begin the names of remote procedures that only read.
var readVerbs = []string{"get", "list", "query", "read", "find", "search", "count", "describe", "eth_get", "eth_call", "eth_blocknumber"}

// readsOnly reports whether the payload is a query: of GraphQL, or a procedure
// whose name says so.
func readsOnly(texts []string) bool {
	for _, text := range texts {
		t := strings.ToLower(text)
		if strings.Contains(t, `"method"`) || strings.Contains(t, "jsonrpc") {
			_, name, _ := strings.Cut(t, `"method"`)
			name = strings.TrimLeft(name, `: "`)
			if slices.ContainsFunc(readVerbs, func(v string) bool { return strings.HasPrefix(name, v) }) {
				return true
			}
		}
		if strings.Contains(t, "mutation") {
			return false
		}
		if strings.Contains(t, `"query"`) && strings.Contains(t, "{") && strings.Contains(t, "query ") {
			return true
		}
	}
	return false
}
