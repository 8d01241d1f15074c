package knowledge

import "go/types"

// A Wait is a call that waits, or makes something that waits, for a duration.
type Wait struct {
	Sym  string
	Kind WaitKind
	For  Where // the duration, or the time for WaitUntil kinds
}

// WaitKind says in which form the wait comes.
type WaitKind uint8

const (
	WaitUnknown WaitKind = iota
	Sleeps               // the call returns after the wait
	Channel              // the result is a channel that is sent to once
	Timer                // the result is a timer
	Ticker               // the result ticks again and again
	Ticks                // the result is a channel that is sent to again and again
	AfterFunc            // a function is called after the wait
	Resets               // a timer or ticker is started again with the duration
)

// WaitOf returns how fn waits, or nil. Only functions that are given the
// duration are known; for those that compute it themselves see Entry.Yields.
func WaitOf(fn *types.Func) *Wait {
	if fn = fn.Origin(); fn.Pkg() == nil {
		return nil
	}
	known := waits(fn.Pkg().Path())
	if known == nil {
		return nil
	}
	recv := receiver(fn)
	for i := range known {
		if named(known[i].Sym, recv, fn.Name()) {
			return &known[i]
		}
	}
	return nil
}

func waits(path string) []Wait {
	switch path {
	case "time":
		return timeWaits
	case "github.com/jonboulle/clockwork":
		return clockworkWaits
	case "github.com/benbjohnson/clock", "github.com/facebookgo/clock", "github.com/andres-erbsen/clock":
		return benWaits
	case "k8s.io/utils/clock":
		return k8sClockWaits
	case "github.com/juju/clock":
		return jujuWaits
	case "github.com/coder/quartz":
		return quartzWaits
	case "code.cloudfoundry.org/clock":
		return cloudfoundryWaits
	case "github.com/aws/smithy-go/time", "github.com/aws/aws-sdk-go/aws":
		return awsSleeps
	case "github.com/googleapis/gax-go/v2", "github.com/googleapis/gax-go":
		return gaxWaits
	}
	return nil
}

// go1.26
var timeWaits = []Wait{
	{"Sleep", Sleeps, Arg0},
	{"After", Channel, Arg0},
	{"NewTimer", Timer, Arg0},
	{"Tick", Ticks, Arg0},
	{"NewTicker", Ticker, Arg0},
	{"AfterFunc", AfterFunc, Arg0},
	{"Timer.Reset", Resets, Arg0},
	{"Ticker.Reset", Resets, Arg0},
}

// github.com/jonboulle/clockwork v0.5.0
var clockworkWaits = []Wait{
	{"Clock.Sleep", Sleeps, Arg0},
	{"Clock.After", Channel, Arg0},
	{"Clock.NewTimer", Timer, Arg0},
	{"Clock.NewTicker", Ticker, Arg0},
	{"Clock.AfterFunc", AfterFunc, Arg0},
	{"Timer.Reset", Resets, Arg0},
	{"Ticker.Reset", Resets, Arg0},
}

// github.com/benbjohnson/clock v1.3.5, of which the others are forks or
// ancestors
var benWaits = []Wait{
	{"Clock.Sleep", Sleeps, Arg0},
	{"Clock.After", Channel, Arg0},
	{"Clock.Timer", Timer, Arg0},
	{"Clock.Tick", Ticks, Arg0},
	{"Clock.Ticker", Ticker, Arg0},
	{"Clock.AfterFunc", AfterFunc, Arg0},
	{"Timer.Reset", Resets, Arg0},
	{"Ticker.Reset", Resets, Arg0},
}

// k8s.io/utils/clock: the interfaces and the real clock
var k8sClockWaits = []Wait{
	{"Clock.Sleep", Sleeps, Arg0},
	{"Clock.After", Channel, Arg0},
	{"Clock.Tick", Ticks, Arg0},
	{"Clock.NewTimer", Timer, Arg0},
	{"WithTicker.NewTicker", Ticker, Arg0},
	{"WithDelayedExecution.AfterFunc", AfterFunc, Arg0},
	{"WithTickerAndDelayedExecution.AfterFunc", AfterFunc, Arg0},
	{"Timer.Reset", Resets, Arg0},
	{"RealClock.Sleep", Sleeps, Arg0},
	{"RealClock.After", Channel, Arg0},
	{"RealClock.Tick", Ticks, Arg0},
	{"RealClock.NewTimer", Timer, Arg0},
	{"RealClock.NewTicker", Ticker, Arg0},
	{"RealClock.AfterFunc", AfterFunc, Arg0},
}

// github.com/juju/clock v1.1.1
var jujuWaits = []Wait{
	{"Clock.After", Channel, Arg0},
	{"Clock.NewTimer", Timer, Arg0},
	{"Clock.AfterFunc", AfterFunc, Arg0},
	{"Timer.Reset", Resets, Arg0},
}

// github.com/coder/quartz v0.3.0
var quartzWaits = []Wait{
	{"Clock.NewTimer", Timer, Arg0},
	{"Clock.NewTicker", Ticker, Arg0},
	{"Clock.AfterFunc", AfterFunc, Arg0},
	{"Timer.Reset", Resets, Arg0},
	{"Ticker.Reset", Resets, Arg0},
}

// code.cloudfoundry.org/clock v1.62.0
var cloudfoundryWaits = []Wait{
	{"Clock.Sleep", Sleeps, Arg0},
	{"Clock.After", Channel, Arg0},
	{"Clock.NewTimer", Timer, Arg0},
	{"Clock.NewTicker", Ticker, Arg0},
	{"Timer.Reset", Resets, Arg0},
}

// github.com/aws/smithy-go v1.28.9 and github.com/aws/aws-sdk-go v1.55.8
var awsSleeps = []Wait{
	{"SleepWithContext", Sleeps, Arg1},
}

// github.com/googleapis/gax-go/v2 v2.27.0
var gaxWaits = []Wait{
	{"Sleep", Sleeps, Arg1},
}
