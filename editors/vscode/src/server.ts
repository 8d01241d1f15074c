// What the extension and its test agree on: how the server is started, and what
// it is told first.

/** The settings of the extension, as package.json declares them. */
export interface Settings {
  readonly path: string;
  readonly flags: readonly string[];
  readonly inlayHints: boolean;
  readonly codeLens: boolean;
}

/** How the server is started. */
export function command(settings: Settings): { command: string; args: string[] } {
  return { command: settings.path, args: ["lsp"] };
}

/** What the server takes as initializationOptions, and when settings change. */
export function options(settings: Settings): object {
  const { flags, inlayHints, codeLens } = settings;
  return { flags, inlayHints, codeLens };
}
