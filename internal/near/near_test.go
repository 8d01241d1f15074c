package near

import "testing"

func TestClosest(t *testing.T) {
	names := []string{"nojitter", "unboundedretry", "nonidempotent", "retrylayers", "tests"}
	for written, want := range map[string]string{
		"nojiter":       "nojitter",
		"NoJitter":      "nojitter",
		"unboundretry":  "unboundedretry",
		"nonidempotnet": "nonidempotent",
		"test":          "tests",
		"tets":          "tests",
		"jitter":        "",
		"errcheck":      "",
		"":              "",
		"x":             "",
	} {
		if got := Closest(written, names); got != want {
			t.Errorf("Closest(%q) = %q, want %q", written, got, want)
		}
	}
	if got, want := Suggest("nojiter", names), ` (did you mean "nojitter"?)`; got != want {
		t.Errorf("Suggest: %q", got)
	}
	if got := Suggest("errcheck", names); got != "" {
		t.Errorf("Suggest: %q", got)
	}
}

func TestDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"a", "", 1}, {"", "ab", 2}, {"abc", "abc", 0}, {"abc", "acb", 1},
		{"kitten", "sitting", 3}, {"ca", "abc", 3}, {"abcd", "badc", 2},
	} {
		if got := distance(test.a, test.b); got != test.want {
			t.Errorf("distance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
	}
}
