package fixcheck

import "strings"

// choose returns the fix that an applier of a style takes, or nil.
func choose(f Finding, style string) *Fix {
	for i, fix := range f.Fixes {
		if strings.HasPrefix(fix.Message, "rewrite the loop") {
			continue
		}
		if strings.HasSuffix(fix.Message, style) || !strings.HasSuffix(fix.Message, "]") {
			return &f.Fixes[i]
		}
	}
	return nil
}
