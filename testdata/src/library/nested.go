package library

import (
	"math/rand/v2"
	"time"

	"github.com/IBM/sarama"
	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
)

// A producer and a client read other parts of one configuration.
func producer(addrs []string) (sarama.SyncProducer, error) {
	return sarama.NewSyncProducer(addrs, sarama.NewConfig()) // want `sarama.NewSyncProducer: retry delay is always 100ms.*nojitter/library`
}

func producerSlower(addrs []string) (sarama.SyncProducer, error) {
	config := sarama.NewConfig()
	config.ClientID = "shop"
	config.Producer.Retry.Max = 10
	config.Producer.Retry.Backoff = time.Second
	return sarama.NewSyncProducer(addrs, config) // want `sarama.NewSyncProducer: retry delay is always 1s.*nojitter/library`
}

func nopeProducerSpread(addrs []string) (sarama.SyncProducer, error) {
	config := sarama.NewConfig()
	config.Producer.Retry.BackoffFunc = sarama.NewExponentialBackoff(100*time.Millisecond, 2*time.Second)
	return sarama.NewSyncProducer(addrs, config)
}

func nopeProducerDraws(addrs []string) (sarama.SyncProducer, error) {
	config := sarama.NewConfig()
	config.Producer.Retry.BackoffFunc = func(retries, maxRetries int) time.Duration {
		return rand.N(time.Second << retries)
	}
	return sarama.NewSyncProducer(addrs, config)
}

func nopeProducerOff(addrs []string) (sarama.SyncProducer, error) {
	config := sarama.NewConfig()
	config.Producer.Retry.Max = 0
	return sarama.NewSyncProducer(addrs, config)
}

func clientOfOtherPart(addrs []string) (sarama.Client, error) {
	config := sarama.NewConfig()
	config.Producer.Retry.BackoffFunc = sarama.NewExponentialBackoff(100*time.Millisecond, 2*time.Second)
	return sarama.NewClient(addrs, config) // want `sarama.NewClient: retry delay is always 250ms.*nojitter/library`
}

func nopeClientSpread(addrs []string) (sarama.Client, error) {
	config := sarama.NewConfig()
	config.Metadata.Retry.BackoffFunc = sarama.NewExponentialBackoff(100*time.Millisecond, 2*time.Second)
	return sarama.NewClient(addrs, config)
}

func nopeHandedConfig(addrs []string, config *sarama.Config) (sarama.SyncProducer, error) {
	return sarama.NewSyncProducer(addrs, config)
}

func NopeHandedConfig(addrs []string, config *sarama.Config) (sarama.SyncProducer, error) {
	config.Producer.Retry.Max = 2
	return sarama.NewSyncProducer(addrs, config)
}

// The literal replaces all defaults, the jitter among them.
func connectParams(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target, grpc.WithConnectParams(grpc.ConnectParams{ // want `grpc.WithConnectParams: retry delay grows by a factor of 1.6 from 1s.*nojitter/library`
		Backoff:           backoff.Config{BaseDelay: time.Second, Multiplier: 1.6, MaxDelay: time.Minute},
		MinConnectTimeout: 5 * time.Second,
	}))
}

func connectParamsOfVariable(target string) (*grpc.ClientConn, error) {
	b := backoff.Config{BaseDelay: time.Second, Multiplier: 2, MaxDelay: time.Minute}
	return grpc.NewClient(target, grpc.WithConnectParams(grpc.ConnectParams{Backoff: b})) // want `grpc.WithConnectParams: retry delay doubles from 1s.*nojitter/library`
}

func nopeConnectParams(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target, grpc.WithConnectParams(grpc.ConnectParams{
		Backoff: backoff.Config{BaseDelay: time.Second, Multiplier: 1.6, Jitter: 0.2, MaxDelay: time.Minute},
	}))
}

func nopeConnectParamsDefault(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target, grpc.WithConnectParams(grpc.ConnectParams{Backoff: backoff.DefaultConfig}))
}

func nopeConnectParamsChanged(target string) (*grpc.ClientConn, error) {
	b := backoff.DefaultConfig
	b.MaxDelay = 5 * time.Second
	return grpc.NewClient(target, grpc.WithConnectParams(grpc.ConnectParams{Backoff: b}))
}

func connectParamsSwitchedOff(target string) (*grpc.ClientConn, error) {
	b := backoff.DefaultConfig
	b.Jitter = 0
	return grpc.NewClient(target, grpc.WithConnectParams(grpc.ConnectParams{Backoff: b})) // want `grpc.WithConnectParams: retry delay grows by a factor of 1.6 from 1s.*nojitter/library`
}

func nopeConnectParamsHandedIn(target string, b backoff.Config) (*grpc.ClientConn, error) {
	return grpc.NewClient(target, grpc.WithConnectParams(grpc.ConnectParams{Backoff: b}))
}

const retryPolicy = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 4, "initialBackoff": "1s",
	"maxBackoff": "5s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`

// gRPC draws the delays of a service config by itself.
func nopeServiceConfig(target string) (*grpc.ClientConn, error) {
	return grpc.NewClient(target, grpc.WithDefaultServiceConfig(retryPolicy))
}
