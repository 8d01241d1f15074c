// Package pieces works off a buffer, each piece again until it is written.
package pieces

import (
	"time"

	"store"
)

func reportPieces(s *store.Store, urls []string) {
	for len(urls) > 0 { // want `n × 4 attempts`
		if err := s.Get(urls[0]); err != nil {
			time.Sleep(time.Second)
			continue
		}
		urls = urls[1:]
	}
}
