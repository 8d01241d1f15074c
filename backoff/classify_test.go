package backoff

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"testing"
	"time"
)

func TestClassification(t *testing.T) {
	wrap := func(err error) error { return &url.Error{Op: "Get", URL: "https://example.com", Err: err} }
	tests := []struct {
		name              string
		err               error
		retryable, notNow bool
	}{
		{"nil", nil, false, false},
		{"unknown", errDown, true, false},
		{"permanent", Permanent(io.EOF), false, false},
		{"canceled", wrap(context.Canceled), false, false},
		{"given up below", fmt.Errorf("x: %w", &Error{Attempts: 3, Err: io.EOF, Cause: ErrAttempts}), false, false},
		{"deadline", wrap(context.DeadlineExceeded), true, true},
		{"i/o timeout", &net.OpError{Op: "read", Err: os.ErrDeadlineExceeded}, true, true},
		{"timeout by method", &net.DNSError{IsTimeout: true}, true, true},
		{"no such host", &net.DNSError{IsNotFound: true}, true, false},
		{"end of input", wrap(io.EOF), true, true},
		{"cut short", io.ErrUnexpectedEOF, true, true},
		{"bad request", Status(400, nil), false, false},
		{"conflict", Status(409, nil), false, false},
		{"request timeout", Status(408, nil), true, true},
		{"too many", fmt.Errorf("x: %w", Status(429, nil)), true, true},
		{"server error", Status(500, nil), true, false},
		{"not implemented", Status(501, nil), false, false},
		{"bad gateway", Status(502, nil), true, true},
		{"unavailable", Status(503, nil), true, true},
		{"gateway timeout", Status(504, nil), true, true},
		{"http version", Status(505, nil), false, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := Retryable(test.err); got != test.retryable {
				t.Errorf("Retryable(%v) = %v", test.err, got)
			}
			if got := NotNow(test.err); got != test.notNow {
				t.Errorf("NotNow(%v) = %v", test.err, got)
			}
		})
	}
}

// What the system says when the other side hangs up, from real sockets.
func TestNotNowOfRealConnections(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		if r.URL.Path == "/reset" {
			conn.(*net.TCPConn).SetLinger(0)
		}
		conn.Close()
	}))
	address := server.URL
	for _, path := range []string{"/close", "/reset"} {
		_, err := http.Post(address+path, "text/plain", nil)
		if !NotNow(err) {
			t.Errorf("%s: NotNow(%v) = false", path, err)
		}
	}
	server.Close()
	if _, err := http.Get(address); !NotNow(err) {
		t.Errorf("refused: NotNow(%v) = false", err)
	}
}

func TestRetryAfter(t *testing.T) {
	const now = "Tue, 03 Nov 2026 10:00:00 GMT"
	tests := []struct {
		value, date string
		want        time.Duration
		ok          bool
	}{
		{"120", "", 2 * time.Minute, true},
		{" 7 ", "", 7 * time.Second, true},
		{"0", "", 0, true},
		{"99999999999", "", forever, true},
		{"99999999999999999999999", "", forever, true},
		{"Tue, 03 Nov 2026 10:00:30 GMT", now, 30 * time.Second, true},
		{"Tuesday, 03-Nov-26 10:00:30 GMT", now, 30 * time.Second, true},
		{"Tue Nov  3 10:00:30 2026", now, 30 * time.Second, true},
		{"Tue, 03 Nov 2026 09:00:00 GMT", now, 0, true},
		{"Fri, 31 Dec 1999 23:59:59 GMT", "nonsense", 0, true},
		{"", "", 0, false},
		{"-5", "", 0, false},
		{"1.5", "", 0, false},
		{"+5", "", 0, false},
		{"soon", now, 0, false},
	}
	for _, test := range tests {
		header := http.Header{}
		header.Set("Retry-After", test.value)
		header.Set("Date", test.date)
		if got, ok := RetryAfter(header); got != test.want || ok != test.ok {
			t.Errorf("RetryAfter(%q) at %q = %v, %v, want %v, %v", test.value, test.date, got, ok, test.want, test.ok)
		}
	}
	if _, ok := RetryAfter(nil); ok {
		t.Error("a hint was read from no header")
	}
}

func TestHint(t *testing.T) {
	tests := []struct {
		err  error
		want time.Duration
	}{
		{nil, 0},
		{errDown, 0},
		{NotBefore(errDown, time.Second), time.Second},
		{errors.Join(io.EOF, NotBefore(errDown, time.Second)), time.Second},
		{hinted(-1), 0},
	}
	for _, test := range tests {
		if got := Hint(test.err); got != test.want {
			t.Errorf("Hint(%v) = %v, want %v", test.err, got, test.want)
		}
	}
}

// asTimeout becomes a timeout when it is asked, as errors with an As method do.
type asTimeout struct{ error }

func (asTimeout) As(target any) bool {
	p, ok := target.(*interface{ Timeout() bool })
	if ok {
		*p = &net.DNSError{IsTimeout: true}
	}
	return ok
}

// as finds what errors.As finds.
func TestAsIsErrorsAs(t *testing.T) {
	type timeout = interface{ Timeout() bool }
	wrapped := func(err error) error { return fmt.Errorf("x: %w", err) }
	for _, err := range []error{
		nil, errDown, wrapped(errDown), asTimeout{errDown}, wrapped(asTimeout{errDown}),
		&net.DNSError{IsTimeout: true}, wrapped(&net.DNSError{}), errors.Join(errDown, errDown),
		errors.Join(errDown, wrapped(&net.DNSError{IsTimeout: true}), io.EOF), context.DeadlineExceeded,
	} {
		var want timeout
		wantOK := errors.As(err, &want)
		got, ok := as[timeout](err)
		if ok != wantOK || ok && got.Timeout() != want.Timeout() {
			t.Errorf("as(%v) = %v, %v, want %v, %v", err, got, ok, want, wantOK)
		}
	}
}

func FuzzRetryAfter(f *testing.F) {
	f.Add("120", "Tue, 03 Nov 2026 10:00:00 GMT")
	f.Add("Tuesday, 03-Nov-26 10:00:30 GMT", "Tue Nov  3 10:00:30 2026")
	f.Add("TuesdAY, 01-Nov-50 0:00:00 AAA", "0")
	f.Add("-1", "")
	f.Fuzz(func(t *testing.T, value, date string) {
		header := http.Header{"Retry-After": {value}, "Date": {date}}
		d, ok := RetryAfter(header)
		if d < 0 || !ok && d != 0 {
			t.Errorf("RetryAfter(%q) at %q = %v, %v", value, date, d, ok)
		}
		// Without a Date the distance is that to now, which moves on.
		err := Status(503, header)
		if lost := d - Hint(err); lost < 0 || lost > time.Minute || !NotNow(err) {
			t.Errorf("Status loses the hint %v: %v", d, err)
		}
	})
}
