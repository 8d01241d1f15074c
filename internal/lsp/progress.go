package lsp

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"
)

// slow is how long a check takes before the client is told that there is one. A
// first check may compile all that a package needs; later ones take less.
const slow = time.Second

var progressTokens atomic.Int64

type (
	progressCreateParams struct {
		Token string `json:"token"`
	}
	progressParams struct {
		Token string        `json:"token"`
		Value progressValue `json:"value"`
	}
	progressValue struct {
		Kind    string `json:"kind"`
		Title   string `json:"title,omitempty"`
		Message string `json:"message,omitempty"`
	}
)

// progress lets the client show that a check is under way, if it takes long.
func (s *Server) progress(ctx context.Context, done <-chan struct{}) {
	s.mu.Lock()
	supported := s.client.Window.WorkDoneProgress
	s.mu.Unlock()
	if !supported {
		return
	}
	select {
	case <-done:
		return
	case <-ctx.Done():
		return
	case <-time.After(slow):
	}
	token := fmt.Sprintf("retryvet-%d", progressTokens.Add(1))
	if s.conn.Call(s.ctx, "window/workDoneProgress/create", progressCreateParams{token}, nil) != nil {
		return
	}
	s.notify("$/progress", progressParams{token, progressValue{Kind: "begin", Title: "retryvet", Message: "analyzing"}})
	select {
	case <-done:
	case <-s.ctx.Done():
	}
	s.notify("$/progress", progressParams{token, progressValue{Kind: "end"}})
}
