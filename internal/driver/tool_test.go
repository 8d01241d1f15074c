package driver

import (
	"strings"
	"testing"
)

func TestIsTool(t *testing.T) {
	for _, test := range []struct {
		args string
		want bool
	}{
		{"-flags", true},
		{"-V=full", true},
		{"/w/b001/vet.cfg", true},
		{"-json -nojitter=false /w/b001/vet.cfg", true},
		{"", false},
		{"./...", false},
		{"-json ./...", false},
		{"version", false},
	} {
		if got := IsTool(strings.Fields(test.args)); got != test.want {
			t.Errorf("IsTool(%q) = %v", test.args, got)
		}
	}
}

func TestIsFixing(t *testing.T) {
	for args, want := range map[string]bool{
		"-fix u.cfg":            true,
		"-fix -diff u.cfg":      true,
		"--fix=true u.cfg":      true,
		"-json u.cfg":           false,
		"-fix=false u.cfg":      false,
		"-fix -fix=false u.cfg": false,
		"-fixed fix u.cfg":      false,
	} {
		if got := isFixing(strings.Fields(args)); got != want {
			t.Errorf("isFixing(%s) = %v", args, got)
		}
	}
}
