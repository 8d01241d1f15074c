module example.test/amplify

go 1.26.0

require (
	github.com/avast/retry-go/v4 v4.7.0
	github.com/cenkalti/backoff/v5 v5.0.3
	github.com/hashicorp/go-retryablehttp v0.7.8
	go.yaml.in/yaml/v3 v3.0.6
)

require github.com/hashicorp/go-cleanhttp v0.5.2 // indirect
