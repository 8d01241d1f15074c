package backoff

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// NotBefore attaches a server's hint to err: the next attempt shall not come
// before d has passed. [Do] and [Attempts] wait for d and a random time more.
// NotBefore(nil, d) is nil; with d of zero or below it returns err as it is.
func NotBefore(err error, d time.Duration) error {
	if err == nil || d <= 0 {
		return err
	}
	return &hintedError{err, d}
}

// hintedError is an error with the hint of NotBefore.
type hintedError struct {
	err  error
	hint time.Duration
}

func (e *hintedError) Error() string             { return e.err.Error() }
func (e *hintedError) Unwrap() error             { return e.err }
func (e *hintedError) RetryAfter() time.Duration { return e.hint }

// Hint returns how long a server asked to stay away: what [NotBefore] or
// [Status] attached to err or, for the errors of other packages, what a method
// RetryAfter() time.Duration returns. Without a hint, or with one in the past,
// it is 0. Safe for concurrent use.
func Hint(err error) time.Duration {
	hinted, ok := as[interface{ RetryAfter() time.Duration }](err)
	if !ok {
		return 0
	}
	return max(0, hinted.RetryAfter())
}

// StatusError is an HTTP status as an error, with the hint that came with it.
// The zero value is of no use. It is safe for concurrent use while it is not
// written to.
type StatusError struct {
	Code int           // the status, 400 or above
	Wait time.Duration // the server's hint; 0 is none
}

// Status returns a [*StatusError] for a status of 400 and above, and nil below
// that. It reads the hint from the header, which is that of the response as
// net/http has it and may be nil:
//
//	if err := backoff.Status(resp.StatusCode, resp.Header); err != nil {
//		resp.Body.Close()
//		return err
//	}
func Status(code int, header map[string][]string) error {
	if code < 400 {
		return nil
	}
	wait, _ := RetryAfter(header)
	return &StatusError{Code: code, Wait: wait}
}

// Error names the status and the hint.
func (e *StatusError) Error() string {
	if e.Wait > 0 {
		return fmt.Sprintf("status %d, retry after %v", e.Code, e.Wait)
	}
	return fmt.Sprintf("status %d", e.Code)
}

// RetryAfter returns the server's hint, 0 if there is none.
func (e *StatusError) RetryAfter() time.Duration { return e.Wait }

// notNow reports whether the status promises that a later attempt may do
// better. 500 does not: it says only that this one failed.
func (e *StatusError) notNow() bool {
	switch e.Code {
	case 408, // Request Timeout
		425, // Too Early
		429, // Too Many Requests
		502, // Bad Gateway
		503, // Service Unavailable
		504: // Gateway Timeout
		return true
	}
	return false
}

// RetryAfter reads the Retry-After of an HTTP header and returns how long to
// stay away, and whether there is such a hint. Both forms of RFC 9110, section
// 10.2.3, are read: a number of seconds, and a date. The distance to a date is
// taken from the header's own Date if there is one, so that a wrong clock here
// does not matter. A date in the past is a hint of 0; a number too large for a
// Duration is the largest. Safe for concurrent use.
func RetryAfter(header map[string][]string) (time.Duration, bool) {
	value := first(header, "Retry-After")
	if isNumber(value) {
		return seconds(value), true
	}
	until, ok := date(value)
	if !ok {
		return 0, false
	}
	now, ok := date(first(header, "Date"))
	if !ok {
		now = time.Now()
	}
	return max(0, until.Sub(now)), true
}

// first returns the first value of a header's key without space around it.
func first(header map[string][]string, key string) string {
	if values := header[key]; len(values) > 0 {
		return strings.TrimSpace(values[0])
	}
	return ""
}

// isNumber reports whether s is digits and nothing else: no sign, no point.
func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// seconds returns the duration of a number of seconds.
func seconds(number string) time.Duration {
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return math.MaxInt64 // digits that do not fit
	}
	return scale(time.Second, n, math.MaxInt64)
}

// date reads a date in any of the three forms that HTTP allows.
func date(s string) (time.Time, bool) {
	const preferred = "Mon, 02 Jan 2006 15:04:05 GMT"
	for _, layout := range []string{preferred, time.RFC850, time.ANSIC} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}
