// Shop serves the shop's orders.
package main

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"log"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"time"

	"example.test/shop/api"
	"example.test/shop/catalog"
	"example.test/shop/config"
	"example.test/shop/coupons"
	"example.test/shop/events"
	"example.test/shop/inventory"
	"example.test/shop/notify"
	"example.test/shop/orders"
	"example.test/shop/payments"
	"example.test/shop/rates"
	"example.test/shop/store"
)

func main() {
	settings := flag.String("config", "http://config.shop.test/v1/shop", "`URL` of the settings")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	client := &http.Client{Timeout: 45 * time.Second}
	if err := run(ctx, config.Load(client, *settings), client); err != nil && !errors.Is(err, context.Canceled) {
		log.Fatal(err)
	}
}

func run(ctx context.Context, c *config.Config, client *http.Client) error {
	db, err := sql.Open("postgres", c.DSN) // the image links the driver in
	if err != nil {
		return err
	}
	defer db.Close()
	st, err := store.Open(ctx, db)
	if err != nil {
		return err
	}
	service := &orders.Service{
		Catalog:   catalog.New(c.Catalog, client),
		Coupons:   &coupons.Client{Base: c.Coupons, HTTP: client},
		Inventory: inventory.New(c.Inventory, client),
		Payments:  payments.New(c.Payments, client),
		Mailer:    notify.NewMailer(c.Relay, "orders@shop.test", nil),
		Store:     st,
	}
	go refresh(ctx, rates.New(c.Rates, client))
	go events.NewConsumer(c.Events, client).Run(ctx, func(ctx context.Context, e events.Event) {
		if err := st.SetStatus(ctx, e.Order, e.Kind); err != nil {
			slog.Error("status not kept", "order", e.Order, "error", err)
		}
	})
	return serve(ctx, &http.Server{Addr: c.Listen, Handler: api.New(service)})
}

// refresh reads the rates every hour. This is periodic work and no retry: a
// failure changes nothing in the schedule.
func refresh(ctx context.Context, c *rates.Client) {
	tick := time.NewTicker(time.Hour)
	defer tick.Stop()
	for {
		if today, err := c.Latest(ctx); err != nil {
			slog.Error("rates are yesterday's", "error", err)
		} else {
			slog.Info("rates read", "currencies", len(today))
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func serve(ctx context.Context, server *http.Server) error {
	context.AfterFunc(ctx, func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
		server.Shutdown(ctx)
	})
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
