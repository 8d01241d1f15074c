// Package fixcheck applies suggested fixes, each alone and all together, and
// checks what comes out: it compiles, it is formatted, and the analyzers find
// nothing there any more. It works in memory: a module is loaded once, and a
// changed package is parsed, type-checked and analyzed beside what was loaded.
package fixcheck
