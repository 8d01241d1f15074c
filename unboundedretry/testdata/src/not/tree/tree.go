// Package tree calls itself for what lies below, not for what failed.
package tree

import "context"

// Node is a node.
type Node struct{ Children []string }

// API is a remote service.
type API interface {
	Get(ctx context.Context, id string) (*Node, error)
}

func nopeBelow(ctx context.Context, api API, id string) int {
	n, err := api.Get(ctx, id)
	if err != nil {
		return 0
	}
	sum := 1
	for _, child := range n.Children {
		sum += nopeBelow(ctx, api, child)
	}
	return sum
}

// Goes on with the parent if this one cannot be had: another attempt.
func nopeParent(ctx context.Context, api API, path []string) *Node {
	n, err := api.Get(ctx, path[len(path)-1])
	if err != nil && len(path) > 1 {
		return nopeParent(ctx, api, path[:len(path)-1])
	}
	return n
}
