// Package sarama stands in for github.com/IBM/sarama.
package sarama

import "time"

type Config struct {
	Metadata struct {
		Retry struct {
			Max         int
			Backoff     time.Duration
			BackoffFunc func(retries, maxRetries int) time.Duration
		}
		Full bool
	}
	Producer struct {
		Idempotent bool
		Retry      struct {
			Max         int
			Backoff     time.Duration
			BackoffFunc func(retries, maxRetries int) time.Duration
		}
	}
	Consumer struct {
		Retry struct {
			Backoff     time.Duration
			BackoffFunc func(retries int) time.Duration
		}
	}
	ClientID string
}

type SyncProducer interface{ Close() error }
type Client interface{ Close() error }

func NewConfig() *Config { return &Config{} }

func NewSyncProducer(addrs []string, config *Config) (SyncProducer, error) { return nil, nil }
func NewClient(addrs []string, conf *Config) (Client, error)               { return nil, nil }

func NewExponentialBackoff(backoff, maxBackoff time.Duration) func(retries, maxRetries int) time.Duration {
	return nil
}
