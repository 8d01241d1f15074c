// Package sharedcache tests that results of retryvet travel with Go's build
// cache: a machine that has analyzed nothing yet, whose cache program asks the
// store that another machine has filled, finds the same and analyzes nothing.
package sharedcache
