// Package modelfuzz puts the analyzers to the test with programs that nobody
// wrote. It makes Go programs of the bytes of a fuzzer, which compile whatever
// the bytes are and are full of what retries are made of, and holds the suite to
// what it promises of any program: it does not fall over, it ends, it says the
// same each time, its facts come back from a file as they were, and its fixes
// compile.
//
// A program is two packages, of which one imports the other, so that facts have
// a way to go. Every choice takes a byte; when there are none left the first
// possibility is taken, which is always the simple one. So the fuzzer's habit
// of changing a byte changes a choice, and every program ends.
package modelfuzz
