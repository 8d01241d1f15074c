package inventory

import (
	"strings"
	"time"
)

// mostShown is how many delays a text shows.
const mostShown = 4

// String shows the delays: 500ms 1s 2s 4s … cap 30s, random.
func (s *Schedule) String() string {
	var parts []string
	switch {
	case s.Growth == "zero":
		return "no wait"
	case len(s.Delays) > 0 && s.Growth == "constant" && s.Random == "computed":
		parts = append(parts, Duration(s.Delays[0])+" each")
	case len(s.Delays) > 0 && s.Growth == "constant":
		parts = append(parts, "up to "+Duration(s.Delays[0]))
	case len(s.Delays) > 0:
		parts = append(parts, s.firstDelays())
	case s.Growth != "unknown" && s.Growth != "":
		parts = append(parts, s.Growth)
	case s.Hint:
		return "as the server says"
	default:
		return "not known"
	}
	switch s.Random {
	case "random":
		parts = append(parts, "random")
	case "seeded":
		parts = append(parts, "random, but alike everywhere")
	case "computed":
		parts = append(parts, "not random")
	}
	if s.Hint {
		parts = append(parts, "or as the server says")
	}
	return strings.Join(parts, ", ")
}

func (s *Schedule) firstDelays() string {
	var texts []string
	for i, d := range s.Delays {
		if i == mostShown || i > 0 && d == s.Delays[i-1] {
			break
		}
		texts = append(texts, Duration(d))
	}
	out := strings.Join(texts, " ")
	last := s.Delays[min(len(s.Delays), mostShown)-1]
	switch {
	case s.Capped:
		out += " … cap " + Duration(s.Ceiling)
	case s.Ceiling > last:
		out += " … " + Duration(s.Ceiling)
	case s.Ceiling == 0 && len(s.Delays) > 1:
		out += " …"
	}
	return out
}

// Duration writes a duration rounded to what matters, with no empty parts: 1m,
// not 1m0s.
func Duration(d time.Duration) string {
	switch {
	case d >= time.Hour:
		d = d.Round(time.Minute)
	case d >= time.Minute:
		d = d.Round(time.Second)
	case d >= time.Second:
		d = d.Round(10 * time.Millisecond)
	case d >= time.Millisecond:
		d = d.Round(10 * time.Microsecond)
	}
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	if strings.HasSuffix(text, "h0m") {
		text = strings.TrimSuffix(text, "0m")
	}
	return text
}
