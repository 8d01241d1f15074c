// Measure runs each function of package paths against real servers, of which
// the last always fails, and prints how many requests arrive there for one call.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"

	"go.yaml.in/yaml/v3"

	"example.test/amplify/paths"
	"example.test/amplify/remote"
)

var calls = map[string]func() error{
	"LoopOverDefaultClient": paths.LoopOverDefaultClient,
	"ThreeLayers":           paths.ThreeLayers,
	"ThreeLayersSet":        paths.ThreeLayersSet,
	"LoopOverGateway":       paths.LoopOverGateway,
	"LoopOverUsualGateway":  paths.LoopOverUsualGateway,
	"ClientOverGateway":     paths.ClientOverGateway,
	"LibraryOverClient":     paths.LibraryOverClient,
	"DefaultLibrary":        paths.DefaultLibrary,
	"Wired":                 paths.Wired,
	"Helper":                paths.Helper,
	"NoGatewayRetries":      paths.NoGatewayRetries,
	"ClientSwitchedOff":     paths.ClientSwitchedOff,
	"LoopOverLoop":          paths.LoopOverLoop,
	"HandedOutAsPlain":      paths.HandedOutAsPlain,
}

func main() {
	var arrived atomic.Int64
	stock := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		arrived.Add(1)
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	gateway := httptest.NewServer(&gateway{stock.URL, routes(os.Args[1])})
	remote.Transport = &http.Transport{DialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
		to := stock.Listener.Addr()
		if strings.HasPrefix(addr, "stock.internal:") {
			to = gateway.Listener.Addr()
		}
		return new(net.Dialer).DialContext(ctx, network, to.String())
	}}
	counts := map[string]int64{}
	for name, call := range calls {
		before := arrived.Load()
		if call() == nil {
			log.Fatalf("%s: no error", name)
		}
		counts[name] = arrived.Load() - before
	}
	json.NewEncoder(os.Stdout).Encode(counts)
}

// A route is what the gateway must know of one in Envoy's configuration.
type route struct {
	Match struct{ Prefix string }
	Route struct {
		RetryPolicy *struct {
			RetryOn    string `yaml:"retry_on"`
			NumRetries *int   `yaml:"num_retries"`
		} `yaml:"retry_policy"`
	}
}

func routes(file string) []route {
	text, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	var config struct {
		Hosts []struct{ Routes []route } `yaml:"virtual_hosts"`
	}
	if err := yaml.Unmarshal(text, &config); err != nil {
		log.Fatal(err)
	}
	return config.Hosts[0].Routes
}

// A gateway passes requests on and tries again as Envoy would.
type gateway struct {
	to     string
	routes []route
}

func (g *gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for range g.tries(r.URL.Path) {
		req, err := http.NewRequestWithContext(r.Context(), r.Method, g.to+r.URL.Path, nil)
		if err != nil {
			log.Fatal(err)
		}
		resp, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			log.Fatal(err)
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
		if resp.StatusCode < 500 {
			w.WriteHeader(resp.StatusCode)
			return
		}
	}
	w.WriteHeader(http.StatusServiceUnavailable)
	fmt.Fprintln(w, "upstream failed")
}

func (g *gateway) tries(path string) int {
	for _, one := range g.routes {
		if !strings.HasPrefix(path, one.Match.Prefix) {
			continue
		}
		policy := one.Route.RetryPolicy
		switch {
		case policy == nil || policy.RetryOn == "":
			return 1
		case policy.NumRetries == nil:
			return 2
		}
		return 1 + *policy.NumRetries
	}
	return 1
}
