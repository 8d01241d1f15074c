package callmap

import (
	"cmp"
	"slices"
)

// order sorts each column by where its neighbours on the left stand, which
// leaves few crossings; a column that nothing leads to keeps its order.
func order(d *drawing, columns [][]int) {
	row := make([]float64, len(d.nodes))
	for _, column := range columns {
		for i, n := range column {
			row[n] = float64(i)
		}
	}
	for c := 1; c < len(columns); c++ {
		want := map[int]float64{}
		for _, n := range columns[c] {
			sum, count := 0.0, 0
			for _, e := range d.edges {
				if e.to == n {
					sum, count = sum+row[e.from], count+1
				}
			}
			if count > 0 {
				want[n] = sum / float64(count)
			}
		}
		slices.SortStableFunc(columns[c], func(a, b int) int { return cmp.Compare(want[a], want[b]) })
		for i, n := range columns[c] {
			row[n] = float64(i)
		}
	}
}
