// Package filter tells libraries which failures to repeat.
package filter

import (
	"context"
	"net/http"

	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	"github.com/hashicorp/go-retryablehttp"
	"google.golang.org/grpc/codes"
)

func client() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.CheckRetry = func(ctx context.Context, resp *http.Response, err error) (bool, error) { // want `CheckRetry has a request repeated after 400, 401, 403, 404, 405, 410 and 422: .*permanent/status`
		if err != nil {
			return true, nil
		}
		return resp.StatusCode >= 400, nil
	}
	return c
}

func okClient() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.CheckRetry = check
	return c
}

func check(ctx context.Context, resp *http.Response, err error) (bool, error) {
	if err != nil {
		return true, nil
	}
	return resp.StatusCode == http.StatusTooManyRequests || resp.StatusCode >= 500, nil
}

func options() []retry.CallOption {
	return []retry.CallOption{
		retry.WithMax(3),
		retry.WithCodes(codes.Unavailable, codes.InvalidArgument, codes.NotFound), // want `retry.WithCodes has a request repeated after InvalidArgument: .*permanent/code`
	}
}

func okOptions() retry.CallOption { return retry.WithCodes(codes.Unavailable, codes.NotFound) }
