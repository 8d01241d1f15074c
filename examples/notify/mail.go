// Package notify tells customers and partners what became of an order.
package notify

import (
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/smtp"
	"time"
)

// Mailer sends mail through the company's relay.
type Mailer struct {
	relay string // host:port
	from  string
	auth  smtp.Auth
}

// NewMailer makes a Mailer that sends from one address.
func NewMailer(relay, from string, auth smtp.Auth) *Mailer {
	return &Mailer{relay: relay, from: from, auth: auth}
}

// Confirm sends the confirmation of an order.
func (m *Mailer) Confirm(to, order string) error {
	text := fmt.Appendf(nil, "From: %s\r\nTo: %s\r\nSubject: Your order %s\r\n\r\nThank you, it is on its way.\r\n",
		m.from, to, order)
	var err error
	for attempt := 1; attempt <= 3; attempt++ {
		err = smtp.SendMail(m.relay, m.auth, m.from, []string{to}, text) // expect: nonidempotent/publish
		if err == nil {
			return nil
		}
		slog.Warn("confirmation not sent", "order", order, "attempt", attempt, "error", err)
		time.Sleep(time.Second + rand.N(4*time.Second))
	}
	return fmt.Errorf("confirmation of %s: %w", order, err)
}
