// Package orders takes orders: it prices them, sets the goods aside, takes the
// money and tells the customer.
package orders

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"example.test/shop/catalog"
	"example.test/shop/coupons"
	"example.test/shop/inventory"
	"example.test/shop/notify"
	"example.test/shop/payments"
	"example.test/shop/store"
)

// ErrSoldOut says that there are fewer pieces than were ordered.
var ErrSoldOut = errors.New("sold out")

// Order is what a customer asks for.
type Order struct {
	ID     string `json:"id"`
	SKU    string `json:"sku"`
	Pieces int    `json:"pieces"`
	Coupon string `json:"coupon"`
	Mail   string `json:"mail"`
}

// Service takes orders.
type Service struct {
	Catalog   *catalog.Client
	Coupons   *coupons.Client
	Inventory *inventory.Client
	Payments  *payments.Client
	Mailer    *notify.Mailer
	Store     *store.Store
}

// Place takes one order.
func (s *Service) Place(ctx context.Context, o Order) error {
	cents, err := s.total(ctx, o)
	if err != nil {
		return err
	}
	free, err := s.Inventory.Stock(ctx, o.SKU)
	if err != nil {
		return err
	}
	if free < o.Pieces {
		return fmt.Errorf("%s: %w", o.SKU, ErrSoldOut)
	}
	if err := s.Inventory.Reserve(ctx, o.ID, o.SKU, o.Pieces); err != nil {
		return err
	}
	if err := s.Store.SaveOrder(ctx, o.ID, o.SKU, o.Pieces); err != nil {
		return err
	}
	booking, err := s.Payments.Charge(ctx, o.ID, cents)
	if err != nil {
		return err
	}
	if err := s.Store.AddNote(ctx, o.ID, "paid by "+booking.ID); err != nil {
		return err
	}
	return s.Mailer.Confirm(o.Mail, o.ID)
}

// total is what the customer has to pay.
func (s *Service) total(ctx context.Context, o Order) (int64, error) {
	cents, err := s.price(ctx, o.SKU)
	if err != nil {
		return 0, err
	}
	cents *= int64(o.Pieces)
	if o.Coupon == "" {
		return cents, nil
	}
	off, err := s.Coupons.Value(ctx, o.Coupon)
	if err != nil {
		slog.Warn("coupon ignored", "order", o.ID, "error", err)
		return cents, nil
	}
	return max(cents-off, 0), nil
}

// price reads the price of one piece.
func (s *Service) price(ctx context.Context, sku string) (int64, error) {
	var last error
	for range 3 { // expect: retrylayers/layers
		p, err := s.Catalog.Product(ctx, sku)
		if err == nil {
			return p.Cents, nil
		}
		last = err
		select {
		case <-ctx.Done():
			return 0, ctx.Err()
		case <-time.After(rand.N(time.Second)):
		}
	}
	return 0, fmt.Errorf("price of %s: %w", sku, last)
}
