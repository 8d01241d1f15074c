package main_test

import (
	"slices"
	"strings"
	"testing"
)

// TestStart checks that the command brings in nothing that makes its start
// dear: it is started for each package of a program. With package net a build
// that may use cgo is linked against the C library, which takes longer to load
// than all of the rest.
func TestStart(t *testing.T) {
	deps, err := goOutput(nil, "list", "-deps", ".")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range strings.Fields(deps) {
		if slices.Contains([]string{"net", "os/user", "runtime/cgo"}, path) {
			t.Errorf("the command imports %s", path)
		}
	}
}
