package inventory_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/retryvet/retryvet/internal/inventory"
)

func seconds(numbers ...float64) (delays []time.Duration) {
	for _, n := range numbers {
		delays = append(delays, time.Duration(n*float64(time.Second)))
	}
	return delays
}

// TestFirst continues schedules behind what is known of them.
func TestFirst(t *testing.T) {
	for _, c := range []struct {
		name     string
		schedule inventory.Schedule
		want     []time.Duration // five
	}{
		{"fixed", inventory.Schedule{Growth: "constant", Random: "computed", Delays: seconds(2)}, seconds(2, 2, 2, 2, 2)},
		{"doubling", inventory.Schedule{Growth: "exponential", Random: "computed", Factor: 2, Delays: seconds(1, 2)}, seconds(1, 2, 4, 8, 16)},
		{"ceiling", inventory.Schedule{Growth: "exponential", Random: "computed", Factor: 2, Delays: seconds(1), Ceiling: 3 * time.Second}, seconds(1, 2, 3, 3, 3)},
		{"factor not known", inventory.Schedule{Growth: "exponential", Random: "computed", Delays: seconds(2, 3)}, seconds(2, 3, 4.5, 6.75, 10.125)},
		{"linear", inventory.Schedule{Growth: "linear", Random: "seeded", Delays: seconds(1, 3)}, seconds(1, 3, 5, 7, 9)},
		{"more known than asked", inventory.Schedule{Growth: "constant", Delays: seconds(1, 1, 1, 1, 1, 1, 1)}, seconds(1, 1, 1, 1, 1)},
		{"no wait", inventory.Schedule{Growth: "zero"}, seconds(0, 0, 0, 0, 0)},
		{"grown small", inventory.Schedule{Growth: "exponential", Factor: 2, Delays: seconds(9), Ceiling: time.Second}, seconds(9, 9, 9, 9, 9)},
		{"drawn", inventory.Schedule{Growth: "constant", Random: "random", Delays: seconds(2)}, nil},
		{"not known", inventory.Schedule{Growth: "linear", Random: "computed"}, nil},
	} {
		if got := c.schedule.First(5); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	huge := inventory.Schedule{Growth: "exponential", Factor: 1e9, Delays: []time.Duration{math.MaxInt64 / 2}}
	for _, d := range huge.First(40) {
		if d < 0 {
			t.Fatalf("overflows: %v", huge.First(40))
		}
	}
}
