// Package api is the HTTP face of the shop.
package api

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"

	"example.test/shop/orders"
	"example.test/shop/payments"
)

// New makes the handler of the shop.
func New(s *orders.Service) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST /orders", func(w http.ResponseWriter, r *http.Request) {
		var o orders.Order
		if err := json.NewDecoder(r.Body).Decode(&o); err != nil {
			http.Error(w, "not an order", http.StatusBadRequest)
			return
		}
		if err := s.Place(r.Context(), o); err != nil {
			slog.Error("order not placed", "order", o.ID, "error", err)
			http.Error(w, http.StatusText(status(err)), status(err))
			return
		}
		w.WriteHeader(http.StatusCreated)
	})
	return mux
}

func status(err error) int {
	switch {
	case errors.Is(err, orders.ErrSoldOut):
		return http.StatusConflict
	case errors.Is(err, payments.ErrDeclined):
		return http.StatusPaymentRequired
	}
	return http.StatusBadGateway
}
