package shipping

import (
	"context"
	"fmt"
	"net"
	"time"
)

// Print sends a label to the printer at the packing table.
func Print(ctx context.Context, printer string, label []byte) error {
	var err error
	for range 10 {
		if err = send(ctx, printer, label); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		//retryvet:ignore nojitter -- each table has a printer of its own: there is no crowd to spread
		case <-time.After(3 * time.Second):
		}
	}
	return fmt.Errorf("label printer %s: %w", printer, err)
}

func send(ctx context.Context, printer string, label []byte) error {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", printer)
	if err != nil {
		return err
	}
	defer conn.Close()
	_, err = conn.Write(label)
	return err
}
