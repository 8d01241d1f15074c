package mesh

import (
	"go.yaml.in/yaml/v3"

	"github.com/retryvet/retryvet/internal/callmap"
)

// mostGRPC is what clients make of a larger maxAttempts (gRFC A6).
const mostGRPC = 5

// serviceConfig reads a service config of gRPC. maxAttempts counts the original
// call, and a name without a service is for all (gRFC A6, grpc/service_config.proto).
func (r *Rules) serviceConfig(d *reader, n *yaml.Node) error {
	g := group{kind: "grpc", grpc: true}
	var all []*rule // for every method of a service, and for every service
	for _, config := range list(first(n, "methodConfig", "method_config")) {
		one := &rule{Rule: callmap.Rule{Name: "grpc service config", At: d.at(config), Attempts: 1}}
		if policy := first(config, "retryPolicy", "retry_policy"); policy != nil {
			count := first(policy, "maxAttempts", "max_attempts")
			if count == nil {
				return d.wrong(policy, "retryPolicy has no maxAttempts")
			}
			attempts, err := d.number(count, "maxAttempts")
			if err != nil {
				return err
			}
			if attempts < 2 {
				return d.wrong(count, "maxAttempts must be above 1")
			}
			one.At, one.Attempts = d.at(count), min(attempts, mostGRPC)
		}
		for _, name := range list(get(config, "name")) {
			m := match{}
			service, method := text(get(name, "service")), text(get(name, "method"))
			switch {
			case service != "" && method != "":
				m.exact = "/" + service + "/" + method
			case service != "":
				m.prefix = "/" + service + "/"
			}
			x := &rule{Rule: one.Rule, matches: []match{m}}
			if m.exact != "" {
				g.rules = append(g.rules, x) // the more exact name counts
			} else {
				all = append(all, x)
			}
		}
	}
	// A service comes before the name that is empty.
	for _, wanted := range []bool{true, false} {
		for _, x := range all {
			if (x.matches[0].prefix != "") == wanted {
				g.rules = append(g.rules, x)
			}
		}
	}
	r.groups = append(r.groups, g)
	return nil
}
