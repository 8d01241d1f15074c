package driver

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"strings"
)

// identify returns what tells the executable at path from any other that the
// go command may be given: results are stored under it.
//
// The go command leaves a build ID in what it links, whose last part is a hash
// of all the rest of the file. It stands near the beginning, so it is there to
// be read, where a hash of our own would go over the whole file each time that
// the go command starts. What works on a file after the go command (strip, a
// packer, a signature) leaves the ID and changes the size, so that belongs to
// it. Where there is no such ID, because the linker was told another one
// (-ldflags=-buildid=, Bazel) or was not called by the go command, the file is
// hashed.
func identify(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	head := make([]byte, min(info.Size(), headSize))
	if _, err := io.ReadFull(f, head); err != nil {
		return "", err
	}
	if id := goBuildID(head); isComplete(id) {
		return fmt.Sprintf("%s.%d", id, info.Size()), nil
	}
	hash := sha256.New()
	hash.Write(head)
	if _, err := io.Copy(hash, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", hash.Sum(nil)), nil
}

// headSize is how much of an executable is searched for its build ID, which is
// in a note among the headers of an ELF file, and in others the first thing in
// the text segment, right after the headers.
const headSize = 32 << 10

// goBuildID returns the build ID that stands in the beginning of an executable,
// or an empty string.
func goBuildID(head []byte) string {
	if bytes.HasPrefix(head, []byte("\x7fELF")) {
		return noteBuildID(head)
	}
	_, rest, ok := bytes.Cut(head, []byte("\xff Go build ID: \""))
	if !ok {
		return ""
	}
	id, _, ok := bytes.Cut(rest, []byte("\"\n \xff"))
	if !ok {
		return ""
	}
	return string(id)
}

// noteBuildID finds the note of the go command in the head of an ELF file: the
// lengths of its name and of its text, its type, its name, its text. All of
// that in a row is found nowhere else before the code.
func noteBuildID(head []byte) string {
	const nameSize, noteType, name = 4, 4, "Go\x00\x00"
	var order binary.ByteOrder = binary.LittleEndian
	if len(head) > 5 && head[5] == 2 {
		order = binary.BigEndian
	}
	for from := 0; ; {
		i := bytes.Index(head[from:], []byte(name))
		if i < 0 {
			return ""
		}
		at := from + i
		from = at + len(name)
		if at < 12 || order.Uint32(head[at-12:]) != nameSize || order.Uint32(head[at-4:]) != noteType {
			continue
		}
		size := int64(order.Uint32(head[at-8:]))
		if size <= int64(len(head)-from) {
			return string(head[from : int64(from)+size])
		}
	}
}

// isComplete reports whether an ID is one that the go command made, with the
// hash of the finished file: four hashes of 120 bits in base64. The linker
// itself first writes that of its inputs in place of the last.
func isComplete(id string) bool {
	parts := strings.Split(id, "/")
	for _, part := range parts {
		if len(part) != 20 || strings.Trim(part, idAlphabet) != "" {
			return false
		}
	}
	return len(parts) == 4 && parts[0] != parts[3]
}

const idAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
