// Package health waits for a server to be well, and uses the two packages
// beside it.
package health

import (
	"context"
	"errors"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/health/grpc_health_v1"

	"example.test/closure/fetch"
	"example.test/closure/objects"
)

var errIll = errors.New("server is not well")

// Wait asks until the server is well, ten times at most.
func Wait(ctx context.Context, target string) error {
	conn, err := grpc.NewClient(target, grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer conn.Close()
	client := grpc_health_v1.NewHealthClient(conn)
	delay := 100 * time.Millisecond
	for range 10 {
		answer, err := client.Check(ctx, &grpc_health_v1.HealthCheckRequest{})
		if err == nil && answer.Status == grpc_health_v1.HealthCheckResponse_SERVING {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(delay):
		}
		delay = min(2*delay, 5*time.Second)
	}
	return errIll
}

// Mirror copies a document into a bucket.
func Mirror(ctx context.Context, url, bucket, name string) error {
	doc, err := fetch.Document(ctx, url)
	if err != nil {
		return err
	}
	return objects.Put(ctx, bucket, name, doc)
}
