// Package waited retries goroutines that it waits for.
package waited

import (
	"errors"
	"net/http"
	"sync"
	"time"

	"store"
)

func all(s *store.Store, urls []string) error {
	if err := health(); err != nil {
		return err
	}
	errs := make([]error, len(urls))
	var wg sync.WaitGroup
	for i, url := range urls {
		wg.Add(1)
		go func() {
			defer wg.Done()
			errs[i] = s.Get(url)
		}()
	}
	wg.Wait()
	return errors.Join(errs...)
}

func health() error {
	resp, err := http.Get("https://health.example.test")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func reportWaited(s *store.Store, urls []string) (err error) {
	for range 3 { // want `3 × 4 = 12 attempts`
		if err = all(s, urls); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
