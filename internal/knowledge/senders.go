package knowledge

// Libraries that send and do not retry, or only if they are asked to.

// github.com/dghubble/sling v1.4.2, read: a builder; Receive sends.
var sling = library{"v1.4.2", []Entry{
	{Sym: "Sling.New", Wraps: Recv},
	{Sym: "Sling.Base", Wraps: Recv},
	{Sym: "Sling.Path", Wraps: Recv},
	{Sym: "Sling.Get", Wraps: Recv, Sends: &Sends{Kind: HTTP, Builds: true, Method: "GET", URL: Arg0}},
	{Sym: "Sling.Head", Wraps: Recv, Sends: &Sends{Kind: HTTP, Builds: true, Method: "HEAD", URL: Arg0}},
	{Sym: "Sling.Post", Wraps: Recv, Sends: &Sends{Kind: HTTP, Builds: true, Method: "POST", URL: Arg0}},
	{Sym: "Sling.Put", Wraps: Recv, Sends: &Sends{Kind: HTTP, Builds: true, Method: "PUT", URL: Arg0}},
	{Sym: "Sling.Patch", Wraps: Recv, Sends: &Sends{Kind: HTTP, Builds: true, Method: "PATCH", URL: Arg0}},
	{Sym: "Sling.Delete", Wraps: Recv, Sends: &Sends{Kind: HTTP, Builds: true, Method: "DELETE", URL: Arg0}},
	{Sym: "Sling.Body", Wraps: Recv, Sets: []Set{{What: Body, From: Arg0}}},
	{Sym: "Sling.BodyProvider", Wraps: Recv, Sets: []Set{{What: Body, From: Arg0}}},
	{Sym: "Sling.BodyJSON", Wraps: Recv, Sets: []Set{{What: Body, From: Arg0}}},
	{Sym: "Sling.BodyForm", Wraps: Recv, Sets: []Set{{What: Body, From: Arg0}}},
	{Sym: "Sling.Set", Wraps: Recv, Sets: []Set{{What: HeaderName, From: Arg0}, {What: HeaderValue, From: Arg1}}},
	{Sym: "Sling.Add", Wraps: Recv, Sets: []Set{{What: HeaderName, From: Arg0}, {What: HeaderValue, From: Arg1}}},
	{Sym: "Sling.Request", Wraps: Recv},
	{Sym: "Sling.Receive", Sends: &Sends{Kind: HTTP, Request: Recv}},
	{Sym: "Sling.ReceiveSuccess", Sends: &Sends{Kind: HTTP, Request: Recv}},
	{Sym: "Sling.Do", Sends: &Sends{Kind: HTTP, Request: Arg0}},
}}

// github.com/parnurzeal/gorequest v0.3.0, read: a builder; End sends, and again
// after the same delay for the status codes that Retry names.
var gorequest = library{"v0.3.0", []Entry{
	{Sym: "New", Client: &gorequestClient},
	{Sym: "SuperAgent.Get", Wraps: Recv, Sends: &Sends{Kind: HTTP, Builds: true, Method: "GET", URL: Arg0}},
	{Sym: "SuperAgent.Head", Wraps: Recv, Sends: &Sends{Kind: HTTP, Builds: true, Method: "HEAD", URL: Arg0}},
	{Sym: "SuperAgent.Post", Wraps: Recv, Sends: &Sends{Kind: HTTP, Builds: true, Method: "POST", URL: Arg0}},
	{Sym: "SuperAgent.Put", Wraps: Recv, Sends: &Sends{Kind: HTTP, Builds: true, Method: "PUT", URL: Arg0}},
	{Sym: "SuperAgent.Patch", Wraps: Recv, Sends: &Sends{Kind: HTTP, Builds: true, Method: "PATCH", URL: Arg0}},
	{Sym: "SuperAgent.Delete", Wraps: Recv, Sends: &Sends{Kind: HTTP, Builds: true, Method: "DELETE", URL: Arg0}},
	{Sym: "SuperAgent.CustomMethod", Wraps: Recv, Sends: &Sends{Kind: HTTP, Builds: true, MethodAt: Arg0, URL: Arg1}},
	{Sym: "SuperAgent.Send", Wraps: Recv, Sets: []Set{{What: Body, From: Arg0}}},
	{Sym: "SuperAgent.SendString", Wraps: Recv, Sets: []Set{{What: Body, From: Arg0}}},
	{Sym: "SuperAgent.SendStruct", Wraps: Recv, Sets: []Set{{What: Body, From: Arg0}}},
	{Sym: "SuperAgent.SendMap", Wraps: Recv, Sets: []Set{{What: Body, From: Arg0}}},
	{Sym: "SuperAgent.Set", Wraps: Recv, Sets: []Set{{What: HeaderName, From: Arg0}, {What: HeaderValue, From: Arg1}}},
	{Sym: "SuperAgent.Retry", Wraps: Recv, Alters: Recv, Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}, {What: Base, From: Arg1, Growth: Constant, Jitter: Deterministic}, {What: Filter, From: Rest}}},
	{Sym: "SuperAgent.End", Client: &gorequestClient, Sends: &Sends{Kind: HTTP, Request: Recv}},
	{Sym: "SuperAgent.EndBytes", Client: &gorequestClient, Sends: &Sends{Kind: HTTP, Request: Recv}},
	{Sym: "SuperAgent.EndStruct", Client: &gorequestClient, Sends: &Sends{Kind: HTTP, Request: Recv}},
}}

var gorequestClient = Client{Policy: &oneCall, Post: IfAsked, Key: No}

// github.com/carlmjohnson/requests v0.23.5, read: a builder; Fetch sends.
var carlRequests = library{"v0.23.5", []Entry{
	{Sym: "Builder.Method", Wraps: Recv, Sets: []Set{{What: Method, From: Arg0}}},
	{Sym: "Builder.Post", Wraps: Recv, Sends: &Sends{Kind: HTTP, Builds: true, Method: "POST"}},
	{Sym: "Builder.Put", Wraps: Recv, Sends: &Sends{Kind: HTTP, Builds: true, Method: "PUT"}},
	{Sym: "Builder.Patch", Wraps: Recv, Sends: &Sends{Kind: HTTP, Builds: true, Method: "PATCH"}},
	{Sym: "Builder.Delete", Wraps: Recv, Sends: &Sends{Kind: HTTP, Builds: true, Method: "DELETE"}},
	{Sym: "Builder.BodyReader", Wraps: Recv, Sets: []Set{{What: Body, From: Arg0}}},
	{Sym: "Builder.BodyBytes", Wraps: Recv, Sends: &Sends{Kind: HTTP, Builds: true, Method: "POST", Body: Arg0}},
	{Sym: "Builder.BodyJSON", Wraps: Recv, Sends: &Sends{Kind: HTTP, Builds: true, Method: "POST", Body: Arg0}},
	{Sym: "Builder.BodyForm", Wraps: Recv, Sends: &Sends{Kind: HTTP, Builds: true, Method: "POST", Body: Arg0}},
	{Sym: "Builder.Header", Wraps: Recv, Sets: []Set{{What: HeaderName, From: Arg0}, {What: HeaderValue, From: Rest}}},
	{Sym: "Builder.Fetch", Sends: &Sends{Kind: HTTP, Request: Recv}},
	{Sym: "Builder.Do", Sends: &Sends{Kind: HTTP, Request: Arg0}},
}}

// Mail. None of these tells a repeat, except Resend by an option.

var sendgrid = library{"v3.16.1+incompatible", []Entry{
	{Sym: "Client.Send", Sends: &Sends{Kind: Mail, Body: Arg0}},
	{Sym: "Client.SendWithContext", Sends: &Sends{Kind: Mail, Body: Arg1}},
	{Sym: "API", Sends: &Sends{Kind: HTTP, Request: Arg0}},
	{Sym: "MakeRequest", Sends: &Sends{Kind: HTTP, Request: Arg0}},
	{Sym: "MakeRequestWithContext", Sends: &Sends{Kind: HTTP, Request: Arg1}},
}}

var mailgun = library{"v4.23.0", []Entry{
	{Sym: "Mailgun.Send", Sends: &Sends{Kind: Mail, Body: Arg1}},
	{Sym: "MailgunImpl.Send", Sends: &Sends{Kind: Mail, Body: Arg1}},
}}

var gomail = library{"v2.0.0-20160411212932-81ebce5c23df", []Entry{
	{Sym: "Send", Sends: &Sends{Kind: Mail, Body: Rest}},
	{Sym: "Sender.Send", Sends: &Sends{Kind: Mail, Body: Arg2}},
	{Sym: "Dialer.DialAndSend", Sends: &Sends{Kind: Mail, Body: Rest}},
}}

var jordanEmail = library{"v4.0.1", []Entry{
	{Sym: "Email.Send", Sends: &Sends{Kind: Mail, Body: Recv}},
	{Sym: "Email.SendWithTLS", Sends: &Sends{Kind: Mail, Body: Recv}},
	{Sym: "Email.SendWithStartTLS", Sends: &Sends{Kind: Mail, Body: Recv}},
	{Sym: "Pool.Send", Sends: &Sends{Kind: Mail, Body: Arg0}},
}}

var resend = library{"v2.28.0", []Entry{
	{Sym: "EmailsSvc.Send", Sends: &Sends{Kind: Mail, Body: Arg0}},
	{Sym: "EmailsSvc.SendWithContext", Sends: &Sends{Kind: Mail, Body: Arg1}},
	{Sym: "EmailsSvc.SendWithOptions", Sends: &Sends{Kind: Mail, Body: Arg1, Key: "IdempotencyKey", KeyAt: Arg2}},
	{Sym: "SendEmailOptions.IdempotencyKey", Sets: []Set{{What: Key, From: Value}}},
}}

// Queues and topics of the clouds.

// Both SDKs of AWS, in the shape of v2; only FIFO queues and topics know the
// id, and refuse a message without one.
var (
	awsSNS = library{"v1.48.0", []Entry{
		{Sym: "Client.Publish", Client: &awsV2Client, Sends: &Sends{Kind: Publish, Body: Arg1, Key: "MessageDeduplicationId"}, Sets: []Set{{What: Options, From: Rest}}},
		{Sym: "Client.PublishBatch", Client: &awsV2Client, Sends: &Sends{Kind: Publish, Body: Arg1, Key: "MessageDeduplicationId"}, Sets: []Set{{What: Options, From: Rest}}},
	}}
	awsSQS = library{"v1.53.0", []Entry{
		{Sym: "Client.SendMessage", Client: &awsV2Client, Sends: &Sends{Kind: Publish, Body: Arg1, Key: "MessageDeduplicationId"}, Sets: []Set{{What: Options, From: Rest}}},
		{Sym: "Client.SendMessageBatch", Client: &awsV2Client, Sends: &Sends{Kind: Publish, Body: Arg1, Key: "MessageDeduplicationId"}, Sets: []Set{{What: Options, From: Rest}}},
	}}
	awsSES = library{"v1.43.0", []Entry{
		{Sym: "Client.Send*", Client: &awsV2Client, Sends: &Sends{Kind: Mail, Body: Arg1}, Sets: []Set{{What: Options, From: Rest}}},
	}}
	awsEvents = library{"v1.55.11", []Entry{
		{Sym: "Client.PutEvents", Client: &awsV2Client, Sends: &Sends{Kind: Publish, Body: Arg1}, Sets: []Set{{What: Options, From: Rest}}},
	}}
	awsStreams = library{"v1.56.13", []Entry{
		{Sym: "Client.PutRecord*", Client: &awsV2Client, Sends: &Sends{Kind: Publish, Body: Arg1}, Sets: []Set{{What: Options, From: Rest}}},
	}}

	awsV1SNS = library{"v1.55.8", []Entry{
		{Sym: "*.Publish", Client: &awsV1Default, Sends: &Sends{Kind: Publish, Body: Arg0, Key: "MessageDeduplicationId"}},
		{Sym: "*.PublishWithContext", Client: &awsV1Default, Sends: &Sends{Kind: Publish, Body: Arg1, Key: "MessageDeduplicationId"}},
	}}
	awsV1SQS = library{"v1.55.8", []Entry{
		{Sym: "*.SendMessage", Client: &awsV1Default, Sends: &Sends{Kind: Publish, Body: Arg0, Key: "MessageDeduplicationId"}},
		{Sym: "*.SendMessageWithContext", Client: &awsV1Default, Sends: &Sends{Kind: Publish, Body: Arg1, Key: "MessageDeduplicationId"}},
		{Sym: "*.SendMessageBatch", Client: &awsV1Default, Sends: &Sends{Kind: Publish, Body: Arg0, Key: "MessageDeduplicationId"}},
		{Sym: "*.SendMessageBatchWithContext", Client: &awsV1Default, Sends: &Sends{Kind: Publish, Body: Arg1, Key: "MessageDeduplicationId"}},
	}}
	awsV1SES = library{"v1.55.8", []Entry{
		{Sym: "*.SendEmail", Client: &awsV1Default, Sends: &Sends{Kind: Mail, Body: Arg0}},
		{Sym: "*.SendEmailWithContext", Client: &awsV1Default, Sends: &Sends{Kind: Mail, Body: Arg1}},
		{Sym: "*.SendRawEmail", Client: &awsV1Default, Sends: &Sends{Kind: Mail, Body: Arg0}},
		{Sym: "*.SendRawEmailWithContext", Client: &awsV1Default, Sends: &Sends{Kind: Mail, Body: Arg1}},
		{Sym: "*.SendTemplatedEmail", Client: &awsV1Default, Sends: &Sends{Kind: Mail, Body: Arg0}},
		{Sym: "*.SendTemplatedEmailWithContext", Client: &awsV1Default, Sends: &Sends{Kind: Mail, Body: Arg1}},
	}}
)

// cloud.google.com/go/pubsub v1.52.0 and v2.9.0, read: the client repeats a
// publish by gax; a repeat may be delivered twice.
var pubsubV1 = library{"v1.52.0", []Entry{
	{Sym: "Topic.Publish", Sends: &Sends{Kind: Publish, Body: Arg1}},
}}

var pubsubV2 = library{"v2.9.0", []Entry{
	{Sym: "Publisher.Publish", Sends: &Sends{Kind: Publish, Body: Arg1}},
}}

// github.com/Azure/azure-sdk-for-go/sdk/messaging: a namespace that detects
// duplicates knows MessageID; Event Hubs know none.
var azservicebus = library{"v1.11.0", []Entry{
	{Sym: "Sender.SendMessage", Sends: &Sends{Kind: Publish, Body: Arg1, Key: "MessageID"}},
	{Sym: "Sender.SendMessageBatch", Sends: &Sends{Kind: Publish, Body: Arg1, Key: "MessageID"}},
	{Sym: "Message.MessageID", Sets: []Set{{What: Key, From: Value, Unit: Pointer}}},
}}

var azeventhubs = library{"v0.5.0", []Entry{
	{Sym: "ProducerClient.SendEventDataBatch", Sends: &Sends{Kind: Publish, Body: Arg1}},
}}

// SQL by other means than database/sql. A method that sqlx promotes from
// database/sql is found there.

var sqlx = library{"v1.4.0", []Entry{
	{Sym: "DB.NamedExec", Sends: &Sends{Kind: SQL, Query: Arg0}},
	{Sym: "DB.NamedExecContext", Sends: &Sends{Kind: SQL, Query: Arg1}},
	{Sym: "DB.MustExec", Sends: &Sends{Kind: SQL, Query: Arg0}},
	{Sym: "DB.MustExecContext", Sends: &Sends{Kind: SQL, Query: Arg1}},
	{Sym: "DB.NamedQuery", Sends: &Sends{Kind: SQL, Query: Arg0}},
	{Sym: "DB.Get", Sends: &Sends{Kind: SQL, Query: Arg1}},
	{Sym: "DB.GetContext", Sends: &Sends{Kind: SQL, Query: Arg2}},
	{Sym: "DB.Select", Sends: &Sends{Kind: SQL, Query: Arg1}},
	{Sym: "DB.SelectContext", Sends: &Sends{Kind: SQL, Query: Arg2}},
	{Sym: "DB.Queryx", Sends: &Sends{Kind: SQL, Query: Arg0}},
	{Sym: "DB.QueryxContext", Sends: &Sends{Kind: SQL, Query: Arg1}},
	{Sym: "DB.QueryRowx", Sends: &Sends{Kind: SQL, Query: Arg0}},
	{Sym: "DB.QueryRowxContext", Sends: &Sends{Kind: SQL, Query: Arg1}},
	{Sym: "Tx.NamedExec", Sends: &Sends{Kind: SQL, Query: Arg0, InTx: true}},
	{Sym: "Tx.NamedExecContext", Sends: &Sends{Kind: SQL, Query: Arg1, InTx: true}},
	{Sym: "Tx.MustExec", Sends: &Sends{Kind: SQL, Query: Arg0, InTx: true}},
	{Sym: "Tx.MustExecContext", Sends: &Sends{Kind: SQL, Query: Arg1, InTx: true}},
	{Sym: "NamedStmt.Exec", Sends: &Sends{Kind: SQL, Request: Recv}},
	{Sym: "NamedStmt.ExecContext", Sends: &Sends{Kind: SQL, Request: Recv}},
	{Sym: "NamedExec", Sends: &Sends{Kind: SQL, Query: Arg1}},
	{Sym: "NamedExecContext", Sends: &Sends{Kind: SQL, Query: Arg2}},
	{Sym: "MustExec", Sends: &Sends{Kind: SQL, Query: Arg1}},
	{Sym: "MustExecContext", Sends: &Sends{Kind: SQL, Query: Arg2}},
	{Sym: "Execer.Exec", Sends: &Sends{Kind: SQL, Query: Arg0}},
	{Sym: "ExecerContext.ExecContext", Sends: &Sends{Kind: SQL, Query: Arg1}},
}}

// github.com/jackc/pgx/v5: queries are not repeated; Acquire tries every
// connection of the pool once. Read.
var pgx = library{"v5.13.0", []Entry{
	{Sym: "Conn.Exec", Sends: &Sends{Kind: SQL, Query: Arg1}},
	{Sym: "Conn.Query", Sends: &Sends{Kind: SQL, Query: Arg1}},
	{Sym: "Conn.QueryRow", Sends: &Sends{Kind: SQL, Query: Arg1}},
	{Sym: "Conn.SendBatch", Sends: &Sends{Kind: SQL, Body: Arg1}},
	{Sym: "Conn.CopyFrom", Sends: &Sends{Kind: SQL, Body: Arg3}},
	{Sym: "Tx.Exec", Sends: &Sends{Kind: SQL, Query: Arg1, InTx: true}},
	{Sym: "Tx.Query", Sends: &Sends{Kind: SQL, Query: Arg1, InTx: true}},
	{Sym: "Tx.QueryRow", Sends: &Sends{Kind: SQL, Query: Arg1, InTx: true}},
	{Sym: "Tx.SendBatch", Sends: &Sends{Kind: SQL, Body: Arg1, InTx: true}},
	{Sym: "Tx.CopyFrom", Sends: &Sends{Kind: SQL, Body: Arg3, InTx: true}},
	{Sym: "BeginFunc", Once: Arg2},
	{Sym: "BeginTxFunc", Once: Arg3},
}}

var pgxpool = library{"v5.13.0", []Entry{
	{Sym: "Pool.Acquire", Client: &Client{Policy: &Policy{Bounded: true, Growth: NoWait, Jitter: Deterministic}, Reconnects: true}},
	{Sym: "Pool.AcquireFunc", Once: Arg1},
	{Sym: "Pool.Exec", Sends: &Sends{Kind: SQL, Query: Arg1}},
	{Sym: "Pool.Query", Sends: &Sends{Kind: SQL, Query: Arg1}},
	{Sym: "Pool.QueryRow", Sends: &Sends{Kind: SQL, Query: Arg1}},
	{Sym: "Pool.SendBatch", Sends: &Sends{Kind: SQL, Body: Arg1}},
	{Sym: "Pool.CopyFrom", Sends: &Sends{Kind: SQL, Body: Arg3}},
	{Sym: "Conn.Exec", Sends: &Sends{Kind: SQL, Query: Arg1}},
	{Sym: "Conn.Query", Sends: &Sends{Kind: SQL, Query: Arg1}},
	{Sym: "Conn.QueryRow", Sends: &Sends{Kind: SQL, Query: Arg1}},
	{Sym: "Tx.Exec", Sends: &Sends{Kind: SQL, Query: Arg1, InTx: true}},
	{Sym: "Tx.Query", Sends: &Sends{Kind: SQL, Query: Arg1, InTx: true}},
	{Sym: "Tx.QueryRow", Sends: &Sends{Kind: SQL, Query: Arg1, InTx: true}},
}}

// gorm.io/gorm v1.31.2, read. Clauses(OnConflict) makes a Create harmless.
var gorm = library{"v1.31.2", []Entry{
	{Sym: "DB.Create", Sends: &Sends{Kind: Store, Body: Arg0, Key: "OnConflict"}},
	{Sym: "DB.CreateInBatches", Sends: &Sends{Kind: Store, Body: Arg0, Key: "OnConflict"}},
	{Sym: "DB.Save", Sends: &Sends{Kind: Store, Body: Arg0, Safe: true}},
	{Sym: "DB.FirstOrCreate", Sends: &Sends{Kind: Store, Body: Arg0, Safe: true}},
	{Sym: "DB.Exec", Sends: &Sends{Kind: SQL, Query: Arg0}},
	{Sym: "DB.Raw", Sends: &Sends{Kind: SQL, Builds: true, Query: Arg0}},
	{Sym: "DB.Transaction", Once: Arg0},
}}

// github.com/uptrace/bun v1.3.0, read.
var bun = library{"v1.3.0", []Entry{
	{Sym: "DB.Exec", Sends: &Sends{Kind: SQL, Query: Arg0}},
	{Sym: "DB.ExecContext", Sends: &Sends{Kind: SQL, Query: Arg1}},
	{Sym: "InsertQuery.Exec", Sends: &Sends{Kind: Store, Request: Recv, Key: "On"}},
	{Sym: "InsertQuery.On", Wraps: Recv, Sets: []Set{{What: Key, From: Arg0}}},
	{Sym: "InsertQuery.Ignore", Wraps: Recv, Sets: []Set{{What: Key, Unit: Switch, To: 1}}},
}}

// xorm.io/xorm v1.4.3, read.
var xorm = library{"v1.4.3", []Entry{
	{Sym: "Engine.Insert", Sends: &Sends{Kind: Store, Body: Rest}},
	{Sym: "Engine.InsertOne", Sends: &Sends{Kind: Store, Body: Arg0}},
	{Sym: "Engine.Exec", Sends: &Sends{Kind: SQL, Body: Rest}},
	{Sym: "Session.Insert", Sends: &Sends{Kind: Store, Body: Rest}},
	{Sym: "Session.InsertOne", Sends: &Sends{Kind: Store, Body: Arg0}},
	{Sym: "Session.InsertMulti", Sends: &Sends{Kind: Store, Body: Arg0}},
	{Sym: "Session.Exec", Sends: &Sends{Kind: SQL, Body: Rest}},
}}

// github.com/Masterminds/squirrel v1.5.4, read. A suffix may hold ON CONFLICT.
var squirrel = library{"v1.5.4", []Entry{
	{Sym: "InsertBuilder.Exec", Sends: &Sends{Kind: Store, Request: Recv, Key: "Suffix"}},
	{Sym: "InsertBuilder.ExecContext", Sends: &Sends{Kind: Store, Request: Recv, Key: "Suffix"}},
	{Sym: "InsertBuilder.Query", Sends: &Sends{Kind: Store, Request: Recv, Key: "Suffix"}},
	{Sym: "InsertBuilder.QueryContext", Sends: &Sends{Kind: Store, Request: Recv, Key: "Suffix"}},
	{Sym: "InsertBuilder.Suffix", Wraps: Recv, Sets: []Set{{What: Key, From: Arg0}}},
	{Sym: "InsertBuilder.Options", Wraps: Recv, Sets: []Set{{What: Key, From: Rest}}},
}}
