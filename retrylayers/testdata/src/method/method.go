// Package method hands over a method value and a variable.
package method

import "store"

type job struct {
	s   *store.Store
	url string
}

func (j *job) run() error { return j.s.Get(j.url) }

func reportMethodValue(j *job) error {
	return store.Do(3, j.run) // want `3 × 4 = 12 attempts`
}

func reportVariable(j *job) error {
	op := func() error { return j.run() }
	return store.Do(3, op) // want `3 × 4 = 12 attempts`
}
