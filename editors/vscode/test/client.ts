// Runs the server as the extension does, by the protocol library that VS Code's
// client is made of: opens a file of the example, waits for a finding, applies the
// preferred fix in memory, waits until nothing is found, and ends.
//
//     npm test -- RETRYVET FOLDER

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import {
  CodeActionRequest,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  InlayHintRequest,
  PublishDiagnosticsNotification,
  ShutdownRequest,
  TextDocumentEdit,
  type CodeAction,
  type MarkupContent,
  type Position,
  type PublishDiagnosticsParams,
  type TextEdit,
} from "vscode-languageserver-protocol/node";
import { StreamMessageReader, StreamMessageWriter } from "vscode-languageserver-protocol/node";

import { command, options } from "../src/server";

const [path, folder] = process.argv.slice(2);
assert(path && folder, "usage: npm test -- RETRYVET FOLDER");
const settings = { path: resolve(path), flags: ["-advice", "-silent=false", "-permanent=false"], inlayHints: true, codeLens: false };

const root = resolve(folder);
const file = join(root, "inventory", "inventory.go");
const uri = pathToFileURL(file).toString();
const text = readFileSync(file, "utf8");

function offset(source: string, at: Position): number {
  let start = 0;
  for (let line = 0; line < at.line; line++) {
    start = source.indexOf("\n", start) + 1;
  }
  return start + at.character;
}

function applied(source: string, edits: readonly TextEdit[]): string {
  const last = [...edits].sort((a, b) => offset(source, b.range.start) - offset(source, a.range.start));
  for (const edit of last) {
    source = source.slice(0, offset(source, edit.range.start)) + edit.newText + source.slice(offset(source, edit.range.end));
  }
  return source;
}

async function main(): Promise<void> {
  const { command: program, args } = command(settings);
  const server = spawn(program, args, { stdio: ["pipe", "pipe", "inherit"] });
  const ended = new Promise<number | null>((done) => server.on("exit", done));
  const connection = createProtocolConnection(new StreamMessageReader(server.stdout), new StreamMessageWriter(server.stdin));

  const published: PublishDiagnosticsParams[] = [];
  let wake = () => {};
  connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
    published.push(params);
    wake();
  });
  const diagnostics = async (version: number, some: boolean) => {
    for (;;) {
      const last = published.findLast((p) => p.uri === uri && p.version === version);
      if (last && last.diagnostics.length > 0 === some) {
        return last.diagnostics;
      }
      await new Promise<void>((done) => (wake = done));
    }
  };
  connection.listen();

  await connection.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: pathToFileURL(root).toString(),
    capabilities: { workspace: { workspaceEdit: { documentChanges: true } }, window: {} },
    initializationOptions: options(settings),
  });
  await connection.sendNotification(InitializedNotification.type, {});
  await connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: "go", version: 1, text },
  });
  const [found] = await diagnostics(1, true);
  assert(found);
  assert.equal(found.code, "nojitter/exponential");
  assert.equal(found.source, "retryvet");
  assert.match(found.codeDescription?.href ?? "", /nojitter\.md#exponential$/);

  const about = await connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position: found.range.start });
  assert.match((about?.contents as MarkupContent).value, /attempts:/);
  const everything = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };
  const hints = await connection.sendRequest(InlayHintRequest.type, { textDocument: { uri }, range: everything });
  assert((hints ?? []).length > 0);

  const actions = (await connection.sendRequest(CodeActionRequest.type, {
    textDocument: { uri },
    range: found.range,
    context: { diagnostics: [found], only: ["quickfix"] },
  })) as CodeAction[];
  const preferred = actions.find((action) => action.isPreferred);
  const change = preferred?.edit?.documentChanges?.[0];
  assert(TextDocumentEdit.is(change), JSON.stringify(actions));
  assert.equal(change.textDocument.version, 1);
  const fixed = applied(text, change.edits as TextEdit[]);
  assert.match(fixed, /rand\.N\(/);
  await connection.sendNotification(DidChangeTextDocumentNotification.type, {
    textDocument: { uri, version: 2 },
    contentChanges: [{ text: fixed }],
  });
  await diagnostics(2, false);

  await connection.sendRequest(ShutdownRequest.type);
  await connection.sendNotification(ExitNotification.type);
  assert.equal(await ended, 0);
  console.log(`${preferred?.title}: nothing is found any more`);
}

const late = setTimeout(() => {
  console.error("the server has not answered for three minutes");
  process.exit(1);
}, 180_000);
main().then(
  () => clearTimeout(late),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
