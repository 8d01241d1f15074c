package retrysite

import (
	"slices"
	"strings"
	"unicode"
)

// sessionVerbs begin words in the names of calls that last as long as what they keep open.
var sessionVerbs = []string{"serv", "listen", "watch", "stream", "connect", "dial", "subscri", "consum", "follow", "session"}

// servants begin words that begin like one of these and name a thing, or several.
var servants = []string{"server", "service", "watchdog", "connections", "sessions", "streams", "subscriptions", "subscribers", "consumers", "listeners", "watchers", "watches"}

// tidyVerbs begin the names of calls that end or look through what others keep open,
// and are done with it at once.
var tidyVerbs = []string{"stop", "close", "delete", "remove", "clean", "cleanup", "collect", "garbage", "prune", "expire", "purge", "sweep", "evict", "reap", "list", "count", "report"}

func session(c *candidate) bool {
	words := wordsOf(c.name())
	if len(words) > 1 && slices.Contains(tidyVerbs, words[0]) {
		return false
	}
	return slices.ContainsFunc(words, func(word string) bool {
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
