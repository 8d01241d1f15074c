package payments_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"example.test/shop/payments"
)

// A forgetful provider books what it is asked to and drops the connection
// before the first answer is out: the moment that decides whether a retry is
// safe. It keeps one booking per idempotency key.
type forgetful struct {
	mu       sync.Mutex
	dropped  bool
	bookings []payments.Booking
	byKey    map[string]payments.Booking
}

func (f *forgetful) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	booking, drop := f.book(r)
	if drop {
		panic(http.ErrAbortHandler)
	}
	json.NewEncoder(w).Encode(booking)
}

func (f *forgetful) book(r *http.Request) (b payments.Booking, drop bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	drop, f.dropped = !f.dropped, true
	key := r.Header.Get("Idempotency-Key")
	if known, ok := f.byKey[key]; ok {
		return known, drop
	}
	json.NewDecoder(r.Body).Decode(&b)
	f.bookings = append(f.bookings, b)
	if key != "" {
		f.byKey[key] = b
	}
	return b, drop
}

func provider(t *testing.T) (*payments.Client, *forgetful) {
	f := &forgetful{byKey: make(map[string]payments.Booking)}
	server := httptest.NewServer(f)
	t.Cleanup(server.Close)
	return payments.New(server.URL, server.Client()), f
}

// TestChargeBooksTwice shows what the finding in Charge means.
func TestChargeBooksTwice(t *testing.T) {
	client, f := provider(t)
	if _, err := client.Charge(t.Context(), "order-1", 1999); err != nil {
		t.Fatal(err)
	}
	if len(f.bookings) != 2 {
		t.Errorf("booked %d times, want the fault: 2", len(f.bookings))
	}
}

// TestRefundBooksTwice shows that a key which changes protects nobody.
func TestRefundBooksTwice(t *testing.T) {
	client, f := provider(t)
	if _, err := client.Refund(t.Context(), "charge-1", 500); err != nil {
		t.Fatal(err)
	}
	if len(f.bookings) != 2 {
		t.Errorf("booked %d times, want the fault: 2", len(f.bookings))
	}
}

func TestPayoutBooksOnce(t *testing.T) {
	client, f := provider(t)
	if _, err := client.Payout(t.Context(), "merchant-1", 70000); err != nil {
		t.Fatal(err)
	}
	if len(f.bookings) != 1 {
		t.Errorf("booked %d times, want 1", len(f.bookings))
	}
}
