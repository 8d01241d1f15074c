package notify

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"example.test/shop/retry"
)

// Event is told to a partner's webhook.
type Event struct {
	ID    string `json:"id"`
	Kind  string `json:"kind"`
	Order string `json:"order"`
}

// Webhook posts events to partners.
type Webhook struct {
	url  string
	http *http.Client
}

// NewWebhook makes a Webhook for one partner.
func NewWebhook(url string, client *http.Client) *Webhook {
	return &Webhook{url: url, http: client}
}

// Send tells the partner of an event. The event's own ID is the key by which
// the partner knows a repeat.
func (w *Webhook) Send(ctx context.Context, e Event) error {
	body, err := json.Marshal(e)
	if err != nil {
		return err
	}
	return retry.Do(ctx, 5, func(ctx context.Context) error {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, w.url, bytes.NewReader(body))
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", e.ID)
		resp, err := w.http.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if resp.StatusCode >= 300 {
			return fmt.Errorf("webhook %s: %s", w.url, resp.Status)
		}
		return nil
	})
}
