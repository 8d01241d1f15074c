// Package db is a client whose commands tell how they ended.
package db

import "context"

type outcome struct{ err error }

// Err tells how a command ended.
func (o *outcome) Err() error { return o.err }

// A Command is one that was carried out.
type Command struct {
	outcome
	n int64
}

// Result is what a command came to.
func (c *Command) Result() (int64, error) { return c.n, c.err }

// Client carries out commands.
type Client interface {
	Del(ctx context.Context, keys ...string) *Command
	Add(ctx context.Context, key string) *Command
	BLPop(ctx context.Context, keys ...string) *Command
}

// A Script is read line by line.
type Script struct{ lines []*Command }

// Line returns the next line.
func (s *Script) Line() *Command { return s.lines[0] }
