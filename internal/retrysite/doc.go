// Package retrysite finds the places from which an operation is attempted
// again because an earlier attempt failed, and describes each of them once.
package retrysite
