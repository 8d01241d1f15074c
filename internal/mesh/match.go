package mesh

import (
	"fmt"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/callmap"
	"github.com/retryvet/retryvet/internal/inventory"
	"github.com/retryvet/retryvet/internal/retrysite"
)

// A target is where one request goes, as far as that is known.
type target struct {
	grpc   bool
	host   string // "" if not known
	port   string
	path   string // up to the first part that is not known
	whole  bool   // path is known as a whole
	method string // "" if not known
}

// Match finds the rules for a request: one of each kind of proxy, in the order
// in which the request meets them. ok is false if none says anything of it, not
// even that it is not retried. Where a request may go to several places, the one
// that is tried most often counts.
func (r *Rules) Match(req *inventory.Request) (rules []callmap.Rule, ok bool) {
	for _, t := range targets(req) {
		found, is := r.matchOne(t)
		ok = ok || is
		if times(found) > times(rules) {
			rules = found
		}
	}
	return rules, ok
}

// times multiplies tries. A number that is not known is 2 at least.
func times(rules []callmap.Rule) int {
	if len(rules) == 0 {
		return 0
	}
	n := 1
	for _, x := range rules {
		if x.Attempts == 0 {
			x.Attempts = 2
		}
		n *= x.Attempts
	}
	return n
}

func targets(req *inventory.Request) []target {
	var out []target
	methods := req.Methods
	if len(methods) == 0 {
		methods = []string{""}
	}
	for _, url := range req.URLs {
		for _, m := range methods {
			if strings.ContainsFunc(m, notKnown) {
				m = ""
			}
			out = append(out, newTarget(req.GRPC, url, m))
		}
	}
	return out
}

func notKnown(c rune) bool {
	return c == retrysite.UnknownPart || c >= retrysite.FirstParam && c < retrysite.FirstParam+retrysite.MostParams
}

func newTarget(grpc bool, url, method string) target {
	t := target{grpc: grpc, method: method}
	known, _, _ := strings.Cut(url, string(retrysite.UnknownPart))
	t.whole = !strings.ContainsFunc(url, notKnown)
	scheme, rest, hasScheme := strings.Cut(url, "://")
	switch {
	case grpc:
		t.method = ""
		t.path = known
	case hasScheme && !strings.ContainsFunc(scheme, notKnown):
		host, path := rest, ""
		if i := strings.IndexAny(rest, "/?"); i >= 0 {
			host, path = rest[:i], rest[i:]
		} else if !t.whole {
			path, t.whole = string(retrysite.UnknownPart), false
		} else {
			path = "/"
		}
		if !strings.ContainsFunc(host, notKnown) {
			t.host, t.port, _ = strings.Cut(strings.ToLower(host), ":")
			t.host = strings.TrimSuffix(t.host, ".") // of the root: the same host
		}
		t.setPath(path)
	default: // a base that is not known, and a path
		i := strings.IndexByte(url, '/')
		if i < 0 {
			return t
		}
		t.whole = !strings.ContainsFunc(url[i:], notKnown)
		t.setPath(url[i:])
	}
	return t
}

// setPath keeps a path without its query, up to what is not known.
func (t *target) setPath(path string) {
	path, _, query := strings.Cut(path, "?")
	if query && !strings.ContainsFunc(path, notKnown) {
		t.whole = true
	}
	if i := strings.IndexFunc(path, notKnown); i >= 0 {
		path = path[:i]
	}
	t.path = path
}

func (r *Rules) matchOne(t target) (out []callmap.Rule, ok bool) {
	kinds := map[string]bool{}
	for _, g := range r.taking(t) {
		if kinds[g.kind] {
			continue
		}
		for _, one := range g.rules {
			fits, sure := one.fits(t)
			if !sure {
				break // this or a later one: that cannot be told
			}
			if fits {
				kinds[g.kind], ok, r.used[one] = true, true, true
				out = append(out, one.Rule)
				break
			}
		}
	}
	if r.istio && !kinds["istio"] && t.host != "" && slices.Contains(r.hosts, t.host) {
		out, ok = append(out, r.usual), true
	}
	return out, ok
}

// taking lists the groups to whose hosts a request surely goes: those that name
// the host itself first, those for any host last (Envoy API v3,
// config.route.v3.VirtualHost.domains).
func (r *Rules) taking(t target) []*group {
	ranks := map[*group]int{}
	var out []*group
	for i := range r.groups {
		g := &r.groups[i]
		if rank := g.rank(t); rank > 0 {
			ranks[g] = rank
			out = append(out, g)
		}
	}
	slices.SortStableFunc(out, func(a, b *group) int { return ranks[b] - ranks[a] })
	return out
}

// rank is 0 if a request does not go to a host of the group, and the higher the
// more exactly the group names it.
func (g *group) rank(t target) int {
	if g.grpc {
		if t.grpc {
			return 1
		}
		return 0
	}
	best := 0
	for _, host := range g.hosts {
		switch {
		case host == "*":
			best = max(best, 1)
		case t.host == "" || !g.isHost(strings.ToLower(host), t):
		case strings.HasSuffix(host, "*"):
			best = max(best, 2)
		case strings.HasPrefix(host, "*"):
			best = max(best, 1000+len(host))
		default:
			best = max(best, 1_000_000)
		}
	}
	return best
}

func (g *group) isHost(host string, t target) bool {
	if name, port, ok := strings.Cut(host, ":"); ok {
		if port != "*" && t.port != "" && port != t.port {
			return false
		}
		host = name
	}
	switch {
	case strings.HasPrefix(host, "*"):
		return strings.HasSuffix(t.host, host[1:]) && len(t.host) > len(host)-1
	case strings.HasSuffix(host, "*"):
		return strings.HasPrefix(t.host, host[:len(host)-1])
	case host == t.host:
		return true
	}
	return g.service && slices.Contains(serviceNames(host, g.space), t.host)
}

// fits reports whether a rule is for a request; sure is false if what is known
// of the request does not tell.
func (x *rule) fits(t target) (fits, sure bool) {
	if len(x.matches) == 0 {
		return true, true
	}
	sure = true
	for i := range x.matches {
		is, known := x.matches[i].fits(t)
		if is && known {
			return true, true
		}
		sure = sure && known
	}
	return false, sure
}

func (m *match) fits(t target) (fits, sure bool) {
	if m.method != "" && !t.grpc {
		if t.method == "" {
			return false, false
		}
		if !strings.EqualFold(m.method, t.method) {
			return false, true
		}
	}
	fits, sure = m.path(t)
	if m.unknown && fits {
		return false, false
	}
	return fits, sure
}

func (m *match) path(t target) (fits, sure bool) {
	switch {
	case m.exact != "":
		if t.whole {
			return t.path == m.exact, true
		}
		return false, !strings.HasPrefix(m.exact, t.path)
	case m.regex != nil:
		return t.whole && m.regex.MatchString(t.path), t.whole
	case m.prefix == "" || m.prefix == "/":
		return true, true
	}
	prefix := m.prefix
	if m.whole {
		prefix = strings.TrimSuffix(prefix, "/")
	}
	switch {
	case strings.HasPrefix(t.path, prefix):
		rest := t.path[len(prefix):]
		if !m.whole || strings.HasPrefix(rest, "/") {
			return true, true
		}
		return rest == "" && t.whole, rest != "" || t.whole
	case !t.whole && strings.HasPrefix(prefix, t.path):
		return false, false
	}
	return false, true
}

// Unused lists the rules that retry and to which no request was matched.
func (r *Rules) Unused() []string {
	var out []string
	for _, g := range r.groups {
		for _, one := range g.rules {
			if one.Attempts != 1 && !r.used[one] {
				line := fmt.Sprintf("rule %s (%s)", one.Name, one.At)
				if !slices.Contains(out, line) {
					out = append(out, line)
				}
			}
		}
	}
	return out
}
