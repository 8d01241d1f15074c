package mesh

import (
	"regexp"

	"go.yaml.in/yaml/v3"

	"github.com/retryvet/retryvet/internal/callmap"
)

// envoy finds the virtual hosts of a bootstrap file or a route configuration,
// at whatever depth they lie: in a listener's filter, in a list of resources.
func (r *Rules) envoy(d *reader, n *yaml.Node) error {
	n = resolve(n)
	if !d.enters(n) {
		return nil
	}
	switch n.Kind {
	case yaml.MappingNode:
		if hosts := first(n, "virtual_hosts", "virtualHosts"); hosts != nil {
			return r.virtualHosts(d, hosts)
		}
		for i := 1; i < len(n.Content); i += 2 {
			if err := r.envoy(d, n.Content[i]); err != nil {
				return err
			}
		}
	case yaml.SequenceNode:
		for _, item := range n.Content {
			if err := r.envoy(d, item); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *Rules) virtualHosts(d *reader, hosts *yaml.Node) error {
	for _, host := range list(hosts) {
		g := group{kind: "envoy", hosts: texts(get(host, "domains"))}
		// A policy of the route replaces that of the virtual host as a whole
		// (Envoy API v3, config.route.v3.VirtualHost.retry_policy).
		usual := first(host, "retry_policy", "retryPolicy")
		for _, route := range list(get(host, "routes")) {
			one, err := d.envoyRoute(route, usual)
			if err != nil {
				return err
			}
			if one.Name == "" {
				one.Name = "envoy " + text(get(host, "name"))
			}
			g.rules = append(g.rules, one)
		}
		r.groups = append(r.groups, g)
	}
	return nil
}

func (d *reader) envoyRoute(n, usual *yaml.Node) (*rule, error) {
	one := &rule{Rule: callmap.Rule{At: d.at(n), Attempts: 1}}
	if cluster := text(get(n, "route", "cluster")); cluster != "" {
		one.Name = "envoy route to " + cluster
	}
	if name := text(get(n, "name")); name != "" {
		one.Name = "envoy route " + name
	}
	m, err := d.envoyMatch(get(n, "match"))
	if err != nil {
		return nil, err
	}
	one.matches = []match{m}
	policy := get(n, "route", "retry_policy")
	if policy == nil {
		policy = get(n, "route", "retryPolicy")
	}
	if policy == nil {
		policy = usual
	}
	// Without conditions nothing is retried; without a number once (Envoy API v3,
	// config.route.v3.RetryPolicy.retry_on and num_retries).
	if policy == nil || text(first(policy, "retry_on", "retryOn")) == "" {
		return one, nil
	}
	one.At, one.Attempts = d.at(policy), 2
	if count := first(policy, "num_retries", "numRetries"); count != nil {
		retries, err := d.number(count, "num_retries")
		if err != nil {
			return nil, err
		}
		one.Attempts = 1 + retries
	} else {
		one.Default = true
	}
	return one, nil
}

func (d *reader) envoyMatch(n *yaml.Node) (m match, err error) {
	m.exact = text(get(n, "path"))
	m.prefix = text(get(n, "prefix"))
	if p := text(first(n, "path_separated_prefix", "pathSeparatedPrefix")); p != "" {
		m.prefix, m.whole = p, true
	}
	if regex := first(n, "safe_regex", "safeRegex"); regex != nil {
		if m.regex, err = d.regex(get(regex, "regex")); err != nil {
			return m, err
		}
	}
	for _, header := range list(get(n, "headers")) {
		method := text(first(first(header, "string_match", "stringMatch"), "exact"))
		if method == "" {
			method = text(first(header, "exact_match", "exactMatch"))
		}
		if text(get(header, "name")) == ":method" && method != "" {
			m.method = method
		} else {
			m.unknown = true
		}
	}
	return m, nil
}

// regex reads an expression that must match a whole path.
func (d *reader) regex(n *yaml.Node) (*regexp.Regexp, error) {
	if n == nil {
		return nil, nil
	}
	re, err := regexp.Compile("^(?:" + text(n) + ")$")
	if err != nil {
		return nil, d.wrong(n, err.Error())
	}
	return re, nil
}
