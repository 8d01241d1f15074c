// Package numbered tries one item after the other, with names made of the number
// of the round; or the same one with its attempts numbered.
package numbered

import "strconv"

// Client is a remote service.
type Client interface {
	Get(name string) error
}

func nopeFunc(get func(string) error) string {
	for i := 0; ; i++ {
		k := "slot-" + strconv.Itoa(i)
		if err := get(k); err != nil {
			continue
		}
		return k
	}
}

func nopeMethod(c Client) string {
	for i := 0; ; i++ {
		k := "slot-" + strconv.Itoa(i)
		if err := c.Get(k); err != nil {
			continue
		}
		return k
	}
}

func yesSame(c Client, k string) {
	for i := 0; ; i++ { // want "unboundedretry/hot"
		if err := c.Get(k); err == nil {
			return
		}
	}
}

func yesAttempt(c Client) {
	for i := 0; ; i++ { // want "unboundedretry/hot"
		if err := c.Get("attempt-" + strconv.Itoa(i)); err == nil {
			return
		}
	}
}

// Request is what is sent.
type Request struct{ Name string }

// Clone is the same request once more.
func (r *Request) Clone() *Request { return &Request{r.Name} }

// A copy is no other item.
func yesCloned(send func(*Request) error, r *Request) {
	for { // want "unboundedretry/hot"
		if send(r) == nil {
			return
		}
		r = r.Clone()
	}
}
