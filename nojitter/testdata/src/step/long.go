package step

import "time"

type remote interface{ Ping() error }

// There is no last delay to tell.
func yesNoEnd(c remote) {
	for n := 0; ; n++ {
		if c.Ping() == nil {
			return
		}
		time.Sleep(time.Duration(n) * time.Second) // want `grows by a step from 0s with no randomness`
	}
}

func yesLongEnd(c remote) (err error) {
	for n := 1; n <= 200; n++ {
		if err = c.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Duration(n) * time.Second) // want `grows by a step from 1s to 3m19s with no randomness`
	}
	return err
}

func yesCeiling(c remote) {
	d := time.Second
	for c.Ping() != nil {
		time.Sleep(d) // want `grows by a step from 1s to 10s with no randomness`
		d = min(d+time.Second, 10*time.Second)
	}
}
