// Package autorest stands in for github.com/Azure/go-autorest/autorest.
package autorest

import "time"

func DelayForBackoff(backoff time.Duration, attempt int, cancel <-chan struct{}) bool {
	return cancel == nil
}

func DelayForBackoffWithCap(backoff, cap time.Duration, attempt int, cancel <-chan struct{}) bool {
	return cancel == nil
}
