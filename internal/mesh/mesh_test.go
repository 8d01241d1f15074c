package mesh

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/inventory"
)

const (
	envoyFile = `
static_resources:
  listeners:
  - filter_chains:
    - filters:
      - typed_config:
          route_config:
            virtual_hosts:
            - name: any
              domains: ["*"]
              routes:
              - match: {prefix: "/healthz"}
                route: {cluster: health, retry_policy: {retry_on: 5xx, num_retries: 7}}
            - name: stock
              domains: [stock.internal, "stock.internal:8080"]
              retry_policy: {retry_on: "5xx,reset", num_retries: 4}
              routes:
              - match: {path: /once}
                route: {cluster: stock, retry_policy: {num_retries: 9}}
              - match: {prefix: /items/}
                name: items
                route: {cluster: stock, retry_policy: {retry_on: 5xx}}
              - match: {safe_regex: {regex: "/v[0-9]+/.*"}}
                route: {cluster: versions, retryPolicy: {retryOn: 5xx, numRetries: "2"}}
              - match: {prefix: "/", headers: [{name: ":method", string_match: {exact: GET}}]}
                route: {cluster: stock}
            - name: wild
              domains: ["*.corp.example"]
              routes:
              - match: {path_separated_prefix: /a}
                route: {cluster: wild, retry_policy: {retry_on: 5xx, num_retries: 1}}
`
	istioFile = `
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: reviews, namespace: shop}
spec:
  hosts: [reviews]
  http:
  - match:
    - uri: {prefix: /slow}
      method: {exact: POST}
    retries: {attempts: 0}
    route: [{destination: {host: reviews}}]
  - match: [{uri: {exact: /tests}}]
    retries: {attempts: 5, retryOn: 5xx}
    route: [{destination: {host: reviews}}]
  - route: [{destination: {host: reviews}}]
---
apiVersion: v1
kind: Service
metadata: {name: ratings, namespace: shop}
---
apiVersion: v1
kind: List
items:
- apiVersion: v1
  kind: Service
  metadata: {name: listed}
`
	gatewayFile = `
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: {name: shop}
spec:
  hostnames: [shop.example]
  rules:
  - matches: [{path: {type: PathPrefix, value: /cart}}]
    retry: {codes: [503], attempts: 3}
  - matches: [{path: {type: Exact, value: /open}, method: GET}]
    retry: {codes: [503]}
  - matches: [{path: {type: PathPrefix, value: /}}]
`
	grpcFile = "{\n\t\"methodConfig\": [\n\t{\"name\": [{\"service\": \"shop.Stock\"}], \"retryPolicy\": {\"maxAttempts\": 9}},\n" +
		"\t{\"name\": [{\"service\": \"shop.Stock\", \"method\": \"Get\"}], \"retryPolicy\": {\"maxAttempts\": 3}},\n\t{\"name\": [{}]}\n]}"
	linkerdFile = `
apiVersion: v1
kind: Service
metadata:
  name: books
  namespace: lib
  annotations:
    retry.linkerd.io/http: 5xx
    retry.linkerd.io/limit: "4"
---
apiVersion: v1
kind: Service
metadata:
  name: authors
  annotations: {retry.linkerd.io/http: 5xx}
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata:
  name: webapp
  annotations: {retry.linkerd.io/http: 5xx, retry.linkerd.io/limit: "2"}
spec:
  parentRefs: [{kind: Service, name: webapp, group: core}]
  rules:
  - matches: [{path: {value: /list}}]
`
)

func load(t testing.TB, texts ...string) *Rules {
	dir := t.TempDir()
	for i, text := range texts {
		ext := ".yaml"
		if strings.HasPrefix(text, "{") {
			ext = ".json"
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint("f", i, ext)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Load([]string{dir})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// said shows what is known of a request: the tries of each proxy, or nothing.
func said(r *Rules, method, url string) string {
	req := &inventory.Request{GRPC: method == "gRPC", URLs: []string{url}}
	if !req.GRPC {
		req.Methods = []string{method}
	}
	rules, ok := r.Match(req)
	if !ok {
		return ""
	}
	var out []string
	for _, x := range rules {
		out = append(out, fmt.Sprint(x.Attempts))
		if x.Default {
			out[len(out)-1] += " by default"
		}
	}
	return strings.Join(out, ", ")
}

func TestMatch(t *testing.T) {
	const unknown = "\uFFFD"
	for _, test := range []struct{ file, method, url, want string }{
		{envoyFile, "GET", "http://stock.internal/items/7", "2 by default"},
		{envoyFile, "GET", "http://stock.internal:8080/items/" + unknown, "2 by default"},
		{envoyFile, "GET", "http://stock.internal:9999/items/7", "2 by default"}, // the first domain names no port
		{envoyFile, "GET", "http://stock.internal/once", "1"},                    // no conditions
		{envoyFile, "GET", "http://stock.internal/v2/x?y=" + unknown, "3"},
		{envoyFile, "GET", "http://stock.internal/other", "5"}, // of the virtual host
		{envoyFile, "POST", "http://stock.internal/other", ""},
		{envoyFile, unknown, "http://stock.internal/other", ""},
		{envoyFile, "GET", "http://stock.internal/" + unknown, ""}, // may be /once
		{envoyFile, "GET", "http://STOCK.internal/other", "5"},
		{envoyFile, "GET", "http://other.internal/items/7", ""},
		{envoyFile, "GET", unknown + "/items/7", ""},
		{envoyFile, "GET", unknown + "/healthz", "8"},
		{envoyFile, "GET", "http://" + unknown + ".internal/healthz", "8"},
		{envoyFile, "GET", "http://a.corp.example/a/b", "2"},
		{envoyFile, "GET", "http://a.corp.example/ab", ""},
		{istioFile, "GET", "http://reviews/x", "3 by default"},
		{istioFile, "POST", "http://reviews/slow/1", "1"},
		{istioFile, "GET", "http://reviews.shop.svc.cluster.local:9080/tests", "6"},
		{istioFile, "GET", "http://reviews.other/tests", ""},
		{istioFile, "GET", "http://ratings.shop/x", "3 by default"},
		{istioFile, "GET", "http://listed/x", "3 by default"},
		{istioFile, "GET", "http://elsewhere/x", ""},
		{istioFile + "---\ndefaultHttpRetryPolicy: {attempts: 0}\n", "GET", "http://reviews/x", "1 by default"},
		{istioFile + "---\nmeshConfig: {defaultHttpRetryPolicy: {attempts: 3}}\n", "GET", "http://ratings.shop/x", "4"},
		{gatewayFile, "GET", "https://shop.example/cart/1", "4"},
		{gatewayFile, "GET", "https://shop.example/cart", "4"},
		{gatewayFile, "GET", "https://shop.example/carts", "1"},
		{gatewayFile, "GET", "https://shop.example/open", "0"}, // how often, the implementation says
		{gatewayFile, "GET", "https://shop.example", "1"},
		{gatewayFile, "GET", "https://other.example/cart/1", ""},
		{grpcFile, "gRPC", "/shop.Stock/Get", "3"},
		{grpcFile, "gRPC", "/shop.Stock/Put", "5"},
		{grpcFile, "gRPC", "/shop.Other/Put", "1"},
		{grpcFile, "GET", "http://x/shop.Stock/Get", ""},
		{linkerdFile, "GET", "http://books.lib/x", "5"},
		{linkerdFile, "GET", "http://authors/x", "2 by default"},
		{linkerdFile, "GET", "http://webapp/list", "3"},
		{linkerdFile, "GET", "http://webapp/other", ""},
	} {
		if got := said(load(t, test.file), test.method, test.url); got != test.want {
			t.Errorf("%s %s: %q, not %q", test.method, strings.ReplaceAll(test.url, unknown, "…"), got, test.want)
		}
	}
}

// The names of one service, in whichever a document and a call write it.
func TestServiceNames(t *testing.T) {
	const (
		virtualService = "apiVersion: networking.istio.io/v1\nkind: VirtualService\nmetadata: {name: stock, namespace: shop}\n" +
			"spec: {hosts: [%s], http: [{retries: {attempts: 4}}]}\n"
		serviceEntry = "apiVersion: networking.istio.io/v1\nkind: ServiceEntry\nmetadata: {name: stock, namespace: shop}\nspec: {hosts: [%s]}\n" +
			"---\ndefaultHttpRetryPolicy: {attempts: 4}\n"
		route = "apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: {name: stock, namespace: %s}\n" +
			"spec: {parentRefs: [{kind: Service, name: stock%s}], rules: [{retry: {attempts: 4}}]}\n"
	)
	files := []string{fmt.Sprintf(route, "shop", ""), fmt.Sprintf(route, "shop", ", namespace: shop"), fmt.Sprintf(route, "other", ", namespace: shop")}
	names := []string{"stock", "stock.shop", "stock.shop.svc", "stock.shop.svc.cluster.local"}
	for _, host := range append(names, "stock.shop.svc.cluster.local.", "Stock.shop") {
		files = append(files, fmt.Sprintf(virtualService, host), fmt.Sprintf(serviceEntry, host))
	}
	for _, file := range files {
		r := load(t, file)
		for _, call := range append(names, "stock.shop.svc.cluster.local.", "stock:8080", "STOCK.shop.svc:8080") {
			if got := said(r, "GET", "http://"+call+"/items"); got != "5" {
				t.Errorf("%s\nof a call of %s: %q", file, call, got)
			}
		}
		for _, call := range []string{"shop", "stock.other", "stock.other.svc.cluster.local", "stock.shop.example", "a.stock.shop", "stock.svc", "svc.cluster.local"} {
			if got := said(r, "GET", "http://"+call+"/items"); got != "" {
				t.Errorf("%s\nof a call of %s: %q", file, call, got)
			}
		}
	}
	for _, test := range []struct{ host, call, want string }{
		{"stock.other", "stock.other.svc", "5"},
		{"stock.other.svc", "stock", "5"},
		{"stock.other", "stock.shop", ""},
		{"example.com", "example.com", "5"},
		{"example.com", "example", ""}, // perhaps another service, of that name
		{"api.example.com", "api.example.com", "5"},
		{"api.example.com", "api", ""},
		{"'*.shop.svc.cluster.local'", "stock.shop.svc.cluster.local", "5"},
		{"'*'", "stock", "5"},
	} {
		if got := said(load(t, fmt.Sprintf(virtualService, test.host)), "GET", "http://"+test.call+"/items"); got != test.want {
			t.Errorf("%s, of a call of %s: %q, not %q", test.host, test.call, got, test.want)
		}
	}
}

// Two kinds of proxies on one way both count.
func TestTwoKinds(t *testing.T) {
	r := load(t, envoyFile, strings.ReplaceAll(istioFile, "[reviews]", "[stock.internal]"))
	if got := said(r, "GET", "http://stock.internal/other"); got != "5, 3 by default" {
		t.Error(got)
	}
}

func TestUnused(t *testing.T) {
	r := load(t, gatewayFile)
	said(r, "GET", "https://shop.example/cart/1")
	if got := r.Unused(); !slices.Equal(got, []string{"rule gateway shop (f0.yaml:11)"}) {
		t.Errorf("%q", got)
	}
}

func TestBroken(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"a.yaml", "a: 1\nb: [", "a.yaml:2: "},
		{"a.yaml", "a: 1\n\tb: 2\n", "a.yaml:2: "},
		{"a.json", "{\n\"a\": 1,\n\"b\" }\n{", "a.json:"},
		{"a.yaml", strings.Replace(envoyFile, "num_retries: 7", "num_retries: many", 1), "a.yaml:13: num_retries is \"many\""},
		{"a.yaml", strings.Replace(istioFile, "attempts: 5", "attempts: -5", 1), "a.yaml:14: attempts"},
		{"a.yaml", strings.Replace(envoyFile, "v[0-9]+", "v[0-9+", 1), "a.yaml:23: "},
		{"a.json", `{"methodConfig": [{"retryPolicy": {}}]}`, "a.json:1: retryPolicy has no maxAttempts"},
		{"a.json", `{"methodConfig": [{"retryPolicy": {"maxAttempts": 1}}]}`, "a.json:1: maxAttempts must be above 1"},
		{"a.yaml", strings.Replace(linkerdFile, `"4"`, `"x"`, 1), "a.yaml:9: retry.linkerd.io/limit"},
	} {
		file := filepath.Join(t.TempDir(), test.name)
		if err := os.WriteFile(file, []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := Load([]string{file})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v, not %q", test.text[:10], err, test.want)
		}
	}
	if _, err := Load([]string{filepath.Join(t.TempDir(), "none")}); err == nil {
		t.Error("a file that is not there: no error")
	}
	if _, err := Load([]string{t.TempDir()}); err == nil {
		t.Error("an empty folder: no error")
	}
}

// Documents that are none of ours are left alone.
func TestForeign(t *testing.T) {
	load(t, "a: &a [*a, *a, *a]\nb: &b {kind: List, items: [*b]}", "kind: List\nitems: &i [{kind: List, items: *i}]") // hold themselves
	r := load(t, "kind: Deployment\nspec: {replicas: 2}\n---\n- 1\n---\ntext\n---\n")
	if _, ok := r.Match(&inventory.Request{Methods: []string{"GET"}, URLs: []string{"http://a/"}}); ok {
		t.Error("something matches")
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{envoyFile, istioFile, gatewayFile, grpcFile, linkerdFile, "a: &a [*a, *a]", "&a {kind: List, items: [*a]}"} {
		f.Add(text, "http://stock.internal/items/7")
	}
	f.Fuzz(func(t *testing.T, text, url string) {
		r := &Rules{used: map[*rule]bool{}, usual: istioDefault}
		if r.read("a.yaml", []byte(text)) == nil {
			r.Match(&inventory.Request{Methods: []string{"GET"}, URLs: []string{url}})
			r.Unused()
		}
	})
}
