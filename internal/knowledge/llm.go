package knowledge

import "time"

// github.com/openai/openai-go v1.12.0 and v3.99.0, and
// github.com/anthropics/anthropic-sdk-go v1.84.0, which are generated alike:
// three calls, half a second doubled to 8 s times 75 to 100 %, POST included,
// no key. openai-go v3 measured, the rest read.

var llmPolicy = Policy{
	Calls: 3, Growth: Exponential, Base: 500 * time.Millisecond, Factor: 2, Ceiling: 8 * time.Second, Jitter: Jittered,
}

var llmClient = Client{Policy: &llmPolicy, Config: Rest, Post: Yes, Key: No, Rewinds: Yes, RetryAfter: Yes}

// What computes an answer may be asked twice; what creates an object may not.
var (
	llmAsks    = Sends{Kind: HTTP, Method: "POST", Body: Arg1, Safe: true}
	llmCreates = Sends{Kind: HTTP, Method: "POST", Body: Arg1}
)

var openai = library{"v3.99.0", []Entry{
	{Sym: "NewClient", Client: &llmClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Client.Get", Client: &llmClient, Sends: &Sends{Kind: HTTP, Method: "GET", URL: Arg1}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Client.Post", Client: &llmClient, Sends: &Sends{Kind: HTTP, Method: "POST", URL: Arg1, Body: Arg2}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Client.Put", Client: &llmClient, Sends: &Sends{Kind: HTTP, Method: "PUT", URL: Arg1, Body: Arg2}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Client.Patch", Client: &llmClient, Sends: &Sends{Kind: HTTP, Method: "PATCH", URL: Arg1, Body: Arg2}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Client.Delete", Client: &llmClient, Sends: &Sends{Kind: HTTP, Method: "DELETE", URL: Arg1}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Client.Execute", Client: &llmClient, Sends: &Sends{Kind: HTTP, MethodAt: Arg1, URL: Arg2, Body: Arg3}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "ChatCompletionService.New", Client: &llmClient, Sends: &llmAsks, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "ChatCompletionService.NewStreaming", Client: &llmClient, Sends: &llmAsks, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "CompletionService.New", Client: &llmClient, Sends: &llmAsks, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "CompletionService.NewStreaming", Client: &llmClient, Sends: &llmAsks, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "EmbeddingService.New", Client: &llmClient, Sends: &llmAsks, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "ModerationService.New", Client: &llmClient, Sends: &llmAsks, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "AudioTranscriptionService.New", Client: &llmClient, Sends: &llmAsks, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "*Service.Get*", Client: &llmClient, Sends: &Sends{Kind: HTTP, Method: "GET"}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "*Service.List*", Client: &llmClient, Sends: &Sends{Kind: HTTP, Method: "GET"}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "*Service.Delete*", Client: &llmClient, Sends: &Sends{Kind: HTTP, Method: "DELETE"}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "*Service.New", Client: &llmClient, Sends: &llmCreates, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "*Service.*", Client: &llmClient, Sets: []Set{{What: Options, From: Rest}}},
}}

// The responses of openai-go, which have a package of their own.
var openaiResponses = library{"v3.99.0", []Entry{
	{Sym: "ResponseService.New", Client: &llmClient, Sends: &llmAsks, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "ResponseService.NewStreaming", Client: &llmClient, Sends: &llmAsks, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "*Service.*", Client: &llmClient, Sets: []Set{{What: Options, From: Rest}}},
}}

var anthropic = library{"v1.84.0", []Entry{
	{Sym: "NewClient", Client: &llmClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Client.Get", Client: &llmClient, Sends: &Sends{Kind: HTTP, Method: "GET", URL: Arg1}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Client.Post", Client: &llmClient, Sends: &Sends{Kind: HTTP, Method: "POST", URL: Arg1, Body: Arg2}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Client.Execute", Client: &llmClient, Sends: &Sends{Kind: HTTP, MethodAt: Arg1, URL: Arg2, Body: Arg3}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "MessageService.New", Client: &llmClient, Sends: &llmAsks, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "MessageService.NewStreaming", Client: &llmClient, Sends: &llmAsks, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "MessageService.CountTokens", Client: &llmClient, Sends: &llmAsks, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "CompletionService.New", Client: &llmClient, Sends: &llmAsks, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "CompletionService.NewStreaming", Client: &llmClient, Sends: &llmAsks, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "BetaMessageService.New", Client: &llmClient, Sends: &llmAsks, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "BetaMessageService.NewStreaming", Client: &llmClient, Sends: &llmAsks, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "*Service.Get*", Client: &llmClient, Sends: &Sends{Kind: HTTP, Method: "GET"}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "*Service.List*", Client: &llmClient, Sends: &Sends{Kind: HTTP, Method: "GET"}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "*Service.Delete*", Client: &llmClient, Sends: &Sends{Kind: HTTP, Method: "DELETE"}, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "*Service.New", Client: &llmClient, Sends: &llmCreates, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "*Service.*", Client: &llmClient, Sets: []Set{{What: Options, From: Rest}}},
}}

// The option packages of all of them.
var llmOption = library{"v3.99.0", []Entry{
	{Sym: "WithMaxRetries", Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}}},
	{Sym: "WithHeader", Sets: []Set{{What: HeaderName, From: Arg0}, {What: HeaderValue, From: Arg1}}},
	{Sym: "WithHeaderAdd", Sets: []Set{{What: HeaderName, From: Arg0}, {What: HeaderValue, From: Arg1}}},
}}

var openaiV3Option = library{"v3.99.0", []Entry{
	{Sym: "WithMaxRetries", Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}}},
	{Sym: "WithMaxRetryDelay", Sets: []Set{{What: Ceiling, From: Arg0}}},
	{Sym: "WithHeader", Sets: []Set{{What: HeaderName, From: Arg0}, {What: HeaderValue, From: Arg1}}},
	{Sym: "WithHeaderAdd", Sets: []Set{{What: HeaderName, From: Arg0}, {What: HeaderValue, From: Arg1}}},
}}
