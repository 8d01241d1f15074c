package knowledge

import (
	"go/types"
	"slices"
	"strings"
)

// emitting are the roots of packages whose functions write a log, count a
// metric, or add to a trace.
var emitting = []string{
	"expvar", "log", "runtime/trace", "testing", // of the standard library, with what is below them

	"cloud.google.com/go/logging",
	"github.com/DataDog/datadog-go",
	"github.com/DataDog/dd-trace-go",
	"github.com/VictoriaMetrics/metrics",
	"github.com/apex/log",
	"github.com/armon/go-metrics",
	"github.com/charmbracelet/log",
	"github.com/ethereum/go-ethereum/log",
	"github.com/ethereum/go-ethereum/metrics",
	"github.com/getsentry/sentry-go",
	"github.com/go-kit/kit/log",
	"github.com/go-kit/kit/metrics",
	"github.com/go-kit/log",
	"github.com/go-logr/logr",
	"github.com/golang/glog",
	"github.com/hashicorp/go-hclog",
	"github.com/hashicorp/go-metrics",
	"github.com/inconshreveable/log15",
	"github.com/newrelic/go-agent",
	"github.com/op/go-logging",
	"github.com/opentracing/opentracing-go",
	"github.com/openzipkin/zipkin-go",
	"github.com/phuslu/log",
	"github.com/pingcap/log",
	"github.com/prometheus/client_golang/prometheus",
	"github.com/rcrowley/go-metrics",
	"github.com/rs/zerolog",
	"github.com/sirupsen/logrus",
	"github.com/smira/go-statsd",
	"github.com/uber-go/tally",
	"go.opencensus.io",
	"go.opentelemetry.io/otel",
	"go.uber.org/zap",
	"google.golang.org/grpc/grpclog",
	"gopkg.in/DataDog/dd-trace-go.v1",
	"gopkg.in/inconshreveable/log15.v2",
	"k8s.io/client-go/tools/record",
	"k8s.io/component-base/metrics",
	"k8s.io/klog",
}

// Emits reports whether a call of fn is seen by whoever watches the program: it
// writes a log, counts a metric, adds to a trace. Beside the packages that are
// known these are functions and types that are named for it, and what takes a
// format and anything and gives nothing back; see Prints.
func Emits(fn *types.Func) bool {
	pkg := fn.Pkg()
	if pkg == nil {
		return false
	}
	path := pkg.Path()
	switch path {
	case "fmt":
		return strings.HasPrefix(fn.Name(), "Print") || strings.HasPrefix(fn.Name(), "Fprint")
	case "os":
		return receiver(fn) == "File" && strings.HasPrefix(fn.Name(), "Write")
	case "sync/atomic":
		return strings.HasPrefix(fn.Name(), "Add") // a count that is kept
	}
	if slices.ContainsFunc(emitting, func(root string) bool { return path == root || strings.HasPrefix(path, root+"/") }) {
		return true
	}
	return namedForIt(strings.ToLower(pkg.Name())) || namedForIt(strings.ToLower(receiver(fn))) || Prints(fn.Signature())
}

// watchWords are in the names of packages and types by which programs are watched.
var watchWords = []string{"logger", "metric", "telemetry", "tracer", "tracing", "recorder", "counter", "gauge", "histogram", "statsd", "reporter", "observer", "eventbus"}

func namedForIt(name string) bool {
	return name == "span" || name == "trace" || name == "logs" || len(name) <= 4 && strings.HasSuffix(name, "log") ||
		slices.ContainsFunc(watchWords, func(w string) bool { return strings.Contains(name, w) })
}

// Prints reports whether functions of a type take a text and anything else, and
// tell nothing: Printf, Infow, logf.
func Prints(sig *types.Signature) bool {
	if !sig.Variadic() || sig.Results().Len() > 0 {
		return false
	}
	list, ok := sig.Params().At(sig.Params().Len() - 1).Type().Underlying().(*types.Slice)
	if !ok {
		return false
	}
	element, ok := list.Elem().Underlying().(*types.Interface)
	return ok && element.Empty()
}

// restrainWords are in the names of types that say no when too much is sent.
var restrainWords = []string{"limiter", "breaker", "budget", "throttle", "bucket", "semaphore", "bulkhead"}

// Restrains reports whether fn is a method of something, or of a package, that
// limits how much is sent: a rate limiter, a circuit breaker, a retry budget.
func Restrains(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	recv, pkg := strings.ToLower(receiver(fn)), strings.ToLower(fn.Pkg().Name())
	return slices.ContainsFunc(restrainWords, func(w string) bool { return strings.Contains(recv, w) || strings.Contains(pkg, w) }) ||
		strings.HasPrefix(pkg, "hystrix")
}
