package asked

import (
	"context"
	"time"
)

func inTest(ctx context.Context, c Client) {
	for c.Ping(ctx) != nil {
		time.Sleep(time.Second) // want "nojitter/fixed"
	}
}
