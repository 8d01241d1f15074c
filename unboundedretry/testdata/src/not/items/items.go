// Package items goes over different items and skips those that fail.
package items

import (
	"bufio"
	"context"
	"log"
	"sync/atomic"
	"time"
)

// Store is a remote store.
type Store interface {
	Delete(ctx context.Context, key string) error
	Keys(ctx context.Context) ([]string, error)
}

func nopeEachItemOnce(ctx context.Context, s Store, keys []string) {
	for _, key := range keys {
		if err := s.Delete(ctx, key); err != nil {
			log.Print(err)
			continue
		}
		log.Printf("deleted %s", key)
	}
}

func nopeFirstThatWorks(ctx context.Context, s Store, keys map[string]int) string {
	for key := range keys {
		if err := s.Delete(ctx, key); err == nil {
			return key
		}
	}
	return ""
}

func nopeFromChannel(ctx context.Context, s Store, keys <-chan string) {
	for key := range keys {
		if err := s.Delete(ctx, key); err != nil {
			log.Print(err)
		}
	}
}

func nopeByIndex(ctx context.Context, s Store, keys []string) (failed int) {
	for i := 0; i < len(keys); i++ {
		if s.Delete(ctx, keys[i]) != nil {
			failed++
		}
	}
	return failed
}

func nopeLines(ctx context.Context, s Store, in *bufio.Scanner) {
	for in.Scan() {
		if s.Delete(ctx, in.Text()) != nil {
			continue
		}
	}
}

// The pause is there to be polite, between any two.
func nopePausesBetween(ctx context.Context, s Store, keys []string) {
	for _, key := range keys {
		if err := s.Delete(ctx, key); err != nil {
			log.Print(err)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// Log is a remote log whose entries have numbers.
type Log interface {
	Entry(ctx context.Context, number uint64) (*string, error)
}

func nopeByNumber(ctx context.Context, l Log, first uint64, last *atomic.Uint64) (found int) {
	for n, end := first, last.Load(); n <= end; n++ {
		if entry, _ := l.Entry(ctx, n); entry != nil {
			found++
		}
	}
	return found
}
