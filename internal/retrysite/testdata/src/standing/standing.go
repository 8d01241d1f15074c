// Package standing attempts one item of a list until that is done, and then the
// next.
package standing

import (
	"net/http"
	"strconv"
	"time"
)

func send(url string) error {
	_, err := http.Get(url)
	return err
}

func list(cursor string) (next string, err error) {
	resp, err := http.Get("https://api.example/items?after=" + cursor)
	if err != nil {
		return "", err
	}
	return resp.Header.Get("Next"), nil
}

func stepsBack(urls []string) {
	for i := 0; i < len(urls); i++ { // site: loop of send, bound none, waits constant computed
		if err := send(urls[i]); err != nil {
			time.Sleep(time.Second)
			i--
		}
	}
}

func stepsBackAtOnce(urls []string) {
	for i := 0; i < len(urls); i++ { // site: loop of send, bound none
		if send(urls[i]) != nil {
			i--
		}
	}
}

func firstUntilDone(urls []string) {
	for len(urls) > 0 { // site: loop of send, bound none
		if send(urls[0]) != nil {
			continue
		}
		urls = urls[1:]
	}
}

func nextPage() error {
	for page := 1; page < 100; { // site: loop of send, bound none, waits constant computed
		if err := send("https://api.example/?page=" + strconv.Itoa(page)); err != nil {
			time.Sleep(time.Second)
			continue
		}
		page++
	}
	return nil
}

// What comes after success is the same as before it: nobody stops.
func followsForEver() {
	cursor := ""
	for { // site: keep-alive of list, bound none, waits constant computed
		next, err := list(cursor)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		cursor = next
	}
}

func nopeSkipsFailed(urls []string) {
	for i := 0; i < len(urls); i++ {
		if send(urls[i]) != nil {
			continue
		}
		println(urls[i])
	}
}

func nopeTakesFirst(urls []string) {
	for len(urls) > 0 {
		url := urls[0]
		urls = urls[1:]
		if send(url) != nil {
			continue
		}
		println(url)
	}
}

// Two steps back and two ahead would be another item in between.
func nopeStepsTwice(urls []string) {
	for i := 0; i < len(urls); i += 2 {
		if send(urls[i]) != nil {
			i--
		}
	}
}
