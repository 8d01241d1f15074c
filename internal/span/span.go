// Package span prints durations and schedules for messages.
package span

import (
	"fmt"
	"strings"
	"time"
)

// Text prints d as people write it: 500ms, 1.5s, 1m0s becomes 1m.
func Text(d time.Duration) string {
	if d >= time.Hour {
		d = d.Round(time.Second)
	} else if d >= time.Second {
		d = d.Round(time.Millisecond)
	}
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// Range prints the way from the first delay to the largest: " from 500ms to 30s".
// Where larger ones come after these (whole is false), there is no end to tell.
func Range(delays []time.Duration, whole bool) string {
	if len(delays) == 0 || delays[0] < 0 {
		return ""
	}
	first, most := delays[0], delays[0]
	for _, d := range delays {
		if d < 0 {
			return "" // overflows: told elsewhere
		}
		most = max(most, d)
	}
	if !whole || most == first || most > 24*time.Hour {
		return fmt.Sprintf(" from %s", Text(first))
	}
	return fmt.Sprintf(" from %s to %s", Text(first), Text(most))
}

// Turns prints the first delays of a schedule that goes up and down: " (1s, 2s, 5s …)".
func Turns(delays []time.Duration) string {
	const most = 4
	var turns []string
	for i, d := range delays {
		if d < 0 || i > 0 && d == delays[0] {
			break // from the beginning
		}
		if i == most {
			turns[most-1] += " …"
			break
		}
		turns = append(turns, Text(d))
	}
	if len(turns) < 2 {
		return ""
	}
	return " (" + strings.Join(turns, ", ") + ")"
}

// Marks prints when the first retries come, counted from the failure: ", at 0.5s, 1.5s, 3.5s …".
func Marks(delays []time.Duration) string {
	const most = 3
	var marks []string
	var at time.Duration
	for i, d := range delays {
		if d < 0 || at > 24*time.Hour {
			break
		}
		at += d
		if i == most {
			marks[most-1] += " …"
			break
		}
		marks = append(marks, Text(at))
	}
	if len(marks) == 0 || at == 0 {
		return ""
	}
	return ", at " + strings.Join(marks, ", ")
}
