// Package events follows what happens in the warehouse.
package events

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
)

// Event is one thing that has happened.
type Event struct {
	Cursor string `json:"cursor"`
	Kind   string `json:"kind"`
	Order  string `json:"order"`
}

// Handler takes events in their order.
type Handler func(context.Context, Event)

// Consumer reads events by long polling: the broker answers when there are
// some.
type Consumer struct {
	base string
	http *http.Client
}

// NewConsumer makes a Consumer for the broker at base.
func NewConsumer(base string, client *http.Client) *Consumer {
	return &Consumer{base: base, http: client}
}

// Run handles events until ctx ends.
func (c *Consumer) Run(ctx context.Context, handle Handler) error {
	cursor := ""
	for ctx.Err() == nil { // expect: unboundedretry/hot
		batch, err := c.poll(ctx, cursor)
		if err != nil {
			slog.Error("events lost sight of", "cursor", cursor, "error", err)
			continue
		}
		for _, e := range batch {
			handle(ctx, e)
			cursor = e.Cursor
		}
	}
	return ctx.Err()
}

func (c *Consumer) poll(ctx context.Context, cursor string) ([]Event, error) {
	where := c.base + "/events?wait=30s&after=" + url.QueryEscape(cursor)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, where, nil)
	if err != nil {
		return nil, err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("broker: %s", resp.Status)
	}
	var batch []Event
	err = json.NewDecoder(resp.Body).Decode(&batch)
	return batch, err
}
