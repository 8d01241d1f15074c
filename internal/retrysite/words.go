package retrysite

import (
	"slices"
	"strings"
	"unicode"
)

// sessionVerbs begin words in the names of calls that last as long as what they keep open.
var sessionVerbs = []string{"serv", "listen", "watch", "stream", "connect", "dial", "subscri", "consum", "follow", "session"}

// servants begin words that begin like one of these and name a thing, or several.
var servants = []string{"server", "service", "watchdog", "connections", "sessions", "streams", "subscriptions", "subscribers", "consumers", "listeners", "watchers"}

func session(c *candidate) bool {
	return slices.ContainsFunc(wordsOf(c.name()), func(word string) bool {
		for _, s := range servants {
			if strings.HasPrefix(word, s) {
				return false
			}
		}
		return slices.ContainsFunc(sessionVerbs, func(v string) bool {
			return strings.HasPrefix(word, v) || strings.HasPrefix(word, "re"+v)
		})
	})
}

// wordsOf splits a name into its words, in lower case: HTTPServer is http, server.
func wordsOf(name string) []string {
	var out []string
	var word []rune
	runes := []rune(name)
	for i, r := range runes {
		starts := unicode.IsUpper(r) && (i > 0 && !unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]))
		if (starts || !unicode.IsLetter(r)) && len(word) > 0 {
			out = append(out, string(word))
			word = nil
		}
		if unicode.IsLetter(r) {
			word = append(word, unicode.ToLower(r))
		}
	}
	if len(word) > 0 {
		out = append(out, string(word))
	}
	return out
}
