// Package lsp is a language server: it shows an editor what there is to say of
// the packages of open files, as the command line would, and offers the fixes.
//
// What is found comes from a Checker, which runs go vet. Editors of one server
// may have files of several workspaces open; each has a session. A session does
// one check after the other, and all sessions take turns, so that however fast
// somebody types there is one go command at most:
//
//   - An open, a change (after a pause), a save or a change on disk makes the
//     file's folder due, and cancels the check that is under way.
//   - The packages of the folders that are due are checked first. When they are
//     shown, those that import them follow, in batches.
//   - What a cancelled check has not come to stays due.
//
// A package that cannot be analyzed, since it does not compile, keeps what was
// last found in it: while somebody types this is nearly always still true, and
// editors move what they show along with the text. Fixes are offered only for
// the very text that was analyzed.
package lsp
