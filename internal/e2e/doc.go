// Package e2e holds what map says against what really happens: a program with
// layers of its own, of libraries and of a gateway runs against servers on this
// machine that always fail, and what arrives there is counted.
package e2e
