package skipped

import (
	"context"
	"time"
)

func inTest(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		time.Sleep(time.Second)
	}
	_ = 0 //retryvet:ignore nojitter -- nor are directives judged here
}
