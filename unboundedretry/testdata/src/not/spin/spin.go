// Package spin goes round until memory has the right value.
package spin

import (
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

func nopeCompareAndSwap(n *atomic.Int64, d int64) {
	for {
		old := n.Load()
		if n.CompareAndSwap(old, old+d) {
			return
		}
	}
}

func nopeTryLock(mu *sync.Mutex) {
	for !mu.TryLock() {
		runtime.Gosched()
	}
}

func nopeTryLockWithWait(mu *sync.Mutex) bool {
	for range 100 {
		if mu.TryLock() {
			return true
		}
		time.Sleep(time.Millisecond)
	}
	return false
}

type queue struct {
	mu    sync.Mutex
	cond  *sync.Cond
	items []int
}

func (q *queue) nopeCond() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.items) == 0 {
		q.cond.Wait()
	}
	return q.items[0]
}

func nopeFlag(ready *atomic.Bool) {
	for !ready.Load() {
		time.Sleep(time.Millisecond)
	}
}
