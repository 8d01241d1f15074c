// Package clouds retries the clients of clouds, which retry by themselves.
package clouds

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime"
	sqs2 "github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/aws/aws-sdk-go/service/sqs"
)

func pause() { time.Sleep(rand.N(time.Second)) }

func azure(ctx context.Context, url string) (err error) {
	options := &policy.ClientOptions{Retry: policy.RetryOptions{MaxRetries: 5}}
	pipeline := runtime.NewPipeline("shop", "v1", runtime.PipelineOptions{}, options)
	for range 3 { // expect: retrylayers/layers
		req, err := runtime.NewRequest(ctx, http.MethodGet, url)
		if err != nil {
			return err
		}
		if _, err = pipeline.Do(req); err == nil {
			return nil
		}
		pause()
	}
	return err
}

func okAzure(ctx context.Context, url string) (err error) {
	options := &policy.ClientOptions{Retry: policy.RetryOptions{MaxRetries: -1}}
	pipeline := runtime.NewPipeline("shop", "v1", runtime.PipelineOptions{}, options)
	for range 3 {
		req, err := runtime.NewRequest(ctx, http.MethodGet, url)
		if err != nil {
			return err
		}
		if _, err = pipeline.Do(req); err == nil {
			return nil
		}
		pause()
	}
	return err
}

func aws(c *sqs.SQS, in *sqs.DeleteMessageInput) (err error) {
	for range 3 { // expect: retrylayers/layers
		if _, err = c.DeleteMessage(in); err == nil {
			return nil
		}
		pause()
	}
	return err
}

func awsV2(ctx context.Context, c *sqs2.Client, in *sqs2.DeleteMessageInput) (err error) {
	for range 3 { // expect: retrylayers/layers
		if _, err = c.DeleteMessage(ctx, in); err == nil {
			return nil
		}
		pause()
	}
	return err
}
