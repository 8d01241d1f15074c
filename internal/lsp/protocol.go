package lsp

import "encoding/json"

// The parts of the Language Server Protocol 3.17 that are used here, by their
// names in the specification. A full set of types would be a hundred times as
// much, and whoever has retryvet as a tool in go.mod would inherit it.

type (
	initializeParams struct {
		RootURI               string             `json:"rootUri"`
		WorkspaceFolders      []workspaceFolder  `json:"workspaceFolders"`
		Capabilities          clientCapabilities `json:"capabilities"`
		InitializationOptions json.RawMessage    `json:"initializationOptions"`
	}
	workspaceFolder struct {
		URI  string `json:"uri"`
		Name string `json:"name"`
	}
	clientCapabilities struct {
		Workspace struct {
			WorkspaceEdit struct {
				DocumentChanges bool `json:"documentChanges"`
			} `json:"workspaceEdit"`
			DidChangeWatchedFiles struct {
				DynamicRegistration bool `json:"dynamicRegistration"`
			} `json:"didChangeWatchedFiles"`
			InlayHint refreshSupport `json:"inlayHint"`
			CodeLens  refreshSupport `json:"codeLens"`
		} `json:"workspace"`
		Window struct {
			ShowDocument struct {
				Support bool `json:"support"`
			} `json:"showDocument"`
			WorkDoneProgress bool `json:"workDoneProgress"`
		} `json:"window"`
	}
	refreshSupport struct {
		RefreshSupport bool `json:"refreshSupport"`
	}
	initializeResult struct {
		Capabilities serverCapabilities `json:"capabilities"`
		ServerInfo   serverInfo         `json:"serverInfo"`
	}
	serverInfo struct {
		Name    string `json:"name"`
		Version string `json:"version"`
	}
	serverCapabilities struct {
		PositionEncoding   string              `json:"positionEncoding"`
		TextDocumentSync   textDocumentSync    `json:"textDocumentSync"`
		CodeActionProvider codeActionOptions   `json:"codeActionProvider"`
		HoverProvider      bool                `json:"hoverProvider"`
		InlayHintProvider  bool                `json:"inlayHintProvider"`
		CodeLensProvider   codeLensOptions     `json:"codeLensProvider"`
		ExecuteCommand     executeCommand      `json:"executeCommandProvider"`
		Workspace          serverWorkspaceInfo `json:"workspace"`
	}
	textDocumentSync struct {
		OpenClose bool        `json:"openClose"`
		Change    int         `json:"change"`
		Save      saveOptions `json:"save"`
	}
	// Options that are all false are spelled out, since Emacs takes an empty
	// object for null.
	saveOptions struct {
		IncludeText bool `json:"includeText"`
	}
	codeLensOptions struct {
		ResolveProvider bool `json:"resolveProvider"`
	}
	codeActionOptions struct {
		CodeActionKinds []string `json:"codeActionKinds"`
	}
	executeCommand struct {
		Commands []string `json:"commands"`
	}
	serverWorkspaceInfo struct {
		WorkspaceFolders struct {
			Supported           bool `json:"supported"`
			ChangeNotifications bool `json:"changeNotifications"`
		} `json:"workspaceFolders"`
	}
)

// syncIncremental is TextDocumentSyncKind.Incremental.
const syncIncremental = 2

type (
	// position is a place in a text: lines and UTF-16 code units, from 0.
	position struct {
		Line      int `json:"line"`
		Character int `json:"character"`
	}
	textRange struct {
		Start position `json:"start"`
		End   position `json:"end"`
	}
	location struct {
		URI   string    `json:"uri"`
		Range textRange `json:"range"`
	}
	textDocumentItem struct {
		URI     string `json:"uri"`
		Version int    `json:"version"`
		Text    string `json:"text"`
	}
	textDocumentIdentifier struct {
		URI string `json:"uri"`
	}
	versionedIdentifier struct {
		URI     string `json:"uri"`
		Version *int   `json:"version"` // null: as it is on disk
	}
	didOpenParams struct {
		TextDocument textDocumentItem `json:"textDocument"`
	}
	didChangeParams struct {
		TextDocument struct {
			URI     string `json:"uri"`
			Version int    `json:"version"`
		} `json:"textDocument"`
		ContentChanges []contentChange `json:"contentChanges"`
	}
	contentChange struct {
		Range *textRange `json:"range"` // absent: all of it
		Text  string     `json:"text"`
	}
	documentParams struct {
		TextDocument textDocumentIdentifier `json:"textDocument"`
	}
	didChangeWatchedFilesParams struct {
		Changes []struct {
			URI string `json:"uri"`
		} `json:"changes"`
	}
	didChangeWorkspaceFoldersParams struct {
		Event struct {
			Added   []workspaceFolder `json:"added"`
			Removed []workspaceFolder `json:"removed"`
		} `json:"event"`
	}
	didChangeConfigurationParams struct {
		Settings json.RawMessage `json:"settings"`
	}
	cancelParams struct {
		ID json.RawMessage `json:"id"`
	}
)

type (
	publishDiagnosticsParams struct {
		URI         string       `json:"uri"`
		Version     *int         `json:"version,omitempty"`
		Diagnostics []diagnostic `json:"diagnostics"`
	}
	diagnostic struct {
		Range              textRange        `json:"range"`
		Severity           int              `json:"severity,omitempty"`
		Code               string           `json:"code,omitempty"`
		CodeDescription    *codeDescription `json:"codeDescription,omitempty"`
		Source             string           `json:"source,omitempty"`
		Message            string           `json:"message"`
		Tags               []int            `json:"tags,omitempty"`
		RelatedInformation []related        `json:"relatedInformation,omitempty"`
	}
	codeDescription struct {
		Href string `json:"href"`
	}
	related struct {
		Location location `json:"location"`
		Message  string   `json:"message"`
	}
)

// Severities and tags of diagnostics.
const (
	severityWarning     = 2
	severityInformation = 3
	tagUnnecessary      = 1
)

type (
	codeActionParams struct {
		TextDocument textDocumentIdentifier `json:"textDocument"`
		Range        textRange              `json:"range"`
		Context      struct {
			Only []string `json:"only"`
		} `json:"context"`
	}
	codeAction struct {
		Title       string         `json:"title"`
		Kind        string         `json:"kind"`
		Diagnostics []diagnostic   `json:"diagnostics,omitempty"`
		IsPreferred bool           `json:"isPreferred,omitempty"`
		Edit        *workspaceEdit `json:"edit,omitempty"`
		Command     *command       `json:"command,omitempty"`
	}
	// workspaceEdit has one of the two.
	workspaceEdit struct {
		Changes         map[string][]textEdit `json:"changes,omitempty"`
		DocumentChanges []textDocumentEdit    `json:"documentChanges,omitempty"`
	}
	textDocumentEdit struct {
		TextDocument versionedIdentifier `json:"textDocument"`
		Edits        []textEdit          `json:"edits"`
	}
	textEdit struct {
		Range   textRange `json:"range"`
		NewText string    `json:"newText"`
	}
	command struct {
		Title     string `json:"title"`
		Command   string `json:"command"`
		Arguments []any  `json:"arguments,omitempty"`
	}
	executeCommandParams struct {
		Command   string            `json:"command"`
		Arguments []json.RawMessage `json:"arguments"`
	}
)

// Kinds of code actions.
const (
	kindQuickFix = "quickfix"
	kindFixAll   = "source.fixAll.retryvet"
)

type (
	positionParams struct {
		TextDocument textDocumentIdentifier `json:"textDocument"`
		Position     position               `json:"position"`
	}
	rangeParams struct {
		TextDocument textDocumentIdentifier `json:"textDocument"`
		Range        textRange              `json:"range"`
	}
	hover struct {
		Contents markup    `json:"contents"`
		Range    textRange `json:"range"`
	}
	markup struct {
		Kind  string `json:"kind"`
		Value string `json:"value"`
	}
	inlayHint struct {
		Position    position `json:"position"`
		Label       string   `json:"label"`
		Tooltip     *markup  `json:"tooltip,omitempty"`
		PaddingLeft bool     `json:"paddingLeft,omitempty"`
	}
	codeLens struct {
		Range   textRange `json:"range"`
		Command *command  `json:"command,omitempty"`
	}
	messageParams struct {
		Type    int    `json:"type"`
		Message string `json:"message"`
	}
	showDocumentParams struct {
		URI       string `json:"uri"`
		TakeFocus bool   `json:"takeFocus"`
	}
	registrationParams struct {
		Registrations []registration `json:"registrations"`
	}
	registration struct {
		ID              string `json:"id"`
		Method          string `json:"method"`
		RegisterOptions any    `json:"registerOptions"`
	}
	watcherOptions struct {
		Watchers []watcher `json:"watchers"`
	}
	watcher struct {
		GlobPattern string `json:"globPattern"`
	}
)

// Types of messages.
const (
	messageError   = 1
	messageWarning = 2
	messageInfo    = 3
	messageLog     = 4
)
