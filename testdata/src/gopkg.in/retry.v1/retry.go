// Package retry stands in for gopkg.in/retry.v1.
package retry

import "time"

type Clock interface{ Now() time.Time }
type Timer interface {
	NextSleep(now time.Time) (time.Duration, bool)
}
type Strategy interface{ NewTimer(now time.Time) Timer }

type Exponential struct {
	Initial  time.Duration
	Factor   float64
	MaxDelay time.Duration
	Jitter   bool
}

func (e Exponential) NewTimer(now time.Time) Timer { return nil }

type Regular struct {
	Total, Delay time.Duration
	Min          int
}

func (r Regular) NewTimer(now time.Time) Timer { return nil }

type Attempt struct{ more bool }

func Start(strategy Strategy, clk Clock) *Attempt { return &Attempt{} }

func (a *Attempt) Next() bool { return a.more }
func (a *Attempt) More() bool { return a.more }

func LimitCount(n int, strategy Strategy) Strategy              { return strategy }
func LimitTime(limit time.Duration, strategy Strategy) Strategy { return strategy }
