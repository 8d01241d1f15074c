package none

// Client is a remote service.
type Client interface {
	Ping() error
}

func waits(c Client) {
	for c.Ping() != nil {
		pause(2_000_000_000) // want "nojitter/fixed"
	}
}
