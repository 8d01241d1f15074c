// Package leave goes round where it could return.
package leave

import (
	"bytes"
	"encoding/json"
	"log"
	"math/rand/v2"
	"net/http"
	"time"
)

func send(url string, order any) (int, error) {
	var last error
	for range 5 {
		body, err := json.Marshal(order) // want `permanent/request`
		if err != nil {
			last = err
			continue
		}
		req, err := http.NewRequest("PUT", url, bytes.NewReader(body)) // want `permanent/request`
		if err != nil {
			log.Print(err) // who knows
			continue
		}
		resp, err := http.DefaultClient.Do(req)
		if err == nil {
			return resp.StatusCode, resp.Body.Close()
		}
		last = err
		log.Print(err)
		time.Sleep(rand.N(time.Second))
	}
	return 0, last
}

// A wait before the return would help nobody: no fix.
func waiting(url string) error {
	var last error
	for range 5 {
		req, err := http.NewRequest("GET", url, nil) // want `permanent/request`
		if err != nil {
			last = err
			time.Sleep(time.Second)
			continue
		}
		resp, err := http.DefaultClient.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		last = err
		log.Print(err)
		time.Sleep(rand.N(time.Second))
	}
	return last
}
