// Package lo holds signatures of the library of that name.
package lo

import "time"

func AttemptWithDelay(n int, d time.Duration, f func(i int, d time.Duration) error) (int, time.Duration, error) {
	return 0, 0, nil
}
