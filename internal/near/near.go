// Package near finds what somebody meant who wrote something else.
package near

import "strings"

// Suggest returns ` (did you mean "x"?)` with the candidate that is closest to
// what was written, or "" if none is close.
func Suggest(written string, candidates []string) string {
	if best := Closest(written, candidates); best != "" {
		return ` (did you mean "` + best + `"?)`
	}
	return ""
}

// Closest returns the candidate to which the fewest changes of a letter lead,
// the first of several, or "" if that would be a third of the letters or more,
// with at least one allowed.
func Closest(written string, candidates []string) string {
	best, least := "", max(1, (len(written)-1)/3)+1
	for _, c := range candidates {
		if d := distance(strings.ToLower(written), strings.ToLower(c)); d < least {
			best, least = c, d
		}
	}
	return best
}

// distance counts the letters to insert, delete or replace (Levenshtein), a swap
// of two neighbours being one change (optimal string alignment).
func distance(a, b string) int {
	before, last := []int(nil), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row := make([]int, len(b)+1)
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last = last, row
	}
	return last[len(b)]
}
