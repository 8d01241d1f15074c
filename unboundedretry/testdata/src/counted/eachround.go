package counted

import "time"

// Each round declares the counter anew, for the literal that captures it.
func nopeCaptured(c Client, most int, log func(func() int)) (err error) {
	for attempt, limit := 0, most; attempt < limit; attempt++ {
		if attempt != 0 {
			time.Sleep(time.Duration(attempt) * time.Second)
		}
		if err = c.Ping(); err == nil {
			break
		}
		log(func() int { return attempt })
	}
	return err
}

// A counter that nobody compares is no limit.
func yesCapturedOnly(c Client, log func(func() int)) {
	for attempt := 0; ; attempt++ { // want `Ping is retried for ever.*unboundedretry/attempts`
		if c.Ping() == nil {
			return
		}
		log(func() int { return attempt })
		time.Sleep(time.Second)
	}
}
