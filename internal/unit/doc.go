// Package unit analyzes one package for the go command, as the tool of
// `go vet -vettool` and of `go fix -fixtool`: it reads the configuration that
// describes the package, takes the types of its imports from the export data
// that the compiler left and their facts from what earlier runs left, runs the
// analyzers, and writes facts and diagnostics to where the go command looks for
// them.
//
// It does what x/tools' unitchecker does, for analyzers that ask nothing of the
// standard library. unitchecker hands types on beside the facts, so it has to
// parse and check every package of the closure, the standard library included;
// that is nearly all of what a cold run costs. Export data exists anyway (the
// go command compiles what a package imports before it vets it), so here
//
//   - a package of the standard library, or another one that the analyzers know by
//     heart, costs the start of the process if it is only a dependency, and
//   - every other package is checked against export data, which is read far
//     faster than source.
//
// The two write different files of facts and cannot be mixed in one run. They
// need not be: the go command keys what it stores by the flags of the tool.
package unit
