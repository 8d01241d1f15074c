package inventory

import "time"

// First returns the first n delays: those that are known, and behind them what
// follows from how they grow. It returns nil if none is known, or if some are
// drawn or the server's.
func (s *Schedule) First(n int) []time.Duration {
	if s.Growth == "zero" {
		return make([]time.Duration, n)
	}
	if len(s.Delays) == 0 || s.Random == "random" || s.Random == "unknown" {
		return nil
	}
	delays := append([]time.Duration{}, s.Delays[:min(n, len(s.Delays))]...)
	for len(delays) < n {
		delays = append(delays, s.next(delays))
	}
	return delays
}

// next returns the delay that follows others. It stays as it is where the growth
// is not known, has reached its ceiling, or would overflow.
func (s *Schedule) next(delays []time.Duration) time.Duration {
	last := delays[len(delays)-1]
	grown := last
	switch {
	case s.Growth == "exponential" && s.Factor > 1 && float64(last)*s.Factor < float64(time.Duration(1)<<62):
		grown = time.Duration(float64(last) * s.Factor)
	case s.Growth == "exponential" && len(delays) > 1 && last < 1<<61 && delays[len(delays)-2] > 0:
		grown = max(last, time.Duration(float64(last)*min(float64(last)/float64(delays[len(delays)-2]), 2)))
	case s.Growth == "linear" && len(delays) > 1 && last < 1<<61:
		grown = max(last, last+(last-delays[len(delays)-2]))
	}
	if s.Ceiling > 0 {
		grown = max(last, min(grown, s.Ceiling))
	}
	return grown
}
