package knowledge

// settled names trees of packages of which nothing is left to be found out:
// generated clients and types, codecs, the system. Each is also a tree of
// moduleEffects, which says how far its functions reach. That its sources tell no
// more was measured: over the closures of a Kubernetes operator and of a client of
// AWS, their functions had facts about their reach, and none about a retry, a
// delay, a layer or a request.
var settled = []string{
	"github.com/aws/aws-sdk-go/service/",
	"github.com/aws/aws-sdk-go-v2/service/",
	"k8s.io/api/",
	"k8s.io/client-go/applyconfigurations",
	"k8s.io/client-go/informers",
	"k8s.io/client-go/kubernetes",
	"k8s.io/client-go/listers",

	"github.com/BurntSushi/toml",
	"github.com/gogo/protobuf/proto",
	"github.com/golang/protobuf/proto",
	"github.com/pelletier/go-toml",
	"go.yaml.in/yaml",
	"golang.org/x/net/html",
	"golang.org/x/net/idna",
	"golang.org/x/net/publicsuffix",
	"golang.org/x/text",
	"google.golang.org/protobuf",
	"gopkg.in/yaml.v2",
	"gopkg.in/yaml.v3",
	"sigs.k8s.io/yaml",

	"golang.org/x/sys",
	"golang.org/x/term",
	"modernc.org/sqlite",
}

// Settled reports whether the package at path has nothing to tell that is not known
// here, unless a user said more of it. Its source need not be looked at: such
// packages are many and large, and often most of what a first run costs.
func Settled(path string) bool {
	if Taught(path) {
		return false
	}
	for _, tree := range settled {
		if under(path, tree) {
			return true
		}
	}
	return false
}
