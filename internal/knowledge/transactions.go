package knowledge

import "time"

// Transactions that a library repeats whole when the server rolled them back.

// github.com/cockroachdb/cockroach-go/v2/crdb: SQLSTATE 40001 and CR000 only,
// never a delay; Execute has no end, the others 51 calls. In ExecuteTx and
// ExecuteInTx WithMaxRetries(ctx, 0) has no end, in ExecuteCtx it is one call.
// Execute and ExecuteCtx measured, the rest read.
var crdb = library{"v2.4.2", []Entry{
	{Sym: "Execute", Retries: &Retries{Op: Arg0, On: OnRollback, Policy: &atOnceForEver, Deaf: true}},
	{Sym: "ExecuteCtx", Retries: &Retries{Op: Arg1, On: OnRollback, Policy: &crdbDefault}, Sets: []Set{{What: Context, From: Arg0}}},
	{Sym: "ExecuteTx", Retries: &Retries{Op: Arg3, On: OnRollback, Policy: &crdbDefault}, Sets: []Set{{What: Context, From: Arg0}}},
	{Sym: "ExecuteInTx", Retries: &Retries{Op: Arg2, On: OnRollback, Policy: &crdbDefault}, Sets: []Set{{What: Context, From: Arg0}}},
	{Sym: "WithMaxRetries", Wraps: Arg0, Sets: []Set{{What: Attempts, From: Arg1, Unit: Retried, Zero: Unlimited}}},
}}

// crdbpgx, crdbpgxv5 and crdbsqlx
var crdbTx = library{"v2.4.2", []Entry{
	{Sym: "ExecuteTx", Retries: &Retries{Op: Arg3, On: OnRollback, Policy: &crdbDefault}, Sets: []Set{{What: Context, From: Arg0}}},
}}

var crdbDefault = Policy{Calls: 51, Growth: NoWait, Jitter: Deterministic}

// github.com/neo4j/neo4j-go-driver/v5/neo4j: 30 s, one second doubled ±20 %.
// Read.
var neo4j = library{"v5.28.4", []Entry{
	{Sym: "SessionWithContext.ExecuteRead", Retries: &Retries{Op: Arg1, Policy: &neo4jPolicy}, Sets: []Set{{What: Context, From: Arg0}, {What: Options, From: Rest}}},
	{Sym: "SessionWithContext.ExecuteWrite", Retries: &Retries{Op: Arg1, Policy: &neo4jPolicy}, Sets: []Set{{What: Context, From: Arg0}, {What: Options, From: Rest}}},
	{Sym: "ExecuteRead", Retries: &Retries{Op: Arg2, Policy: &neo4jPolicy}, Sets: []Set{{What: Context, From: Arg0}, {What: Options, From: Rest}}},
	{Sym: "ExecuteWrite", Retries: &Retries{Op: Arg2, Policy: &neo4jPolicy}, Sets: []Set{{What: Context, From: Arg0}, {What: Options, From: Rest}}},
	{Sym: "ExecuteQuery", Client: &Client{Policy: &neo4jPolicy, Post: Yes, Key: No}, Sets: []Set{{What: Context, From: Arg0}, {What: Options, From: Rest}}},
}}

var neo4jConfig = library{"v5.28.4", []Entry{
	{Sym: "Config.MaxTransactionRetryTime", Sets: []Set{{What: Elapsed, From: Value}}},
}}

var neo4jPolicy = Policy{
	Elapsed: 30 * time.Second, Growth: Exponential, Base: time.Second, Factor: 2, Ceiling: NoCeiling, Jitter: Jittered,
}
