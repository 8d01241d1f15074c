// Package reload reads something anew at intervals until somebody says stop:
// that a good round may find the flag set makes no retry of it.
package reload

import (
	"context"
	"log"
	"sync/atomic"
	"time"
)

// Source is remote.
type Source interface {
	Get(ctx context.Context) (string, error)
}

type server struct {
	source  Source
	quit    chan struct{}
	stopped atomic.Bool
	down    bool
	config  string
}

func (s *server) nopeUntilStopped(ctx context.Context) {
	for range time.Tick(time.Minute) {
		config, err := s.source.Get(ctx)
		if err != nil {
			log.Print(err)
			continue
		}
		s.config = config
		if s.stopped.Load() {
			return
		}
	}
}

func (s *server) nopeUntilDown(ctx context.Context) {
	for {
		select {
		case <-s.quit:
			return
		case <-time.After(time.Minute):
		}
		config, err := s.source.Get(ctx)
		if err != nil {
			log.Print(err)
			continue
		}
		s.config = config
		if s.down {
			return
		}
	}
}

func (s *server) shutDown() { s.down = true }
