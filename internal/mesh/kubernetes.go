package mesh

import (
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/retryvet/retryvet/internal/callmap"
)

// istioDefault is what Istio's proxies do where nothing is written: two retries
// (Istio documentation, Traffic management, Retries).
var istioDefault = callmap.Rule{Name: "istio", Attempts: 3, Default: true}

// virtualService reads a VirtualService of Istio. retries.attempts counts
// retries: the number of requests is one more, and 0 switches them off (Istio
// API, networking/v1, HTTPRetry.attempts).
func (r *Rules) virtualService(d *reader, n *yaml.Node) error {
	name := "istio " + text(get(n, "metadata", "name"))
	g := group{kind: "istio", hosts: texts(get(n, "spec", "hosts")), service: true, space: text(get(n, "metadata", "namespace"))}
	for _, route := range list(get(n, "spec", "http")) {
		one := &rule{Rule: r.usual}
		one.Name, one.At = name, d.at(route)
		if attempts := get(route, "retries", "attempts"); attempts != nil {
			retries, err := d.number(attempts, "attempts")
			if err != nil {
				return err
			}
			one.At, one.Attempts, one.Default = d.at(attempts), 1+retries, false
		}
		for _, m := range list(get(route, "match")) {
			x, err := d.istioMatch(m)
			if err != nil {
				return err
			}
			one.matches = append(one.matches, x)
		}
		g.rules = append(g.rules, one)
	}
	r.groups = append(r.groups, g)
	return nil
}

func (d *reader) istioMatch(n *yaml.Node) (m match, err error) {
	uri := get(n, "uri")
	m.exact, m.prefix = text(get(uri, "exact")), text(get(uri, "prefix"))
	if m.regex, err = d.regex(get(uri, "regex")); err != nil {
		return m, err
	}
	m.method = text(get(n, "method", "exact"))
	for _, more := range []string{"headers", "queryParams", "sourceLabels", "authority", "scheme", "port", "withoutHeaders"} {
		m.unknown = m.unknown || get(n, more) != nil
	}
	return m, nil
}

// meshConfig reads the default that a mesh sets for itself (Istio, Global mesh
// options, defaultHttpRetryPolicy). It holds for what is read after it, and for
// hosts for which nothing is written.
func (r *Rules) meshConfig(d *reader, n *yaml.Node) error {
	r.istio = true
	for _, at := range []*yaml.Node{n, get(n, "meshConfig"), get(n, "spec", "meshConfig")} {
		attempts := get(at, "defaultHttpRetryPolicy", "attempts")
		if attempts == nil {
			continue
		}
		retries, err := d.number(attempts, "attempts")
		if err != nil {
			return err
		}
		r.usual = callmap.Rule{Name: "istio", At: d.at(attempts), Attempts: 1 + retries}
		for _, g := range r.groups {
			for _, one := range g.rules {
				if g.kind == "istio" && one.Default {
					one.Attempts = r.usual.Attempts
				}
			}
		}
	}
	return nil
}

// gatewayRoute reads an HTTPRoute or GRPCRoute of the Gateway API. retry.attempts
// is how often a request is retried beside the first; without it the number is
// the implementation's (Gateway API, HTTPRouteRetry, GEP-1731). Linkerd's
// annotations on the route count as well.
func (r *Rules) gatewayRoute(d *reader, n *yaml.Node) error {
	name := "gateway " + text(get(n, "metadata", "name"))
	linkerd, annotated, err := d.linkerd(n)
	if err != nil {
		return err
	}
	g := group{kind: "gateway", hosts: texts(get(n, "spec", "hostnames")), service: true, space: text(get(n, "metadata", "namespace"))}
	for _, parent := range list(get(n, "spec", "parentRefs")) {
		if text(get(parent, "kind")) == "Service" {
			host := text(get(parent, "name"))
			if space := text(get(parent, "namespace")); space != "" {
				host += "." + space + ".svc"
			}
			g.hosts = append(g.hosts, host)
		}
	}
	if len(g.hosts) == 0 {
		g.hosts = []string{"*"} // those of its gateway
	}
	for _, spec := range list(get(n, "spec", "rules")) {
		one := &rule{Rule: callmap.Rule{Name: name, At: d.at(spec), Attempts: 1}}
		if retry := get(spec, "retry"); retry != nil {
			one.At, one.Attempts = d.at(retry), 0
			if attempts := get(retry, "attempts"); attempts != nil {
				retries, err := d.number(attempts, "attempts")
				if err != nil {
					return err
				}
				one.Attempts = 1 + retries
			}
		} else if annotated {
			one.Rule = linkerd
		}
		for _, m := range list(get(spec, "matches")) {
			x, err := d.gatewayMatch(m)
			if err != nil {
				return err
			}
			one.matches = append(one.matches, x)
		}
		g.rules = append(g.rules, one)
	}
	r.groups = append(r.groups, g)
	return nil
}

func (d *reader) gatewayMatch(n *yaml.Node) (m match, err error) {
	if path := get(n, "path"); path != nil {
		value := get(path, "value")
		switch kind := text(get(path, "type")); kind {
		case "Exact":
			m.exact = text(value)
		case "RegularExpression":
			m.regex, err = d.regex(value)
		case "PathPrefix", "": // by whole segments (Gateway API, PathMatchType)
			m.prefix, m.whole = text(value), true
		default:
			m.unknown = true
		}
	}
	method := get(n, "method")
	if method != nil && method.Kind == yaml.MappingNode { // of a GRPCRoute
		m.exact = "/" + text(get(method, "service")) + "/" + text(get(method, "method"))
		if text(get(method, "method")) == "" {
			m.exact, m.prefix = "", m.exact
		}
	} else {
		m.method = text(method)
	}
	m.unknown = m.unknown || get(n, "headers") != nil || get(n, "queryParams") != nil
	return m, err
}

// linkerd reads Linkerd's annotations of a resource. A condition switches
// retries on, one of them by default (Linkerd 2.16, Configuring retries).
func (d *reader) linkerd(n *yaml.Node) (one callmap.Rule, ok bool, err error) {
	notes := get(n, "metadata", "annotations")
	condition := first(notes, "retry.linkerd.io/http", "retry.linkerd.io/grpc")
	if condition == nil {
		return one, false, nil
	}
	one = callmap.Rule{Name: "linkerd " + text(get(n, "metadata", "name")), At: d.at(condition), Attempts: 2, Default: true}
	if limit := get(notes, "retry.linkerd.io/limit"); limit != nil {
		retries, err := d.number(limit, "retry.linkerd.io/limit")
		if err != nil {
			return one, false, err
		}
		one.Attempts, one.Default = 1+retries, false
	}
	return one, true, nil
}

func (r *Rules) linkerdService(d *reader, n *yaml.Node) error {
	one, ok, err := d.linkerd(n)
	if err != nil || !ok {
		return err
	}
	r.groups = append(r.groups, group{
		kind: "linkerd", hosts: []string{text(get(n, "metadata", "name"))}, service: true, space: text(get(n, "metadata", "namespace")),
		rules: []*rule{{Rule: one}},
	})
	return nil
}

// serviceNames lists the names by which the service that a host names in a
// document of namespace space can be called (Kubernetes, DNS for Services and
// Pods): its own, NAME.SPACE, NAME.SPACE.svc and NAME.SPACE.svc.cluster.local. A
// short name of which the namespace is not written has only itself, as has a host
// that is no service's.
func serviceNames(host, space string) []string {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	short, inside := strings.CutSuffix(strings.TrimSuffix(host, ".svc.cluster.local"), ".svc")
	inside = inside || short != host
	name, of, dotted := strings.Cut(short, ".")
	switch {
	case name == "" || strings.ContainsAny(short, "*:") || strings.Contains(of, ".") || inside && !dotted:
		return []string{host}
	case dotted:
		inside = inside || of == space
		space = of
	case space == "":
		return []string{host}
	default:
		inside = true
	}
	full := name + "." + space
	names := []string{full, full + ".svc", full + ".svc.cluster.local"}
	if inside { // else it may be a host such as example.com, which nobody calls example
		names = append(names, name)
	}
	return names
}
