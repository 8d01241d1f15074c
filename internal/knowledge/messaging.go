package knowledge

import "time"

// github.com/IBM/sarama: constant delays without jitter unless BackoffFunc is
// set; a producer is not idempotent unless it is asked to be; consumers retry
// for ever. Configuration and NewExponentialBackoff measured, sends read.
var sarama = library{"v1.61.1", []Entry{
	{Sym: "NewConfig", Makes: &saramaProducer},
	{Sym: "NewSyncProducer", Client: &saramaClient, Sets: []Set{{What: Config, From: Arg1, Field: "Producer.Retry"}}},
	{Sym: "NewAsyncProducer", Client: &saramaClient, Sets: []Set{{What: Config, From: Arg1, Field: "Producer.Retry"}}},
	{Sym: "NewSyncProducerFromClient", Wraps: Arg0, Client: &saramaClient},
	{Sym: "NewAsyncProducerFromClient", Wraps: Arg0, Client: &saramaClient},
	{Sym: "NewClient", Client: &Client{Policy: &saramaMetadata}, Sets: []Set{{What: Config, From: Arg1, Field: "Metadata.Retry"}}},
	{Sym: "NewConsumer", Client: &Client{Policy: &saramaConsumer, Reconnects: true}, Sets: []Set{{What: Config, From: Arg1, Field: "Consumer.Retry"}}},
	{Sym: "NewConsumerGroup", Client: &Client{Policy: &saramaConsumer, Reconnects: true}, Sets: []Set{{What: Config, From: Arg2, Field: "Consumer.Retry"}}},
	{Sym: "NewClusterAdmin", Client: &Client{Policy: &saramaAdmin}, Sets: []Set{{What: Config, From: Arg1, Field: "Admin.Retry"}}},
	{Sym: "SyncProducer.SendMessage", Client: &saramaClient, Sends: &Sends{Kind: Publish, Body: Arg0}},
	{Sym: "SyncProducer.SendMessages", Client: &saramaClient, Sends: &Sends{Kind: Publish, Body: Arg0}},
	{Sym: "Config.Producer.Idempotent", Sets: []Set{{What: Key, From: Value, Unit: Switch}}},
	{Sym: "Config.Producer.Retry.Max", Sets: []Set{{What: Attempts, From: Value, Unit: Retried}}},
	{Sym: "Config.Producer.Retry.Backoff", Sets: []Set{{What: Base, From: Value, Zero: AtOnce}}},
	{Sym: "Config.Producer.Retry.BackoffFunc", Sets: []Set{{What: Schedule, From: Value, Unit: Function, Zero: Fixed}}},
	{Sym: "Config.Producer.Transaction.Retry.Max", Sets: []Set{{What: Attempts, From: Value, Unit: Retried}}},
	{Sym: "Config.Producer.Transaction.Retry.Backoff", Sets: []Set{{What: Base, From: Value, Zero: AtOnce}}},
	{Sym: "Config.Producer.Transaction.Retry.BackoffFunc", Sets: []Set{{What: Schedule, From: Value, Unit: Function, Zero: Fixed}}},
	{Sym: "Config.Metadata.Retry.Max", Sets: []Set{{What: Attempts, From: Value, Unit: Retried}}},
	{Sym: "Config.Metadata.Retry.Backoff", Sets: []Set{{What: Base, From: Value, Zero: AtOnce}}},
	{Sym: "Config.Metadata.Retry.BackoffFunc", Sets: []Set{{What: Schedule, From: Value, Unit: Function, Zero: Fixed}}},
	{Sym: "Config.Consumer.Retry.Backoff", Sets: []Set{{What: Base, From: Value, Zero: AtOnce}}},
	{Sym: "Config.Consumer.Retry.BackoffFunc", Sets: []Set{{What: Schedule, From: Value, Unit: Function, Zero: Fixed}}},
	{Sym: "Config.Consumer.Retry.Max", Sets: []Set{{What: Attempts, From: Value, Unit: Retried, Zero: Unlimited}}},
	{Sym: "Config.Admin.Retry.Max", Sets: []Set{{What: Attempts, From: Value}}},
	{Sym: "Config.Admin.Retry.Backoff", Sets: []Set{{What: Base, From: Value, Zero: AtOnce}}},
	{Sym: "NewExponentialBackoff", Makes: &Policy{Growth: Exponential, Factor: 2, Jitter: Jittered, Traits: LostAtCeiling}, Sets: []Set{{What: Base, From: Arg0}, {What: Ceiling, From: Arg1}}},
}}

var (
	saramaProducer = Policy{Calls: 4, Growth: Constant, Base: 100 * time.Millisecond, Jitter: Deterministic}
	saramaMetadata = Policy{Calls: 4, Growth: Constant, Base: 250 * time.Millisecond, Jitter: Deterministic}
	saramaConsumer = Policy{Calls: Endless, Growth: Constant, Base: 2 * time.Second, Jitter: Deterministic}
	saramaAdmin    = Policy{Calls: 5, Growth: Constant, Base: 100 * time.Millisecond, Jitter: Deterministic}
	saramaClient   = Client{Policy: &saramaProducer, Post: Yes, Key: No, Rewinds: Yes}
)

// github.com/segmentio/kafka-go: n² times 100 ms up to a second, no hook for
// jitter, no idempotent producer. Read.
var kafkaGo = library{"v0.4.51", []Entry{
	{Sym: "NewWriter", Client: &kafkaGoWriter, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "Writer", Client: &kafkaGoWriter},
	{Sym: "Writer.WriteMessages", Client: &kafkaGoWriter, Sends: &Sends{Kind: Publish, Body: Rest}},
	{Sym: "Writer.MaxAttempts", Sets: []Set{{What: Attempts, From: Value, Zero: Default}}},
	{Sym: "Writer.WriteBackoffMin", Sets: []Set{{What: Base, From: Value, Zero: Default}}},
	{Sym: "Writer.WriteBackoffMax", Sets: []Set{{What: Ceiling, From: Value, Zero: Default}}},
	{Sym: "WriterConfig.MaxAttempts", Sets: []Set{{What: Attempts, From: Value, Zero: Default}}},
	{Sym: "NewReader", Client: &Client{Policy: &kafkaGoReader, Reconnects: true}, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "ReaderConfig.MaxAttempts", Sets: []Set{{What: Attempts, From: Value, Zero: Default}}},
	{Sym: "ReaderConfig.ReadBackoffMin", Sets: []Set{{What: Base, From: Value, Zero: Default}}},
	{Sym: "ReaderConfig.ReadBackoffMax", Sets: []Set{{What: Ceiling, From: Value, Zero: Default}}},
	{Sym: "Conn.WriteMessages", Sends: &Sends{Kind: Publish, Body: Rest}},
}}

var (
	kafkaGoReader = Policy{Calls: 3, Growth: Exponential, Base: 100 * time.Millisecond, Ceiling: time.Second, Jitter: Deterministic}
	kafkaGoWriter = Client{
		Policy: &Policy{Calls: 10, Growth: Exponential, Base: 100 * time.Millisecond, Ceiling: time.Second, Jitter: Deterministic},
		Post:   Yes, Key: No, Rewinds: Yes,
	}
)

// github.com/twmb/franz-go/pkg/kgo: records are retried for ever by a producer
// that is idempotent unless that is switched off; requests 20 times. Measured,
// RetryTimeout read.
var franz = library{"v1.22.3", []Entry{
	{Sym: "NewClient", Client: &franzClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "Client.Produce", Client: &franzClient, Sends: &Sends{Kind: Publish, Body: Arg1, Dedup: true}},
	{Sym: "Client.TryProduce", Client: &franzClient, Sends: &Sends{Kind: Publish, Body: Arg1, Dedup: true}},
	{Sym: "Client.ProduceSync", Client: &franzClient, Sends: &Sends{Kind: Publish, Body: Rest, Dedup: true}},
	{Sym: "Client.Request", Client: &Client{Policy: &franzRequests}},
	{Sym: "RequestRetries", Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}}},
	{Sym: "RecordRetries", Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried}}},
	{Sym: "RecordDeliveryTimeout", Sets: []Set{{What: Elapsed, From: Arg0, Zero: Unlimited}}},
	{Sym: "RetryTimeout", Sets: []Set{{What: Elapsed, From: Arg0}}},
	{Sym: "RetryBackoffFn", Sets: []Set{{What: Schedule, From: Arg0, Unit: Function}}},
	{Sym: "DisableIdempotentWrite", Sets: []Set{{What: Key, Unit: Switch}}},
}}

var (
	franzRequests = Policy{Calls: 20, Growth: Exponential, Base: 250 * time.Millisecond, Factor: 2, Ceiling: 5 * time.Second, Jitter: Jittered, Traits: LostAtCeiling}
	franzClient   = Client{
		Policy: &Policy{Calls: Endless, Growth: Exponential, Base: 250 * time.Millisecond, Factor: 2, Ceiling: 5 * time.Second, Jitter: Jittered, Traits: LostAtCeiling},
		Post:   Yes, Key: Yes, Rewinds: Yes,
	}
)

// github.com/nats-io/nats.go: 60 reconnects for each server, 2 s plus up to
// 100 ms; a JetStream publish is sent three times, 250 ms apart, when nobody
// answers. A message is told from its repeat only by its id. Read.
var nats = library{"v1.55.0", []Entry{
	{Sym: "Connect", Client: &natsClient, Sets: []Set{{What: Options, From: Rest}}},
	{Sym: "MaxReconnects", Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried, Negative: Unlimited}}},
	{Sym: "ReconnectWait", Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "ReconnectJitter", Sets: []Set{{What: Randomness, From: Arg0, Zero: Off}}},
	{Sym: "CustomReconnectDelay", Sets: []Set{{What: Schedule, From: Arg0, Unit: Function}}},
	{Sym: "RetryOnFailedConnect", Sets: []Set{{What: Enabled, From: Arg0, Unit: Switch}}},
	{Sym: "NoReconnect", Sets: []Set{{What: Disabled, Unit: Switch, To: 1}}},
	{Sym: "Options.MaxReconnect", Sets: []Set{{What: Attempts, From: Value, Unit: Retried, Negative: Unlimited}}},
	{Sym: "Options.ReconnectWait", Sets: []Set{{What: Base, From: Value}}},
	{Sym: "Options.ReconnectJitter", Sets: []Set{{What: Randomness, From: Value, Zero: Off}}},
	{Sym: "RetryAttempts", Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried, Negative: Unlimited}}},
	{Sym: "RetryWait", Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "MsgId", Sets: []Set{{What: Key, From: Arg0}}},
	{Sym: "Conn.Publish", Sends: &Sends{Kind: Publish, Body: Arg1}}, // fire and forget
	{Sym: "Conn.PublishMsg", Sends: &Sends{Kind: Publish, Body: Arg0, Key: "Nats-Msg-Id"}},
	{Sym: "Conn.PublishRequest", Sends: &Sends{Kind: Publish, Body: Arg2}},
	{Sym: "Conn.Request", Sends: &Sends{Kind: RPC, Body: Arg1}},
	{Sym: "Conn.RequestWithContext", Sends: &Sends{Kind: RPC, Body: Arg2}},
	{Sym: "Conn.RequestMsg", Sends: &Sends{Kind: RPC, Body: Arg0}},
	{Sym: "JetStream.Publish", Client: &jetstreamClient, Sends: &Sends{Kind: Publish, Body: Arg1, Key: "MsgId", KeyAt: Rest}},
	{Sym: "JetStream.PublishMsg", Client: &jetstreamClient, Sends: &Sends{Kind: Publish, Body: Arg0, Key: "MsgId", KeyAt: Rest}},
	{Sym: "JetStream.PublishAsync", Client: &jetstreamClient, Sends: &Sends{Kind: Publish, Body: Arg1, Key: "MsgId", KeyAt: Rest}},
	{Sym: "JetStream.PublishMsgAsync", Client: &jetstreamClient, Sends: &Sends{Kind: Publish, Body: Arg0, Key: "MsgId", KeyAt: Rest}},
	{Sym: "Header.Set", Alters: Recv, Sets: []Set{{What: HeaderName, From: Arg0}, {What: HeaderValue, From: Arg1}}},
	{Sym: "Header.Add", Alters: Recv, Sets: []Set{{What: HeaderName, From: Arg0}, {What: HeaderValue, From: Arg1}}},
}}

var natsJetstream = library{"v1.55.0", []Entry{
	{Sym: "Publisher.Publish", Client: &jetstreamClient, Sends: &Sends{Kind: Publish, Body: Arg2, Key: "WithMsgID", KeyAt: Rest}},
	{Sym: "Publisher.PublishMsg", Client: &jetstreamClient, Sends: &Sends{Kind: Publish, Body: Arg1, Key: "WithMsgID", KeyAt: Rest}},
	{Sym: "Publisher.PublishAsync", Client: &jetstreamClient, Sends: &Sends{Kind: Publish, Body: Arg1, Key: "WithMsgID", KeyAt: Rest}},
	{Sym: "Publisher.PublishMsgAsync", Client: &jetstreamClient, Sends: &Sends{Kind: Publish, Body: Arg0, Key: "WithMsgID", KeyAt: Rest}},
	{Sym: "WithRetryAttempts", Sets: []Set{{What: Attempts, From: Arg0, Unit: Retried, Negative: Unlimited}}},
	{Sym: "WithRetryWait", Sets: []Set{{What: Base, From: Arg0}}},
	{Sym: "WithMsgID", Sets: []Set{{What: Key, From: Arg0}}},
	{Sym: "ConsumerConfig.MaxDeliver", Schedules: &Schedules{Policy: &constantForEver}, Sets: []Set{{What: Attempts, From: Value, Zero: Unlimited, Negative: Unlimited}}},
	{Sym: "ConsumerConfig.BackOff", Sets: []Set{{What: Schedule, From: Value, Unit: List}}},
}}

var (
	natsClient = Client{
		Policy:     &Policy{Calls: 60, Growth: Constant, Base: 2 * time.Second, Jitter: Jittered, Traits: SmallJitter},
		Reconnects: true,
	}
	jetstreamClient = Client{
		Policy: &Policy{Calls: 3, Growth: Constant, Base: 250 * time.Millisecond, Jitter: Deterministic},
		Post:   Yes, Key: No, Rewinds: Yes,
	}
)

// github.com/rabbitmq/amqp091-go: nothing, unless Config.Recovery is set; then
// five times 5 s plus up to half a second. Read.
var amqp091 = library{"v1.16.0", []Entry{
	{Sym: "DialConfig", Client: &amqpClient, Sets: []Set{{What: Config, From: Arg1}}},
	{Sym: "Config.Recovery", Sets: []Set{{What: Reconnect, From: Value, Zero: Off}}},
	{Sym: "ReconnectionConfig", Is: &amqpRecovery},
	{Sym: "ReconnectionConfig.MaxRetryCount", Sets: []Set{{What: Attempts, From: Value, Zero: Default}}},
	{Sym: "ReconnectionConfig.RetryInterval", Sets: []Set{{What: Base, From: Value, Zero: Default}}},
	{Sym: "Channel.Publish", Sends: &Sends{Kind: Publish, Body: Arg4, Key: "MessageId"}},
	{Sym: "Channel.PublishWithContext", Sends: &Sends{Kind: Publish, Body: Arg5, Key: "MessageId"}},
	{Sym: "Channel.PublishWithDeferredConfirm", Sends: &Sends{Kind: Publish, Body: Arg4, Key: "MessageId"}},
	{Sym: "Channel.PublishWithDeferredConfirmWithContext", Sends: &Sends{Kind: Publish, Body: Arg5, Key: "MessageId"}},
}}

var (
	amqpRecovery = Policy{Calls: 5, Growth: Constant, Base: 5 * time.Second, Jitter: Jittered, Traits: SmallJitter}
	amqpClient   = Client{Policy: &oneCall, Reconnects: true}
)

// github.com/streadway/amqp v1.1.0, which retries nothing. Read.
var amqpStreadway = library{"v1.1.0", []Entry{
	{Sym: "Channel.Publish", Sends: &Sends{Kind: Publish, Body: Arg4, Key: "MessageId"}},
}}

// github.com/eclipse/paho.mqtt.golang: a lost connection is made again for
// ever, one second doubled to ten minutes; the first only with
// SetConnectRetry, every 30 s. Read.
var paho = library{"v1.5.1", []Entry{
	{Sym: "NewClientOptions", Makes: &pahoReconnect},
	{Sym: "NewClient", Client: &Client{Policy: &pahoReconnect, Reconnects: true}, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "ClientOptions.SetAutoReconnect", Alters: Recv, Sets: []Set{{What: Enabled, From: Arg0, Unit: Switch}}},
	{Sym: "ClientOptions.SetMaxReconnectInterval", Alters: Recv, Sets: []Set{{What: Ceiling, From: Arg0}}},
	{Sym: "ClientOptions.SetConnectRetry", Alters: Recv, Sets: []Set{{What: Enabled, From: Arg0, Unit: Switch, Growth: Constant}}},
	{Sym: "ClientOptions.SetConnectRetryInterval", Alters: Recv, Sets: []Set{{What: Base, From: Arg0, Growth: Constant}}},
	{Sym: "Client.Publish", Sends: &Sends{Kind: Publish, Body: Arg3}},
}}

var pahoReconnect = Policy{Calls: Endless, Growth: Exponential, Base: time.Second, Factor: 2, Ceiling: 10 * time.Minute, Jitter: Deterministic}

// github.com/nsqio/go-nsq: a message five times, and a pause of the consumer of
// 2ⁿ s up to two minutes. Strategies measured, the rest read.
var nsq = library{"v1.1.0", []Entry{
	{Sym: "NewConfig", Makes: &nsqBackoff},
	{Sym: "Config.MaxAttempts", Schedules: &Schedules{Policy: &Policy{Calls: 5}}, Sets: []Set{{What: Attempts, From: Value, Zero: Unlimited}}},
	{Sym: "Config.BackoffStrategy", Sets: []Set{{What: Schedule, From: Value, Zero: Default}}},
	{Sym: "Config.BackoffMultiplier", Sets: []Set{{What: Base, From: Value}}},
	{Sym: "Config.MaxBackoffDuration", Sets: []Set{{What: Ceiling, From: Value}}},
	{Sym: "ExponentialStrategy", Is: &doublingDelay},
	{Sym: "FullJitterStrategy", Is: &fullJitterDelay},
	{Sym: "Producer.Publish", Sends: &Sends{Kind: Publish, Body: Arg1}},
	{Sym: "Producer.MultiPublish", Sends: &Sends{Kind: Publish, Body: Arg1}},
	{Sym: "Producer.DeferredPublish", Sends: &Sends{Kind: Publish, Body: Arg2}},
	{Sym: "Producer.PublishAsync", Sends: &Sends{Kind: Publish, Body: Arg1}},
	{Sym: "Producer.MultiPublishAsync", Sends: &Sends{Kind: Publish, Body: Arg1}},
}}

var nsqBackoff = Policy{Calls: 5, Growth: Exponential, Base: time.Second, Factor: 2, Ceiling: 2 * time.Minute, Jitter: Deterministic}

// github.com/apache/pulsar-client-go/pulsar: reconnects for ever. The policy
// measured, the rest read.
var pulsar = library{"v0.19.0", []Entry{
	{Sym: "ProducerOptions.MaxReconnectToBroker", Sets: []Set{{What: Attempts, From: Value, Unit: Pointer, Zero: Unlimited}}},
	{Sym: "ProducerOptions.BackOffPolicyFunc", Sets: []Set{{What: Schedule, From: Value, Unit: Function, Zero: Default}}},
	{Sym: "ConsumerOptions.MaxReconnectToBroker", Sets: []Set{{What: Attempts, From: Value, Unit: Pointer, Zero: Unlimited}}},
	{Sym: "ConsumerOptions.BackOffPolicyFunc", Sets: []Set{{What: Schedule, From: Value, Unit: Function, Zero: Default}}},
	{Sym: "Client.CreateProducer", Client: &Client{Policy: &pulsarPolicy, Reconnects: true}, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "Client.Subscribe", Client: &Client{Policy: &pulsarPolicy, Reconnects: true}, Sets: []Set{{What: Config, From: Arg0}}},
	{Sym: "Producer.Send", Sends: &Sends{Kind: Publish, Body: Arg1, Key: "SequenceID"}},
	{Sym: "Producer.SendAsync", Sends: &Sends{Kind: Publish, Body: Arg1, Key: "SequenceID"}},
}}

var pulsarBackoff = library{"v0.19.0", []Entry{
	{Sym: "NewDefaultBackoff", Makes: &pulsarPolicy},
	{Sym: "Policy.Next", Yields: &Yields{Policy: Recv, Delay: true}},
	{Sym: "DefaultBackoff.Next", Yields: &Yields{Policy: Recv, Delay: true}},
}}

var pulsarPolicy = Policy{Calls: Endless, Growth: Exponential, Base: 100 * time.Millisecond, Factor: 2, Ceiling: time.Minute, Jitter: Jittered}
