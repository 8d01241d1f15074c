package knowledge

import (
	"go/types"
	"slices"
	"strings"
)

// Effect says how far the effect of a call reaches.
type Effect uint8

const (
	EffectUnknown Effect = iota
	Local                // cannot leave this machine
	Remote               // asks another machine
)

// String returns the name of e.
func (e Effect) String() string {
	switch e {
	case Local:
		return "local"
	case Remote:
		return "remote"
	}
	return "unknown"
}

// EffectOf returns how far the effect of fn reaches. Methods are judged by the
// package that declares them, so that a method of an interface such as
// net.Conn is what its package says, and io.Reader is unknown.
//
// What takes a network or a program by name (net.Dial, exec.Command) is judged
// as if the name were not known; the constant "unix" is the caller's to see.
func EffectOf(fn *types.Func) Effect {
	if fn.Pkg() == nil {
		return EffectUnknown // Error of the error interface
	}
	fn = fn.Origin()
	path, recv, name := fn.Pkg().Path(), receiver(fn), fn.Name()
	if e := taughtOf(path).find(recv, name, nil); e != nil && (e.Client != nil || e.Sends != nil) {
		return Remote
	}
	reach := reachOf(path)
	switch {
	case coversAny(reach.unknown, recv, name):
		return EffectUnknown
	case coversAny(reach.local, recv, name):
		return Local
	case coversAny(reach.remote, recv, name):
		return Remote
	}
	return reach.rest
}

func coversAny(syms []string, recv, name string) bool {
	for _, sym := range syms {
		if covers(sym, recv, name) {
			return true
		}
	}
	return false
}

// covers is named, with "Type.*" for every method of a type.
func covers(sym, recv, name string) bool {
	if owner, ok := strings.CutSuffix(sym, ".*"); ok {
		return owner == recv
	}
	return named(sym, recv, name)
}

// A reach tells which symbols of a package are local and which are remote, and
// what all others are.
type reach struct {
	rest    Effect
	local   []string
	remote  []string
	unknown []string
}

// reachOf returns the reach of the package at path. Packages of the standard
// library that are not named are computation: parsing, formatting, sorting.
func reachOf(path string) reach {
	switch path {
	case "net":
		return netReach
	case "net/http":
		return httpReach
	case "crypto/tls":
		return tlsReach
	case "net/rpc", "net/rpc/jsonrpc":
		return rpcReach
	case "net/smtp", "net/textproto":
		return smtpReach
	case "database/sql", "database/sql/driver":
		return sqlReach
	case "log/syslog":
		return syslogReach
	case "net/http/httputil":
		return httputilReach
	case "os/exec":
		return execReach
	}
	if root := path[:strings.IndexByte(path+"/", '/')]; !strings.Contains(root, ".") {
		return stdReach(path, root)
	}
	return moduleReach(path)
}

// stdReach answers for the rest of the standard library. A path without a dot
// may as well be a module of somebody's own: only the known trees are taken.
// Where a reader or writer is handed in, it may be a file or a connection.
func stdReach(path, root string) reach {
	switch path {
	case "fmt":
		return reach{rest: Local, unknown: []string{"Fprint", "Fprintf", "Fprintln", "Fscan", "Fscanf", "Fscanln"}}
	case "encoding/json", "encoding/xml", "encoding/gob":
		return reach{rest: Local, unknown: []string{"Encoder.Encode", "Encoder.EncodeElement", "Decoder.Decode", "Decoder.DecodeElement", "Decoder.Token", "Decoder.RawToken", "Decoder.Skip"}}
	case "encoding/binary":
		return reach{rest: Local, unknown: []string{"Read", "Write", "ReadUvarint", "ReadVarint"}}
	case "text/template", "html/template":
		return reach{rest: Local, unknown: []string{"Template.Execute", "Template.ExecuteTemplate"}}
	case "sync":
		return reach{rest: Local, unknown: []string{"Once.Do", "OnceFunc", "OnceValue", "OnceValues", "WaitGroup.Go"}}
	case "io/fs", "io/ioutil":
		return reach{rest: Local, unknown: []string{"ReadAll"}}
	case "net/netip", "net/url", "net/mail", "os/user", "plugin", "reflect", "expvar", "sync/atomic", "testing", "net/http/httptest", "net/http/httptrace", "net/http/cookiejar":
		return reach{rest: Local}
	case "mime/multipart", "mime/quotedprintable":
		return reach{}
	}
	switch root {
	case "os", "path", "syscall", "embed", "bytes", "strings", "strconv", "errors", "math", "slices", "maps", "sort",
		"time", "unicode", "regexp", "text", "html", "encoding", "crypto", "hash", "container", "image", "mime", "log",
		"flag", "runtime", "unsafe", "unique", "weak", "structs", "cmp", "go", "debug", "index":
		return reach{rest: Local}
	}
	return reach{}
}

var execReach = reach{
	rest: EffectUnknown, // which program, the caller sees
	local: []string{
		"LookPath", "Command", "CommandContext",
		"Cmd.StdinPipe", "Cmd.StdoutPipe", "Cmd.StderrPipe", "Cmd.String", "Cmd.Environ",
	},
}

// StartsHere reports whether fn starts a process or a container on this machine:
// what is asked again and again after that is most likely it, until it is up.
func StartsHere(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	recv, name := receiver(fn), fn.Name()
	switch fn.Pkg().Path() {
	case "os/exec", "os":
		return StartsProcess(fn)
	case "github.com/docker/docker/client", "github.com/moby/moby/client":
		return name == "ContainerStart"
	case "github.com/testcontainers/testcontainers-go":
		return recv == "" && (name == "GenericContainer" || name == "Run")
	}
	return false
}

// StartsProcess reports whether fn starts a process and does not wait for its end.
func StartsProcess(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "os/exec":
		return receiver(fn) == "Cmd" && fn.Name() == "Start"
	case "os":
		return receiver(fn) == "" && fn.Name() == "StartProcess"
	}
	return false
}

var netReach = reach{
	rest: EffectUnknown,
	local: []string{
		"Listen", "ListenTCP", "ListenUDP", "ListenUnix", "ListenUnixgram", "ListenIP", "ListenPacket",
		"ListenMulticastUDP", "ListenConfig.Listen", "ListenConfig.ListenPacket",
		"Listener.*", "TCPListener.*", "UnixListener.*",
		"DialUnix", "UnixConn.*", "Pipe",
		"FileConn", "FileListener", "FilePacketConn",
		"Interfaces", "InterfaceAddrs", "InterfaceByIndex", "InterfaceByName", "Interface.Addrs", "Interface.MulticastAddrs",
		"ParseIP", "ParseCIDR", "ParseMAC", "SplitHostPort", "JoinHostPort", "CIDRMask", "IPv4", "IPv4Mask",
		"IP.*", "IPNet.*", "IPMask.*", "TCPAddr.*", "UDPAddr.*", "IPAddr.*", "UnixAddr.*", "Addr.*",
		"TCPAddrFromAddrPort", "UDPAddrFromAddrPort", "ResolveUnixAddr",
		"Conn.Close", "Conn.LocalAddr", "Conn.RemoteAddr", "Conn.SetDeadline", "Conn.SetReadDeadline", "Conn.SetWriteDeadline",
		"TCPConn.Close", "TCPConn.SetKeepAlive", "TCPConn.SetKeepAlivePeriod", "TCPConn.SetNoDelay", "TCPConn.SetLinger", "TCPConn.SetDeadline",
	},
	remote: []string{
		"Dial", "DialTimeout", "DialTCP", "DialUDP", "DialIP",
		"Dialer.Dial", "Dialer.DialContext", "Dialer.DialTCP", "Dialer.DialUDP", "Dialer.DialIP",
		"LookupHost", "LookupIP", "LookupAddr", "LookupCNAME", "LookupMX", "LookupNS", "LookupPort", "LookupSRV", "LookupTXT",
		"ResolveTCPAddr", "ResolveUDPAddr", "ResolveIPAddr", "Resolver.*",
		"Conn.Read", "Conn.Write", "PacketConn.ReadFrom", "PacketConn.WriteTo",
		"TCPConn.Read", "TCPConn.Write", "TCPConn.ReadFrom", "TCPConn.WriteTo",
		"UDPConn.*", "IPConn.*", "Buffers.*",
	},
}

var httpReach = reach{
	rest: Local, // headers, cookies, requests that are only built, handlers
	remote: []string{
		"Get", "Head", "Post", "PostForm",
		"Client.Do", "Client.Get", "Client.Head", "Client.Post", "Client.PostForm",
		"RoundTripper.RoundTrip", "Transport.RoundTrip", "Http2Transport.RoundTrip",
		"ClientConn.RoundTrip", "Transport.NewClientConn",
		"ResponseController.Flush", "ResponseWriter.Write", "Request.ParseForm", "Request.ParseMultipartForm",
	},
	local: []string{"ListenAndServe", "ListenAndServeTLS", "Serve", "ServeTLS", "Server.*"},
}

var tlsReach = reach{
	rest:   Local,
	remote: []string{"Dial", "DialWithDialer", "Dialer.Dial", "Dialer.DialContext", "Conn.Handshake", "Conn.HandshakeContext", "Conn.Read", "Conn.Write"},
	local:  []string{"Listen", "NewListener", "LoadX509KeyPair", "X509KeyPair", "Client", "Server"},
}

var rpcReach = reach{
	rest:   EffectUnknown,
	remote: []string{"Dial", "DialHTTP", "DialHTTPPath", "Client.Call", "Client.Go"},
	local:  []string{"Register", "RegisterName", "NewServer", "Server.*", "HandleHTTP", "Accept", "NewClient", "NewClientWithCodec", "Client.Close"},
}

// net/smtp and net/textproto, of which everything that reads or writes does so
// over a connection
var smtpReach = reach{
	rest:   Remote,
	local:  []string{"PlainAuth", "CRAMMD5Auth", "Auth.*", "MIMEHeader.*", "CanonicalMIMEHeaderKey", "TrimBytes", "TrimString"},
	remote: []string{"Dial", "SendMail", "Client.*"},
}

// A handle of database/sql reaches as far as its driver; only Open knows which.
var sqlReach = reach{
	rest: Local,
	remote: []string{
		"DB.Ping", "DB.PingContext", "DB.Exec", "DB.ExecContext", "DB.Query", "DB.QueryContext", "DB.QueryRow", "DB.QueryRowContext",
		"DB.Prepare", "DB.PrepareContext", "DB.Begin", "DB.BeginTx", "DB.Conn",
		"Conn.*", "Tx.*", "Stmt.*", "Row.Scan", "Row.Err", "Rows.Next", "Rows.Scan", "Rows.Err",
	},
	local: []string{"Open", "OpenDB", "Register", "Drivers", "DB.Close", "DB.Stats", "DB.SetMaxOpenConns", "DB.SetMaxIdleConns", "DB.SetConnMaxLifetime", "DB.SetConnMaxIdleTime"},
}

var syslogReach = reach{
	rest:   EffectUnknown, // New is the local daemon, Dial any
	local:  []string{"New", "NewLogger"},
	remote: []string{"Dial"},
}

var httputilReach = reach{
	rest:   Local,
	remote: []string{"ReverseProxy.ServeHTTP", "ClientConn.Do"},
}

// moduleReach answers for modules outside of the standard library.
func moduleReach(path string) reach {
	for i := range moduleEffects {
		if under(path, moduleEffects[i].tree) {
			return reach{rest: moduleEffects[i].effect}
		}
	}
	if strings.Contains(path, "/listers/") || strings.Contains(path, "/informers/") {
		return reach{rest: Local} // generated: they read what an informer keeps in memory
	}
	return reach{}
}

// kernel names trees of packages whose types stand for state of this machine's kernel:
// its links, routes, filters, control groups, mounts.
var kernel = []string{
	"github.com/vishvananda/netlink", "github.com/vishvananda/netns", "github.com/mdlayher/netlink", "github.com/jsimonetti/rtnetlink", "github.com/google/nftables",
	"github.com/coreos/go-iptables", "github.com/cilium/ebpf", "github.com/containerd/cgroups", "github.com/moby/sys", "k8s.io/mount-utils",
}

// OfKernel reports whether the types of a package stand for state of the kernel.
func OfKernel(path string) bool {
	return slices.ContainsFunc(kernel, func(tree string) bool { return under(path, tree) })
}

// OfRemote reports whether the package at path is a client of a remote service.
func OfRemote(path string) bool { return moduleReach(path).rest == Remote }

// under reports whether path is tree or below it.
func under(path, tree string) bool {
	return strings.HasPrefix(path, tree) && (len(path) == len(tree) || path[len(tree)] == '/' || strings.HasSuffix(tree, "/"))
}

// moduleEffects names trees of packages of which everything is local, or
// everything that can fail is remote. The first tree that fits decides.
var moduleEffects = []struct {
	tree   string
	effect Effect
}{
	// stores in a file of this machine
	{"go.etcd.io/bbolt", Local},
	{"github.com/boltdb/bolt", Local},
	{"github.com/etcd-io/bbolt", Local},
	{"github.com/dgraph-io/badger", Local},
	{"github.com/syndtr/goleveldb", Local},
	{"github.com/cockroachdb/pebble", Local},
	{"github.com/tidwall/buntdb", Local},
	{"github.com/mattn/go-sqlite3", Local},
	{"modernc.org/sqlite", Local},
	{"zombiezen.com/go/sqlite", Local},
	{"crawshaw.io/sqlite", Local},
	{"github.com/ncruces/go-sqlite3", Local},
	{"github.com/blevesearch/bleve", Local},
	{"github.com/hashicorp/go-memdb", Local},
	{"github.com/google/go-tpm", Local}, // a chip of this machine
	{"github.com/hashicorp/golang-lru", Local},
	{"github.com/dgraph-io/ristretto", Local},
	{"github.com/patrickmn/go-cache", Local},

	// files, devices, the kernel
	{"github.com/fsnotify/fsnotify", Local},
	{"gopkg.in/fsnotify.v1", Local},
	{"github.com/rjeczalik/notify", Local},
	{"github.com/spf13/afero", Local},
	{"github.com/gofrs/flock", Local},
	{"github.com/nightlyone/lockfile", Local},
	{"github.com/google/renameio", Local},
	{"github.com/natefinch/atomic", Local},
	{"github.com/otiai10/copy", Local},
	{"github.com/mholt/archiver", Local},
	{"github.com/nxadm/tail", Local},
	{"github.com/hpcloud/tail", Local},
	{"golang.org/x/sys", Local},
	{"golang.org/x/term", Local},
	{"golang.org/x/text", Local},
	{"golang.org/x/net/html", Local},
	{"golang.org/x/net/idna", Local},
	{"golang.org/x/net/publicsuffix", Local},
	{"github.com/vishvananda/netlink", Local},
	{"github.com/mdlayher/netlink", Local},
	{"github.com/jsimonetti/rtnetlink", Local},
	{"github.com/google/nftables", Local},
	{"github.com/coreos/go-iptables", Local},
	{"github.com/cilium/ebpf", Local},
	{"github.com/moby/sys", Local},
	{"k8s.io/mount-utils", Local},
	{"k8s.io/utils/mount", Local},
	{"github.com/containerd/cgroups", Local},
	{"github.com/opencontainers/runc", Local},
	{"github.com/shirou/gopsutil", Local},
	{"github.com/prometheus/procfs", Local},
	{"github.com/google/gousb", Local},
	{"go.bug.st/serial", Local},
	{"github.com/tarm/serial", Local},
	{"github.com/jacobsa/go-serial", Local},
	{"github.com/creack/pty", Local},

	// D-Bus and what speaks it
	{"github.com/godbus/dbus", Local},
	{"github.com/coreos/go-systemd", Local},

	// configuration and encodings
	{"gopkg.in/yaml.v2", Local},
	{"gopkg.in/yaml.v3", Local},
	{"go.yaml.in/yaml", Local},
	{"sigs.k8s.io/yaml", Local},
	{"github.com/BurntSushi/toml", Local},
	{"github.com/pelletier/go-toml", Local},
	{"github.com/joho/godotenv", Local},
	{"google.golang.org/protobuf", Local},
	{"github.com/golang/protobuf/proto", Local},
	{"github.com/gogo/protobuf/proto", Local},
	{"github.com/google/uuid", Local},
	{"github.com/stretchr/testify", Local},
	{"k8s.io/klog", Local},
	{"go.uber.org/zap", Local},
	{"github.com/sirupsen/logrus", Local},
	{"github.com/rs/zerolog", Local},
	{"github.com/pkg/errors", Local},

	// caches that informers fill: listers and stores read memory
	{"k8s.io/client-go/listers", Local},
	{"k8s.io/client-go/informers", Local},
	{"k8s.io/client-go/applyconfigurations", Local},
	{"k8s.io/api", Local},
	{"k8s.io/client-go/tools/cache", Local},
	{"k8s.io/client-go/tools/clientcmd", Local},
	{"k8s.io/apimachinery/pkg/util/wait", EffectUnknown}, // runs what it is handed
	{"k8s.io/apimachinery", Local},

	// clients of remote services
	{"k8s.io/client-go/kubernetes", Remote},
	{"k8s.io/client-go/rest", Remote},
	{"k8s.io/client-go/dynamic", Remote},
	{"k8s.io/client-go/discovery", Remote},
	{"google.golang.org/grpc", EffectUnknown}, // too much of it is local
	{"github.com/hashicorp/go-retryablehttp", Remote},
	{"github.com/go-resty/resty", Remote},
	{"resty.dev/v3", Remote},
	{"github.com/gorilla/websocket", Remote},
	{"github.com/coder/websocket", Remote},
	{"nhooyr.io/websocket", Remote},
	{"github.com/redis/go-redis", Remote},
	{"github.com/go-redis/redis", Remote},
	{"github.com/gomodule/redigo", Remote},
	{"github.com/jackc/pgx", Remote},
	{"github.com/lib/pq", Remote},
	{"github.com/go-sql-driver/mysql", Remote},
	{"github.com/jmoiron/sqlx", Remote},
	{"go.mongodb.org/mongo-driver", Remote},
	{"github.com/nats-io/nats.go", Remote},
	{"github.com/IBM/sarama", Remote},
	{"github.com/Shopify/sarama", Remote},
	{"github.com/segmentio/kafka-go", Remote},
	{"github.com/twmb/franz-go", Remote},
	{"github.com/rabbitmq/amqp091-go", Remote},
	{"github.com/streadway/amqp", Remote},
	{"github.com/aws/aws-sdk-go/service", Remote},
	{"github.com/aws/aws-sdk-go-v2/service", Remote},
	{"cloud.google.com/go", Remote},
	{"github.com/Azure/azure-sdk-for-go", Remote},
	{"github.com/stripe/stripe-go", Remote},
	{"github.com/hashicorp/consul/api", Remote},
	{"github.com/hashicorp/vault/api", Remote},
	{"go.etcd.io/etcd/client", Remote},
	{"github.com/miekg/dns", Remote},
	{"github.com/go-ldap/ldap", Remote},
	{"golang.org/x/crypto/ssh", Remote},
	{"github.com/pkg/sftp", Remote},
	{"github.com/jlaffaye/ftp", Remote},
}
