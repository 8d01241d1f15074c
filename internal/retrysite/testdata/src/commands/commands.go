// Package commands reads how an attempt ended from what it returned.
package commands

import (
	"context"
	"db"
	"time"
)

func deleted(ctx context.Context, c db.Client, key string) {
	for { // site: loop of Del, bound none, waits constant computed
		if err := c.Del(ctx, key).Err(); err == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

func added(ctx context.Context, c db.Client, key string) (int64, error) {
	n, err := c.Add(ctx, key).Result()
	for i := 0; i <= 5 && err != nil; i++ { // site: loop of Add, bound 6 attempts, waits constant computed
		time.Sleep(time.Second)
		n, err = c.Add(ctx, key).Result()
	}
	return n, err
}

// What is taken from a queue is another thing each time.
func nopeTakesNext(ctx context.Context, c db.Client, queue string) {
	for {
		n, err := c.BLPop(ctx, queue).Result()
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		println(n)
	}
}

func nopeInMemory(s *db.Script) {
	for {
		if s.Line().Err() == nil {
			return
		}
	}
}
