package knowledge

import (
	"go/types"
	"strings"
)

// A Draw is a function that draws at random or makes what draws.
type Draw struct {
	Sym   string
	Kind  DrawKind
	Range Where // must be above zero, or the call panics
	Low   Where // together with Range: the range is [Low, Range)
	Seed  Where // a constant here gives each process the same values; Rest: all arguments
}

// DrawKind says where the randomness comes from.
type DrawKind uint8

const (
	DrawUnknown DrawKind = iota
	DrawsGlobal          // from a source that is seeded at random
	DrawsOwn             // from the receiver, which is as random as its seed
	DrawsSecure          // from the system
	MakesSource          // makes a source from a seed
	MakesRand            // makes a generator from the source it is given
	SeedsGlobal          // seeds the source that the package shares
	SeedsOwn             // seeds the receiver
)

// Random reports whether the result itself is a random value.
func (k DrawKind) Random() bool { return k == DrawsGlobal || k == DrawsOwn || k == DrawsSecure }

// DrawsOf returns how fn draws. Functions that make unique identifiers draw as
// well.
func DrawsOf(fn *types.Func) (Draw, bool) {
	if fn = fn.Origin(); fn.Pkg() == nil {
		return Draw{}, false
	}
	recv, known := receiver(fn), draws(fn.Pkg().Path())
	for i := range known {
		if named(known[i].Sym, recv, fn.Name()) {
			return known[i], true
		}
	}
	if KeyOf(fn) {
		return Draw{Sym: fn.Name(), Kind: DrawsSecure}, true
	}
	return Draw{}, false
}

func draws(path string) []Draw {
	switch path {
	case "math/rand", "golang.org/x/exp/rand":
		return mathRand
	case "math/rand/v2":
		return mathRandV2
	case "crypto/rand":
		return cryptoRand
	case "hash/maphash":
		return hashDraws
	case "k8s.io/apimachinery/pkg/util/wait":
		return waitDraws
	case "k8s.io/apimachinery/pkg/util/rand":
		return k8sRand
	case "lukechampine.com/frand":
		return frandDraws
	case "github.com/valyala/fastrand", "github.com/zhangyunhao116/fastrand", "github.com/bytedance/gopkg/lang/fastrand":
		return fastrandDraws
	case "github.com/hashicorp/consul/lib", "github.com/hashicorp/nomad/helper":
		return hashicorpDraws
	case "github.com/Rican7/retry/jitter":
		return ricanDraws
	case "github.com/samber/lo":
		return loDraws
	}
	return nil
}

// go1.26. Seed(constant) is a no-op from go 1.24 in go.mod on.
var mathRand = []Draw{
	{Sym: "Int", Kind: DrawsGlobal},
	{Sym: "Intn", Kind: DrawsGlobal, Range: Arg0},
	{Sym: "Int31", Kind: DrawsGlobal},
	{Sym: "Int31n", Kind: DrawsGlobal, Range: Arg0},
	{Sym: "Int63", Kind: DrawsGlobal},
	{Sym: "Int63n", Kind: DrawsGlobal, Range: Arg0},
	{Sym: "Uint32", Kind: DrawsGlobal},
	{Sym: "Uint64", Kind: DrawsGlobal},
	{Sym: "Float32", Kind: DrawsGlobal},
	{Sym: "Float64", Kind: DrawsGlobal},
	{Sym: "ExpFloat64", Kind: DrawsGlobal},
	{Sym: "NormFloat64", Kind: DrawsGlobal},
	{Sym: "Perm", Kind: DrawsGlobal},
	{Sym: "Read", Kind: DrawsGlobal},
	{Sym: "Rand.Int", Kind: DrawsOwn},
	{Sym: "Rand.Intn", Kind: DrawsOwn, Range: Arg0},
	{Sym: "Rand.Int31", Kind: DrawsOwn},
	{Sym: "Rand.Int31n", Kind: DrawsOwn, Range: Arg0},
	{Sym: "Rand.Int63", Kind: DrawsOwn},
	{Sym: "Rand.Int63n", Kind: DrawsOwn, Range: Arg0},
	{Sym: "Rand.Uint32", Kind: DrawsOwn},
	{Sym: "Rand.Uint64", Kind: DrawsOwn},
	{Sym: "Rand.Uint64n", Kind: DrawsOwn, Range: Arg0}, // x/exp
	{Sym: "Rand.Float32", Kind: DrawsOwn},
	{Sym: "Rand.Float64", Kind: DrawsOwn},
	{Sym: "Rand.ExpFloat64", Kind: DrawsOwn},
	{Sym: "Rand.NormFloat64", Kind: DrawsOwn},
	{Sym: "Rand.Perm", Kind: DrawsOwn},
	{Sym: "Rand.Read", Kind: DrawsOwn},
	{Sym: "Source.Int63", Kind: DrawsOwn},
	{Sym: "Source64.Uint64", Kind: DrawsOwn},
	{Sym: "Zipf.Uint64", Kind: DrawsOwn},
	{Sym: "NewSource", Kind: MakesSource, Seed: Arg0},
	{Sym: "New", Kind: MakesRand, Seed: Arg0},
	{Sym: "NewZipf", Kind: MakesRand, Seed: Arg0},
	{Sym: "Seed", Kind: SeedsGlobal, Seed: Arg0},
	{Sym: "Rand.Seed", Kind: SeedsOwn, Seed: Arg0},
	{Sym: "Source.Seed", Kind: SeedsOwn, Seed: Arg0},
}

// go1.26
var mathRandV2 = []Draw{
	{Sym: "Int", Kind: DrawsGlobal},
	{Sym: "IntN", Kind: DrawsGlobal, Range: Arg0},
	{Sym: "Int32", Kind: DrawsGlobal},
	{Sym: "Int32N", Kind: DrawsGlobal, Range: Arg0},
	{Sym: "Int64", Kind: DrawsGlobal},
	{Sym: "Int64N", Kind: DrawsGlobal, Range: Arg0},
	{Sym: "N", Kind: DrawsGlobal, Range: Arg0},
	{Sym: "Uint", Kind: DrawsGlobal},
	{Sym: "UintN", Kind: DrawsGlobal, Range: Arg0},
	{Sym: "Uint32", Kind: DrawsGlobal},
	{Sym: "Uint32N", Kind: DrawsGlobal, Range: Arg0},
	{Sym: "Uint64", Kind: DrawsGlobal},
	{Sym: "Uint64N", Kind: DrawsGlobal, Range: Arg0},
	{Sym: "Float32", Kind: DrawsGlobal},
	{Sym: "Float64", Kind: DrawsGlobal},
	{Sym: "ExpFloat64", Kind: DrawsGlobal},
	{Sym: "NormFloat64", Kind: DrawsGlobal},
	{Sym: "Perm", Kind: DrawsGlobal},
	{Sym: "Rand.Int", Kind: DrawsOwn},
	{Sym: "Rand.IntN", Kind: DrawsOwn, Range: Arg0},
	{Sym: "Rand.Int32", Kind: DrawsOwn},
	{Sym: "Rand.Int32N", Kind: DrawsOwn, Range: Arg0},
	{Sym: "Rand.Int64", Kind: DrawsOwn},
	{Sym: "Rand.Int64N", Kind: DrawsOwn, Range: Arg0},
	{Sym: "Rand.Uint", Kind: DrawsOwn},
	{Sym: "Rand.UintN", Kind: DrawsOwn, Range: Arg0},
	{Sym: "Rand.Uint32", Kind: DrawsOwn},
	{Sym: "Rand.Uint32N", Kind: DrawsOwn, Range: Arg0},
	{Sym: "Rand.Uint64", Kind: DrawsOwn},
	{Sym: "Rand.Uint64N", Kind: DrawsOwn, Range: Arg0},
	{Sym: "Rand.Float32", Kind: DrawsOwn},
	{Sym: "Rand.Float64", Kind: DrawsOwn},
	{Sym: "Rand.ExpFloat64", Kind: DrawsOwn},
	{Sym: "Rand.NormFloat64", Kind: DrawsOwn},
	{Sym: "Rand.Perm", Kind: DrawsOwn},
	{Sym: "Source.Uint64", Kind: DrawsOwn},
	{Sym: "PCG.Uint64", Kind: DrawsOwn},
	{Sym: "ChaCha8.Uint64", Kind: DrawsOwn},
	{Sym: "ChaCha8.Read", Kind: DrawsOwn},
	{Sym: "Zipf.Uint64", Kind: DrawsOwn},
	{Sym: "NewPCG", Kind: MakesSource, Seed: Rest},
	{Sym: "NewChaCha8", Kind: MakesSource, Seed: Arg0},
	{Sym: "New", Kind: MakesRand, Seed: Arg0},
	{Sym: "NewZipf", Kind: MakesRand, Seed: Arg0},
	{Sym: "PCG.Seed", Kind: SeedsOwn, Seed: Rest},
	{Sym: "ChaCha8.Seed", Kind: SeedsOwn, Seed: Arg0},
}

// go1.26
var cryptoRand = []Draw{
	{Sym: "Read", Kind: DrawsSecure}, // into its argument
	{Sym: "Int", Kind: DrawsSecure, Range: Arg1},
	{Sym: "Prime", Kind: DrawsSecure},
	{Sym: "Text", Kind: DrawsSecure},
}

// A seed of hash/maphash is drawn per process.
var hashDraws = []Draw{
	{Sym: "MakeSeed", Kind: DrawsSecure},
	{Sym: "Hash.Sum64", Kind: DrawsSecure},
	{Sym: "Bytes", Kind: DrawsSecure},
	{Sym: "String", Kind: DrawsSecure},
}

// k8s.io/apimachinery v0.37.2
var waitDraws = []Draw{
	{Sym: "Jitter", Kind: DrawsGlobal},
}

// k8s.io/apimachinery v0.37.2
var k8sRand = []Draw{
	{Sym: "Int", Kind: DrawsGlobal},
	{Sym: "Intn", Kind: DrawsGlobal, Range: Arg0},
	{Sym: "IntnRange", Kind: DrawsGlobal, Range: Arg1, Low: Arg0},
	{Sym: "Int63nRange", Kind: DrawsGlobal, Range: Arg1, Low: Arg0},
	{Sym: "Perm", Kind: DrawsGlobal},
	{Sym: "String", Kind: DrawsGlobal},
	{Sym: "Seed", Kind: SeedsGlobal, Seed: Arg0},
}

// lukechampine.com/frand v1.5.1
var frandDraws = []Draw{
	{Sym: "Intn", Kind: DrawsSecure, Range: Arg0},
	{Sym: "Uint64n", Kind: DrawsSecure, Range: Arg0},
	{Sym: "Float64", Kind: DrawsSecure},
	{Sym: "Bytes", Kind: DrawsSecure},
	{Sym: "Read", Kind: DrawsSecure},
	{Sym: "Perm", Kind: DrawsSecure},
	{Sym: "RNG.Intn", Kind: DrawsOwn, Range: Arg0},
	{Sym: "RNG.Uint64n", Kind: DrawsOwn, Range: Arg0},
	{Sym: "RNG.Float64", Kind: DrawsOwn},
	{Sym: "New", Kind: MakesRand},
	{Sym: "NewCustom", Kind: MakesRand, Seed: Arg0},
}

var fastrandDraws = []Draw{
	{Sym: "Uint32", Kind: DrawsGlobal},
	{Sym: "Uint32n", Kind: DrawsGlobal},
	{Sym: "Uint64", Kind: DrawsGlobal},
	{Sym: "Uint64n", Kind: DrawsGlobal},
	{Sym: "Int", Kind: DrawsGlobal},
	{Sym: "Intn", Kind: DrawsGlobal, Range: Arg0},
	{Sym: "Int31n", Kind: DrawsGlobal, Range: Arg0},
	{Sym: "Int63", Kind: DrawsGlobal},
	{Sym: "Int63n", Kind: DrawsGlobal, Range: Arg0},
	{Sym: "Float32", Kind: DrawsGlobal},
	{Sym: "Float64", Kind: DrawsGlobal},
}

var hashicorpDraws = []Draw{
	{Sym: "RandomStagger", Kind: DrawsGlobal},
}

// github.com/Rican7/retry v0.3.1: what makes a random transformation
var ricanDraws = []Draw{
	{Sym: "Full", Kind: DrawsGlobal},
	{Sym: "Equal", Kind: DrawsGlobal},
	{Sym: "Deviation", Kind: DrawsGlobal},
	{Sym: "NormalDistribution", Kind: DrawsGlobal},
}

// github.com/samber/lo v1.53.0
var loDraws = []Draw{
	{Sym: "Sample", Kind: DrawsGlobal},
	{Sym: "Shuffle", Kind: DrawsGlobal},
	{Sym: "RandomString", Kind: DrawsGlobal},
}

// KeyOf reports whether fn makes an identifier that no other call makes, of
// the kind that serves as an idempotency key.
func KeyOf(fn *types.Func) bool {
	if fn = fn.Origin(); fn.Pkg() == nil || fn.Signature().Recv() != nil {
		return false
	}
	for _, name := range keyMakers(fn.Pkg().Path()) {
		if name == fn.Name() {
			return true
		}
	}
	return false
}

func keyMakers(path string) []string {
	switch path {
	case "crypto/rand":
		return []string{"Text"}
	case "github.com/google/uuid":
		return []string{"New", "NewString", "NewRandom", "NewRandomFromReader", "NewUUID", "NewV6", "NewV7", "NewV7FromReader"}
	case "github.com/gofrs/uuid", "github.com/gofrs/uuid/v3", "github.com/gofrs/uuid/v4", "github.com/gofrs/uuid/v5", "github.com/satori/go.uuid":
		return []string{"NewV1", "NewV4", "NewV6", "NewV7"}
	case "github.com/pborman/uuid":
		return []string{"New", "NewRandom", "NewUUID"}
	case "github.com/hashicorp/go-uuid":
		return []string{"GenerateUUID", "GenerateRandomBytes"}
	case "github.com/oklog/ulid", "github.com/oklog/ulid/v2":
		return []string{"Make", "New", "MustNew", "MustNewDefault"}
	case "github.com/segmentio/ksuid":
		return []string{"New", "NewRandom", "NewRandomWithTime"}
	case "github.com/rs/xid":
		return []string{"New", "NewWithTime"}
	case "github.com/matoous/go-nanoid", "github.com/matoous/go-nanoid/v2":
		return []string{"New", "Must", "Generate", "MustGenerate", "Nanoid", "ID"} // the last two of v1
	case "github.com/lithammer/shortuuid", "github.com/lithammer/shortuuid/v3", "github.com/lithammer/shortuuid/v4":
		return []string{"New"}
	case "github.com/teris-io/shortid":
		return []string{"Generate", "MustGenerate"}
	case "github.com/aws/smithy-go/rand":
		return []string{"NewUUID"}
	case "github.com/stripe/stripe-go":
		return []string{"NewIdempotencyKey"}
	case "github.com/nats-io/nuid":
		return []string{"Next"}
	case "k8s.io/apimachinery/pkg/util/uuid":
		return []string{"NewUUID"}
	case "go.mongodb.org/mongo-driver/bson/primitive":
		return []string{"NewObjectID"}
	case "go.mongodb.org/mongo-driver/v2/bson", "gopkg.in/mgo.v2/bson", "github.com/globalsign/mgo/bson":
		return []string{"NewObjectID", "NewObjectId"}
	case "go.jetify.com/typeid", "go.jetpack.io/typeid":
		return []string{"New", "WithPrefix"}
	}
	if strings.HasPrefix(path, "github.com/stripe/stripe-go/v") {
		return []string{"NewIdempotencyKey"}
	}
	return nil
}

// HostOf reports whether the result of fn differs from one process or host to
// another and stays the same within it, so that a hash of it spreads a fleet.
func HostOf(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "os":
		return fn.Name() == "Hostname" || fn.Name() == "Getpid"
	case "net":
		return fn.Name() == "InterfaceAddrs" || fn.Name() == "Interfaces"
	case "syscall", "golang.org/x/sys/unix":
		return fn.Name() == "Getpid"
	}
	return false
}
