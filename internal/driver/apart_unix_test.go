//go:build unix

package driver

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestApart: what a go command has started ends with it when it is no longer
// wanted. A program in its place starts another one, which keeps a pipe open for
// as long as it lives.
func TestApart(t *testing.T) {
	dir := t.TempDir()
	pipe, program := filepath.Join(dir, "pipe"), filepath.Join(dir, "go")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Skip(err)
	}
	script := "#!/bin/sh\nsh -c 'exec 3>" + pipe + "; echo started >&3; exec sleep 600'\n"
	if err := os.WriteFile(program, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		_, _, err := goCommand{path: program, dir: dir, apart: true}.run(ctx, "vet")
		ended <- err
	}()
	reader, err := os.Open(pipe)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	lines := bufio.NewReader(reader)
	if line, err := lines.ReadString('\n'); line != "started\n" {
		t.Fatalf("%q, %v", line, err)
	}
	cancel()
	if rest, err := io.ReadAll(lines); err != nil || len(rest) > 0 { // ends when nobody has it open
		t.Errorf("%q, %v", rest, err)
	}
	if err := <-ended; !errors.Is(err, errInterrupted) {
		t.Errorf("%v, want %v", err, errInterrupted)
	}
}
