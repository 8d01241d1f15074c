// Package tree calls itself for the next of a list: taken for a retry as yet.
package tree

import "context"

// Node is a node.
type Node struct{ Children []string }

// API is a remote service.
type API interface {
	Get(ctx context.Context, id string) (*Node, error)
}

// Goes on with the parent if this one cannot be had: another attempt.
func nopeParent(ctx context.Context, api API, path []string) *Node {
	n, err := api.Get(ctx, path[len(path)-1])
	if err != nil && len(path) > 1 {
		return nopeParent(ctx, api, path[:len(path)-1])
	}
	return n
}
