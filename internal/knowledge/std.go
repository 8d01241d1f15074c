package knowledge

// net/http of go1.26: a request is sent again by the transport itself while a
// reused connection dies before an answer, if it is idempotent or carries an
// Idempotency-Key. Measured.
var netHTTP = library{"go1.26.8", []Entry{
	{Sym: "Client.Do", Client: &netHTTPClient, Sends: &Sends{Kind: HTTP, Request: Arg0}},
	{Sym: "Client.Get", Client: &netHTTPClient, Sends: &Sends{Kind: HTTP, Method: "GET", URL: Arg0}},
	{Sym: "Client.Head", Client: &netHTTPClient, Sends: &Sends{Kind: HTTP, Method: "HEAD", URL: Arg0}},
	{Sym: "Client.Post", Client: &netHTTPClient, Sends: &Sends{Kind: HTTP, Method: "POST", URL: Arg0, Body: Arg2}},
	{Sym: "Client.PostForm", Client: &netHTTPClient, Sends: &Sends{Kind: HTTP, Method: "POST", URL: Arg0, Body: Arg1}},
	{Sym: "Get", Client: &netHTTPClient, Sends: &Sends{Kind: HTTP, Method: "GET", URL: Arg0}},
	{Sym: "Head", Client: &netHTTPClient, Sends: &Sends{Kind: HTTP, Method: "HEAD", URL: Arg0}},
	{Sym: "Post", Client: &netHTTPClient, Sends: &Sends{Kind: HTTP, Method: "POST", URL: Arg0, Body: Arg2}},
	{Sym: "PostForm", Client: &netHTTPClient, Sends: &Sends{Kind: HTTP, Method: "POST", URL: Arg0, Body: Arg1}},
	{Sym: "Transport.RoundTrip", Client: &netHTTPClient, Sends: &Sends{Kind: HTTP, Request: Arg0}},
	{Sym: "RoundTripper.RoundTrip", Sends: &Sends{Kind: HTTP, Request: Arg0}},
	{Sym: "NewRequest", Sends: &Sends{Kind: HTTP, Builds: true, MethodAt: Arg0, URL: Arg1, Body: Arg2}},
	{Sym: "NewRequestWithContext", Sends: &Sends{Kind: HTTP, Builds: true, MethodAt: Arg1, URL: Arg2, Body: Arg3}},
	{Sym: "Request.Clone", Wraps: Recv, Sets: []Set{{What: Context, From: Arg0}}},
	{Sym: "Request.WithContext", Wraps: Recv, Sets: []Set{{What: Context, From: Arg0}}},
	{Sym: "Request.Method", Sets: []Set{{What: Method, From: Value}}},
	{Sym: "Request.Body", Sets: []Set{{What: Body, From: Value}}},
	{Sym: "Request.Header", Sets: []Set{{What: HeaderMap, From: Value}}},
	{Sym: "Header.Set", Alters: Recv, Sets: []Set{{What: HeaderName, From: Arg0}, {What: HeaderValue, From: Arg1}}},
	{Sym: "Header.Add", Alters: Recv, Sets: []Set{{What: HeaderName, From: Arg0}, {What: HeaderValue, From: Arg1}}},
}}

var netHTTPClient = Client{Policy: &Policy{Bounded: true, Growth: NoWait, Jitter: Deterministic}, Post: IfAsked, Key: No, Rewinds: IfAsked, Uncounted: true}

// database/sql: three calls of the driver on driver.ErrBadConn, which says that
// nothing was sent. ExecContext measured, the rest read.
var databaseSQL = library{"go1.26.8", []Entry{
	{Sym: "DB.Exec", Client: &databaseSQLClient, Sends: &Sends{Kind: SQL, Query: Arg0}},
	{Sym: "DB.ExecContext", Client: &databaseSQLClient, Sends: &Sends{Kind: SQL, Query: Arg1}},
	{Sym: "DB.Query", Client: &databaseSQLClient, Sends: &Sends{Kind: SQL, Query: Arg0}},
	{Sym: "DB.QueryContext", Client: &databaseSQLClient, Sends: &Sends{Kind: SQL, Query: Arg1}},
	{Sym: "DB.QueryRow", Client: &databaseSQLClient, Sends: &Sends{Kind: SQL, Query: Arg0}},
	{Sym: "DB.QueryRowContext", Client: &databaseSQLClient, Sends: &Sends{Kind: SQL, Query: Arg1}},
	{Sym: "DB.Prepare", Client: &databaseSQLClient, Sends: &Sends{Kind: SQL, Builds: true, Query: Arg0}},
	{Sym: "DB.PrepareContext", Client: &databaseSQLClient, Sends: &Sends{Kind: SQL, Builds: true, Query: Arg1}},
	{Sym: "DB.Begin", Client: &databaseSQLClient},
	{Sym: "DB.BeginTx", Client: &databaseSQLClient},
	{Sym: "DB.Ping", Client: &databaseSQLClient},
	{Sym: "DB.PingContext", Client: &databaseSQLClient},
	{Sym: "Conn.ExecContext", Sends: &Sends{Kind: SQL, Query: Arg1}},
	{Sym: "Conn.QueryContext", Sends: &Sends{Kind: SQL, Query: Arg1}},
	{Sym: "Conn.QueryRowContext", Sends: &Sends{Kind: SQL, Query: Arg1}},
	{Sym: "Conn.PrepareContext", Sends: &Sends{Kind: SQL, Builds: true, Query: Arg1}},
	{Sym: "Tx.Exec", Sends: &Sends{Kind: SQL, Query: Arg0, InTx: true}},
	{Sym: "Tx.ExecContext", Sends: &Sends{Kind: SQL, Query: Arg1, InTx: true}},
	{Sym: "Tx.Query", Sends: &Sends{Kind: SQL, Query: Arg0, InTx: true}},
	{Sym: "Tx.QueryContext", Sends: &Sends{Kind: SQL, Query: Arg1, InTx: true}},
	{Sym: "Tx.QueryRow", Sends: &Sends{Kind: SQL, Query: Arg0, InTx: true}},
	{Sym: "Tx.QueryRowContext", Sends: &Sends{Kind: SQL, Query: Arg1, InTx: true}},
	{Sym: "Tx.Prepare", Sends: &Sends{Kind: SQL, Builds: true, Query: Arg0, InTx: true}},
	{Sym: "Tx.PrepareContext", Sends: &Sends{Kind: SQL, Builds: true, Query: Arg1, InTx: true}},
	{Sym: "Stmt.Exec", Sends: &Sends{Kind: SQL, Request: Recv}},
	{Sym: "Stmt.ExecContext", Sends: &Sends{Kind: SQL, Request: Recv}},
	{Sym: "Stmt.Query", Sends: &Sends{Kind: SQL, Request: Recv}},
	{Sym: "Stmt.QueryContext", Sends: &Sends{Kind: SQL, Request: Recv}},
	{Sym: "Stmt.QueryRow", Sends: &Sends{Kind: SQL, Request: Recv}},
	{Sym: "Stmt.QueryRowContext", Sends: &Sends{Kind: SQL, Request: Recv}},
}}

var databaseSQLClient = Client{Policy: &Policy{Calls: 3, Growth: NoWait, Jitter: Deterministic}, Post: Yes, Key: No, Uncounted: true}

// net/smtp and net/rpc retry nothing.
var netSMTP = library{"go1.26.8", []Entry{
	{Sym: "SendMail", Sends: &Sends{Kind: Mail, Body: Arg4}},
	{Sym: "Client.Data", Sends: &Sends{Kind: Mail}},
}}

var netRPC = library{"go1.26.8", []Entry{
	{Sym: "Client.Call", Sends: &Sends{Kind: RPC, Body: Arg1}},
	{Sym: "Client.Go", Sends: &Sends{Kind: RPC, Body: Arg1}},
}}
