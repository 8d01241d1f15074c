import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

import { command, options, type Settings } from "./server";

let client: LanguageClient | undefined;

function settings(): Settings {
  const section = vscode.workspace.getConfiguration("retryvet");
  return {
    path: section.get("path", "retryvet"),
    flags: section.get<string[]>("flags", []),
    inlayHints: section.get("inlayHints", false),
    codeLens: section.get("codeLens", false),
  };
}

async function start(): Promise<void> {
  const now = settings();
  const next = new LanguageClient("retryvet", "retryvet", command(now), {
    documentSelector: [{ scheme: "file", language: "go" }],
    initializationOptions: options(now),
  });
  client = next;
  try {
    await next.start();
  } catch (error) {
    const how = "go install github.com/retryvet/retryvet/cmd/retryvet@latest";
    void vscode.window.showErrorMessage(`retryvet does not start: ${error}. Is it installed? (${how}, or set retryvet.path)`);
  }
}

async function stop(): Promise<void> {
  const last = client;
  client = undefined;
  if (last?.needsStop()) {
    await last.stop();
  }
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
    vscode.commands.registerCommand("retryvet.restart", async () => {
      await stop();
      await start();
    }),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("retryvet.path")) {
        await stop();
        await start();
      } else if (event.affectsConfiguration("retryvet")) {
        await client?.sendNotification("workspace/didChangeConfiguration", { settings: options(settings()) });
      }
    }),
  );
  await start();
}

export function deactivate(): Promise<void> {
  return stop();
}
