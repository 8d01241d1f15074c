// Package delay describes how a delay comes about, as a small graph of
// values, and answers two questions about it: of which kind is it (does it
// grow from round to round, is it drawn at random, is there a ceiling), and,
// where all leaves are constants, which delays does a client really wait.
//
// A graph is made from SSA by package retrysite, within one function at a
// time; the parameters of a function are leaves that a caller replaces by its
// arguments (Bind). A variable that is carried from round to round is a Var
// node whose alternatives may lead back to it, so graphs have cycles.
//
// Nothing here panics on odd graphs and nothing runs for ever: every walk
// stops at a budget, and what was not reached is Unknown.
package delay
