package numbered

import "time"

type farOff interface{ Ping() error }

func yesManySteps(c farOff) (err error) {
	for n := 1; n <= 300; n++ { // want `retry delay grows to 1h14m45s by attempt 300, with no ceiling`
		if err = c.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Duration(n) * 15 * time.Second)
	}
	return err
}

func nopeFewSteps(c farOff) (err error) {
	for n := 1; n <= 200; n++ {
		if err = c.Ping(); err == nil {
			return nil
		}
		time.Sleep(time.Duration(n) * 15 * time.Second)
	}
	return err
}
