// Package fluent builds a request by calls that hand on what they change.
package fluent

import (
	"crypto/rand"
	"time"

	"github.com/go-resty/resty/v2"
)

func order(c *resty.Client, url string) (err error) {
	for range 3 {
		if _, err = c.R().SetHeader("Accept", "*/*").SetBody("order").Post(url + "/orders"); err == nil { // want `POST /orders is sent up to 3 times.*no idempotency key.*nonidempotent/nokey`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func nopeKeyFirst(c *resty.Client, url, id string) (err error) {
	for range 3 {
		if _, err = c.R().SetHeader("Idempotency-Key", id).SetBody("order").Post(url + "/orders"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func fresh(c *resty.Client, url string) (err error) {
	for range 3 {
		if _, err = c.R().SetBody("order").SetHeader("Idempotency-Key", rand.Text()).Post(url + "/orders"); err == nil { // want `each time with another Idempotency-Key.*nonidempotent/freshkey`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
