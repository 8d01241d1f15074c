package knowledge

import "time"

// github.com/stripe/stripe-go v82.5.1, the same design since v71: three calls on
// transport errors, 409, and bodies that are not Stripe's; the first wait is
// exactly 500 ms. The library sets one Idempotency-Key for a call and its
// repeats, unless the parameters are nil; a loop around the call sends another
// key each time. Measured.
var stripe = library{"v82.5.1", []Entry{
	{Sym: "GetBackendWithConfig", Client: &stripeClient, Sets: []Set{{What: Config, From: Arg1}}},
	{Sym: "GetBackend", Client: &stripeClient},
	{Sym: "NewBackends", Client: &stripeClient},
	{Sym: "NewBackendsWithConfig", Client: &stripeClient, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "NewClient", Client: &stripeClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "BackendConfig.MaxNetworkRetries", Sets: []Set{{What: Attempts, From: Value, Unit: RetriedPointer}}},
	{Sym: "DefaultMaxNetworkRetries", Is: &stripePolicy},
	{Sym: "Params.IdempotencyKey", Sets: []Set{{What: Key, From: Value}}},
	{Sym: "Params.SetIdempotencyKey", Alters: Recv, Sets: []Set{{What: Key, From: Arg0}}},
	{Sym: "Backend.Call", Client: &stripeClient, Sends: &Sends{Kind: RPC, MethodAt: Arg0, URL: Arg1, Body: Arg3, Key: "IdempotencyKey"}},

	// services of stripe.NewClient
	{Sym: "*Service.Retrieve*", Client: &stripeClient, Sends: &Sends{Kind: RPC, Method: "GET"}},
	{Sym: "*Service.List*", Client: &stripeClient, Sends: &Sends{Kind: RPC, Method: "GET"}},
	{Sym: "*Service.Search*", Client: &stripeClient, Sends: &Sends{Kind: RPC, Method: "GET"}},
	{Sym: "*Service.Delete*", Client: &stripeClient, Sends: &Sends{Kind: RPC, Method: "DELETE"}},
	{Sym: "*Service.Create*", Client: &stripeClient, Sends: &Sends{Kind: RPC, Method: "POST", Body: Last, Key: "IdempotencyKey"}},
	{Sym: "*Service.*", Client: &stripeClient, Sends: &Sends{Kind: RPC, Method: "POST", Body: Last, Key: "IdempotencyKey"}},
}}

// github.com/stripe/stripe-go/v*/customer and its like, and client.API.
var stripeResource = library{"v82.5.1", []Entry{
	{Sym: "API.Init", Client: &stripeClient, Sets: []Set{{What: Config, From: Arg1}}},
	{Sym: "Get*", Client: &stripeClient, Sends: &Sends{Kind: RPC, Method: "GET"}},
	{Sym: "List*", Client: &stripeClient, Sends: &Sends{Kind: RPC, Method: "GET"}},
	{Sym: "Search*", Client: &stripeClient, Sends: &Sends{Kind: RPC, Method: "GET"}},
	{Sym: "Del*", Client: &stripeClient, Sends: &Sends{Kind: RPC, Method: "DELETE"}},
	{Sym: "Client.Get*", Client: &stripeClient, Sends: &Sends{Kind: RPC, Method: "GET"}},
	{Sym: "Client.List*", Client: &stripeClient, Sends: &Sends{Kind: RPC, Method: "GET"}},
	{Sym: "Client.Search*", Client: &stripeClient, Sends: &Sends{Kind: RPC, Method: "GET"}},
	{Sym: "Client.Del*", Client: &stripeClient, Sends: &Sends{Kind: RPC, Method: "DELETE"}},
	{Sym: "Client.*", Client: &stripeClient, Sends: &Sends{Kind: RPC, Method: "POST", Body: Last, Key: "IdempotencyKey"}},
	{Sym: "New*", Client: &stripeClient, Sends: &Sends{Kind: RPC, Method: "POST", Body: Last, Key: "IdempotencyKey"}},
	{Sym: "Update*", Client: &stripeClient, Sends: &Sends{Kind: RPC, Method: "POST", Body: Last, Key: "IdempotencyKey"}},
	{Sym: "C*", Client: &stripeClient, Sends: &Sends{Kind: RPC, Method: "POST", Body: Last, Key: "IdempotencyKey"}}, // Capture, Cancel, Confirm
}}

var stripePolicy = Policy{
	Calls: 3, Growth: Exponential, Base: 500 * time.Millisecond, Ceiling: 5 * time.Second, Jitter: Jittered, Traits: FirstFixed,
}

var stripeClient = Client{Policy: &stripePolicy, Post: Yes, Key: Yes, Rewinds: Yes, RetryAfter: No}
