package none

import "time"

func pause(d time.Duration) { time.Sleep(d) }
