package callmap

import (
	"cmp"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/inventory"
	"github.com/retryvet/retryvet/internal/retrysite"
)

// request returns the chain of a request: the layers that rules outside of the
// program add to it, or itself as long as callers decide where it goes. place is
// that of the call that sends it or decides that.
func (g *graph) request(r *inventory.Request, place string) []chain {
	if g.match == nil {
		return nil
	}
	if slices.ContainsFunc(r.URLs, hasParams) {
		return []chain{{{request: r, from: place}}}
	}
	rules, ok := g.match(r)
	if !ok {
		g.unmatched[describe(r, place)] = true
		return nil
	}
	var c chain
	for _, rule := range rules {
		if rule.Attempts == 1 {
			continue
		}
		l := &link{Layer: Layer{Name: rule.Name, Site: -1, At: rule.At, Attempts: rule.Attempts, Count: "rule"}}
		if rule.Default {
			l.Count = "default"
		}
		c = append(c, l)
	}
	if len(c) == 0 {
		return nil
	}
	return []chain{c}
}

func hasParams(text string) bool {
	return strings.ContainsFunc(text, func(c rune) bool { return c >= retrysite.FirstParam && c < retrysite.FirstParam+retrysite.MostParams })
}

// substitute puts the arguments of a call in the place of parameters, in the
// requests at the end of chains. What is then decided is matched. place is that
// of the call, "" if there is none.
func (g *graph) substitute(in []chain, args []string, place string) []chain {
	if g.match == nil {
		return in
	}
	var out []chain
	for _, c := range in {
		end := c[len(c)-1].request
		if end == nil {
			out = append(out, c)
			continue
		}
		r := &inventory.Request{GRPC: end.GRPC, Methods: filled(end.Methods, args), URLs: filled(end.URLs, args)}
		before := c[: len(c)-1 : len(c)-1]
		ends := g.request(r, cmp.Or(place, c[len(c)-1].from))
		if len(ends) == 0 && len(before) > 0 {
			out = append(out, before)
		}
		for _, e := range ends {
			e[0].Via = c[len(c)-1].Via
			whole := append(slices.Clone(before), e...)
			out = append(out, whole)
			g.tell(whole)
		}
	}
	return out
}

// filled replaces parameters by arguments; what is not known becomes unknown.
func filled(texts, args []string) []string {
	var out []string
	for _, text := range texts {
		var b strings.Builder
		for _, c := range text {
			i := int(c - retrysite.FirstParam)
			switch {
			case i < 0 || i >= retrysite.MostParams:
				b.WriteRune(c)
			case i < len(args) && args[i] != "":
				b.WriteString(args[i])
			default:
				b.WriteRune(retrysite.UnknownPart)
			}
		}
		out = append(out, b.String())
	}
	return out
}

// unmatchedCalls lists the requests for which there are no rules.
func (g *graph) unmatchedCalls() []string {
	var out []string
	for r := range g.unmatched {
		out = append(out, r)
	}
	slices.Sort(out)
	return out
}

// describe shows a request. Of one that is not known in full it shows what is,
// with dots for the rest, and its place: GET …/stock: URL not known in full
// (client.go:12).
func describe(r *inventory.Request, place string) string {
	text := "a request"
	if len(r.URLs) > 0 {
		text = strings.Join(r.URLs, " or ")
	}
	methods := slices.DeleteFunc(slices.Clone(r.Methods), func(m string) bool { return !isMethod(m) })
	text = strings.TrimSpace(strings.Join(methods, "/") + " " + text)
	if r.GRPC {
		text = "gRPC " + text
	}
	text = strings.Map(func(c rune) rune {
		if c == retrysite.UnknownPart || c >= retrysite.FirstParam && c < retrysite.FirstParam+retrysite.MostParams {
			return '…'
		}
		return c
	}, text)
	what := "URL"
	if r.GRPC {
		what = "gRPC method"
	}
	known := strings.TrimSpace(strings.Trim(strings.TrimPrefix(text, "gRPC "), "…"))
	switch {
	case !strings.Contains(text, "…") && len(r.URLs) > 0:
		return text
	case strings.Contains(known, "/"):
		for strings.Contains(text, "……") {
			text = strings.ReplaceAll(text, "……", "…")
		}
		text += ": " + what + " not known in full"
	case len(methods) > 0:
		text = strings.Join(methods, "/") + " request: " + what + " not known"
	default:
		text = "request: " + what + " not known"
	}
	if place != "" {
		text += " (" + place + ")"
	}
	return text
}

func isMethod(m string) bool {
	return m != "" && !strings.ContainsFunc(m, func(c rune) bool { return c < 'A' || c > 'Z' })
}
