// Package orders has one site of each form that needs no library.
package orders // want `"n":"orders.charge","w":\[{"s":1,"b":\[{"r":{"m":\["POST"\],"u":\["https://example.com/charges"\]},"at":"orders.go:32"}\]}\]`

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"
)

func doubles(ctx context.Context, c *http.Client) error {
	delay := 500 * time.Millisecond
	var err error
	for range 6 { // want `"form":"loop","func":"orders.doubles","calls":\["http.Client.Get"\],"n":6,"of":"constant","by":\["attempts","cancel"\],"counts":true,"observed":"no","budgeted":"no","apart":"no","waits":\[{"growth":"exponential","random":"computed","factor":2,"ns":\[500000000,1000000000,2000000000,4000000000,4000000000\],"cap":4000000000,"capped":true}\]`
		var resp *http.Response
		if resp, err = c.Get("https://example.com/orders"); err == nil {
			return resp.Body.Close()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(delay):
		}
		delay = min(2*delay, 4*time.Second)
	}
	return err
}

func charge(c *http.Client) error {
	for attempt := 1; ; attempt++ { // want `"func":"orders.charge","calls":\["http.Client.Post"\],"n":3.*"sends":\[{"what":"POST /charges","twice":true}\],"observed":"no","budgeted":"no","apart":"no","waits":\[{"growth":"constant","random":"random","ns":\[1000000000,1000000000\]}\]`
		resp, err := c.Post("https://example.com/charges", "text/plain", strings.NewReader("x"))
		if err == nil {
			return resp.Body.Close()
		}
		if attempt == 3 {
			return err
		}
		time.Sleep(rand.N(time.Second))
	}
}

// again repeats what it is handed.
func again(n int, op func() error) error {
	var err error
	for range n { // want `"func":"orders.again","calls":\["op"\],"by":\["attempts"\],"handed":true`
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func asked(c *http.Client) error {
	return again(4, func() error { // want `"form":"helper","func":"orders.asked","calls":\["orders.again"\],"n":4,"of":"constant","by":\["attempts"\],"counts":true,"observed":"no","budgeted":"no","apart":"no","waits":\[{"growth":"constant"`
		resp, err := c.Get("https://example.com/")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}
