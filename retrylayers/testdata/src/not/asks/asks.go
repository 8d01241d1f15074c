// Package asks asks again and again, over what repeats a question: a good answer
// is followed by the next question as well.
package asks

import (
	"errors"
	"time"

	"store"
)

type job struct {
	s     *store.Store
	url   string
	wake  chan bool
	stop  chan bool
	tasks chan string
}

func (j *job) state() (string, error) {
	if err := j.s.Get(j.url); err != nil {
		return "", err
	}
	return j.url, nil
}

func (j *job) nopeUntilDone() error {
	for range 30 {
		state, err := j.state()
		if err == nil && state == "done" {
			return nil
		}
		time.Sleep(time.Second)
	}
	return errors.New("not done in time")
}

func (j *job) hand(task string) bool {
	select {
	case j.tasks <- task:
		return true
	case <-j.stop:
		return false
	}
}

// The pump goes on in any case; it wakes itself up after a failure.
func (j *job) nopePump() {
	for {
		select {
		case <-j.stop:
			return
		case <-j.wake:
			task, err := j.state()
			if err != nil {
				j.wake <- true
				continue
			}
			if !j.hand(task) {
				return
			}
			j.wake <- true
		}
	}
}
