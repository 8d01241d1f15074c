package library

import (
	"context"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// What succeeds has the code OK, so that it leaves.
func byCode(ctx context.Context, n int, pause time.Duration) (err error) {
	for range n {
		err = fetch(ctx)
		if code := status.Code(err); code != codes.Unavailable && code != codes.DeadlineExceeded {
			break
		}
		time.Sleep(pause) // want "nojitter/fixed"
	}
	return err
}
