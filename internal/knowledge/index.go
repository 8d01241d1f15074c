package knowledge

import "strings"

// libraries is sorted by path. Old paths of a module whose behaviour is the
// same by its history share a table.
var libraries = [...]struct {
	path    string
	library *library
}{
	{"cloud.google.com/go/firestore", &firestoreLib},
	{"cloud.google.com/go/pubsub", &pubsubV1},
	{"cloud.google.com/go/pubsub/v2", &pubsubV2},
	{"cloud.google.com/go/spanner", &spanner},
	{"cloud.google.com/go/storage", &gcs},
	{"database/sql", &databaseSQL},
	{"github.com/Azure/azure-sdk-for-go/sdk/azcore/internal/exported", &azcoreExported},
	{"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy", &azcorePolicy},
	{"github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime", &azcoreRuntime},
	{"github.com/Azure/azure-sdk-for-go/sdk/messaging/azeventhubs", &azeventhubs},
	{"github.com/Azure/azure-sdk-for-go/sdk/messaging/azservicebus", &azservicebus},
	{"github.com/Azure/go-autorest/autorest", &autorest},
	{"github.com/DataDog/datadog-api-client-go/v2/api/datadog", &datadog},
	{"github.com/IBM/sarama", &sarama},
	{"github.com/Masterminds/squirrel", &squirrel},
	{"github.com/PuerkitoBio/rehttp", &rehttp},
	{"github.com/Rican7/retry", &rican},
	{"github.com/Rican7/retry/backoff", &ricanBackoff},
	{"github.com/Rican7/retry/jitter", &ricanJitter},
	{"github.com/Rican7/retry/strategy", &ricanStrategy},
	{"github.com/Shopify/sarama", &sarama},
	{"github.com/ThreeDotsLabs/watermill/message/router/middleware", &watermillMiddleware},
	{"github.com/anthropics/anthropic-sdk-go", &anthropic},
	{"github.com/anthropics/anthropic-sdk-go/option", &llmOption},
	{"github.com/apache/cassandra-gocql-driver/v2", &cassandra},
	{"github.com/apache/pulsar-client-go/pulsar", &pulsar},
	{"github.com/apache/pulsar-client-go/pulsar/backoff", &pulsarBackoff},
	{"github.com/avast/retry-go", &avastV0},
	{"github.com/avast/retry-go/v3", &avastV3},
	{"github.com/avast/retry-go/v4", &avastV4},
	{"github.com/avast/retry-go/v5", &avastV5},
	{"github.com/aws/aws-sdk-go-v2/aws", &awsV2},
	{"github.com/aws/aws-sdk-go-v2/aws/retry", &awsV2Retry},
	{"github.com/aws/aws-sdk-go-v2/config", &awsV2Config},
	{"github.com/aws/aws-sdk-go-v2/service/eventbridge", &awsEvents},
	{"github.com/aws/aws-sdk-go-v2/service/firehose", &awsStreams},
	{"github.com/aws/aws-sdk-go-v2/service/kinesis", &awsStreams},
	{"github.com/aws/aws-sdk-go-v2/service/ses", &awsSES},
	{"github.com/aws/aws-sdk-go-v2/service/sesv2", &awsSES},
	{"github.com/aws/aws-sdk-go-v2/service/sns", &awsSNS},
	{"github.com/aws/aws-sdk-go-v2/service/sqs", &awsSQS},
	{"github.com/aws/aws-sdk-go/aws", &awsV1},
	{"github.com/aws/aws-sdk-go/aws/client", &awsV1Client},
	{"github.com/aws/aws-sdk-go/service/dynamodb", &awsV1Dynamo},
	{"github.com/aws/aws-sdk-go/service/dynamodb/dynamodbiface", &awsV1DynamoIface},
	{"github.com/aws/aws-sdk-go/service/ses", &awsV1SES},
	{"github.com/aws/aws-sdk-go/service/ses/sesiface", &awsV1SES},
	{"github.com/aws/aws-sdk-go/service/sns", &awsV1SNS},
	{"github.com/aws/aws-sdk-go/service/sns/snsiface", &awsV1SNS},
	{"github.com/aws/aws-sdk-go/service/sqs", &awsV1SQS},
	{"github.com/aws/aws-sdk-go/service/sqs/sqsiface", &awsV1SQS},
	{"github.com/aws/smithy-go/waiter", &smithyWaiter},
	{"github.com/bsm/redislock", &redislock},
	{"github.com/buildkite/roko", &roko},
	{"github.com/carlmjohnson/requests", &carlRequests},
	{"github.com/cenk/backoff", &cenkaltiV2},
	{"github.com/cenkalti/backoff", &cenkaltiV2},
	{"github.com/cenkalti/backoff/v3", &cenkaltiV3},
	{"github.com/cenkalti/backoff/v4", &cenkaltiV4},
	{"github.com/cenkalti/backoff/v5", &cenkaltiV5},
	{"github.com/cloudevents/sdk-go/v2/client", &cloudeventsClient},
	{"github.com/cloudevents/sdk-go/v2/context", &cloudeventsContext},
	{"github.com/cloudflare/backoff", &cloudflareBackoff},
	{"github.com/cloudflare/cloudflare-go", &cloudflareV0},
	{"github.com/cockroachdb/cockroach-go/v2/crdb", &crdb},
	{"github.com/cockroachdb/cockroach-go/v2/crdb/crdbgorm", &crdbTx},
	{"github.com/cockroachdb/cockroach-go/v2/crdb/crdbpgx", &crdbTx},
	{"github.com/cockroachdb/cockroach-go/v2/crdb/crdbpgxv5", &crdbTx},
	{"github.com/cockroachdb/cockroach-go/v2/crdb/crdbsqlx", &crdbTx},
	{"github.com/codeGROOVE-dev/retry", &codegroove},
	{"github.com/coder/retry", &coderRetry},
	{"github.com/dghubble/sling", &sling},
	{"github.com/digitalocean/godo", &godo},
	{"github.com/eapache/go-resiliency/breaker", &eapacheBreaker},
	{"github.com/eapache/go-resiliency/retrier", &eapache},
	{"github.com/eclipse/paho.mqtt.golang", &paho},
	{"github.com/elastic/elastic-transport-go/v8/elastictransport", &elasticTransport},
	{"github.com/elastic/go-elasticsearch/v8", &elasticsearch},
	{"github.com/elastic/go-elasticsearch/v8/esapi", &elasticAPI},
	{"github.com/failsafe-go/failsafe-go", &failsafeLib},
	{"github.com/failsafe-go/failsafe-go/failsafegrpc", &failsafeGRPC},
	{"github.com/failsafe-go/failsafe-go/failsafehttp", &failsafeHTTP},
	{"github.com/failsafe-go/failsafe-go/hedgepolicy", &failsafeHedge},
	{"github.com/failsafe-go/failsafe-go/retrypolicy", &failsafeRetry},
	{"github.com/go-co-op/gocron/v2", &gocron},
	{"github.com/go-kit/kit/sd/lb", &goKitLB},
	{"github.com/go-redis/redis/v8", &goRedis},
	{"github.com/go-redsync/redsync/v4", &redsync},
	{"github.com/go-resty/resty/v2", &restyV2},
	{"github.com/gocql/gocql", &gocql},
	{"github.com/gofiber/fiber/v3/addon/retry", &fiberRetry},
	{"github.com/gojek/heimdall/v7", &heimdall},
	{"github.com/gojek/heimdall/v7/httpclient", &heimdallHTTP},
	{"github.com/google/go-containerregistry/internal/retry/wait", &ggcrBackoff},
	{"github.com/google/go-containerregistry/pkg/v1/remote", &ggcrRemote},
	{"github.com/google/go-containerregistry/pkg/v1/remote/transport", &ggcrTransport},
	{"github.com/google/go-github/v75/github", &goGithub},
	{"github.com/googleapis/gax-go/v2", &gax},
	{"github.com/grafana/dskit/backoff", &dskit},
	{"github.com/grpc-ecosystem/go-grpc-middleware/retry", &grpcMiddlewareV1},
	{"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry", &grpcMiddlewareV2},
	{"github.com/hashicorp/consul/api", &consul},
	{"github.com/hashicorp/go-retryablehttp", &retryablehttp},
	{"github.com/hashicorp/terraform-plugin-sdk/v2/helper/retry", &terraformRetry},
	{"github.com/hashicorp/vault/api", &vault},
	{"github.com/hetznercloud/hcloud-go/v2/hcloud", &hcloud},
	{"github.com/hibiken/asynq", &asynq},
	{"github.com/influxdata/influxdb-client-go/v2/api/write", &influxWrite},
	{"github.com/jackc/pgx/v5", &pgx},
	{"github.com/jackc/pgx/v5/pgxpool", &pgxpool},
	{"github.com/jmoiron/sqlx", &sqlx},
	{"github.com/jordan-wright/email", &jordanEmail},
	{"github.com/jpillora/backoff", &jpillora},
	{"github.com/juju/retry", &juju},
	{"github.com/lestrrat-go/backoff/v2", &lestrrat},
	{"github.com/lib/pq", &libpq},
	{"github.com/linode/linodego", &linodego},
	{"github.com/mailgun/mailgun-go/v4", &mailgun},
	{"github.com/matryer/try", &matryer},
	{"github.com/microsoft/kiota-http-go", &kiota},
	{"github.com/minio/minio-go/v7", &minio},
	{"github.com/nats-io/nats.go", &nats},
	{"github.com/nats-io/nats.go/jetstream", &natsJetstream},
	{"github.com/neo4j/neo4j-go-driver/v5/neo4j", &neo4j},
	{"github.com/neo4j/neo4j-go-driver/v5/neo4j/config", &neo4jConfig},
	{"github.com/nsqio/go-nsq", &nsq},
	{"github.com/olivere/elastic/v7", &olivere},
	{"github.com/openai/openai-go", &openai},
	{"github.com/openai/openai-go/option", &llmOption},
	{"github.com/openai/openai-go/responses", &openaiResponses},
	{"github.com/openai/openai-go/v3", &openai},
	{"github.com/openai/openai-go/v3/option", &openaiV3Option},
	{"github.com/openai/openai-go/v3/responses", &openaiResponses},
	{"github.com/opensearch-project/opensearch-go/v4", &opensearch},
	{"github.com/opensearch-project/opensearch-go/v4/opensearchapi", &opensearchAPI},
	{"github.com/opensearch-project/opensearch-go/v4/opensearchtransport", &opensearchTransport},
	{"github.com/parnurzeal/gorequest", &gorequest},
	{"github.com/prometheus/prometheus/config", &prometheusConfig},
	{"github.com/rabbitmq/amqp091-go", &amqp091},
	{"github.com/redis/go-redis/v9", &goRedis},
	{"github.com/resend/resend-go/v2", &resend},
	{"github.com/riverqueue/river", &river},
	{"github.com/robfig/cron/v3", &cronV3},
	{"github.com/samber/lo", &samberLo},
	{"github.com/segmentio/kafka-go", &kafkaGo},
	{"github.com/sendgrid/sendgrid-go", &sendgrid},
	{"github.com/sethvargo/go-retry", &sethvargo},
	{"github.com/slack-go/slack", &slack},
	{"github.com/sony/gobreaker", &gobreaker},
	{"github.com/sony/gobreaker/v2", &gobreaker},
	{"github.com/streadway/amqp", &amqpStreadway},
	{"github.com/twilio/twilio-go", &twilio},
	{"github.com/twilio/twilio-go/rest/api/v2010", &twilioAPI},
	{"github.com/twmb/franz-go/pkg/kgo", &franz},
	{"github.com/uptrace/bun", &bun},
	{"github.com/valyala/fasthttp", &fasthttp},
	{"github.com/xanzy/go-gitlab", &gitlab},
	{"github.com/zeromicro/go-zero/core/fx", &goZeroFx},
	{"gitlab.com/gitlab-org/api/client-go", &gitlab},
	{"go.etcd.io/etcd/client/v3", &etcd},
	{"go.mongodb.org/mongo-driver/mongo", &mongoV1},
	{"go.mongodb.org/mongo-driver/mongo/options", &mongoV1Options},
	{"go.mongodb.org/mongo-driver/v2/mongo", &mongoV2},
	{"go.mongodb.org/mongo-driver/v2/mongo/options", &mongoV2Options},
	{"go.opentelemetry.io/collector/config/configretry", &configretry},
	{"go.opentelemetry.io/otel/exporters/otlp/otlplog/otlploggrpc", &otlpOther},
	{"go.opentelemetry.io/otel/exporters/otlp/otlplog/otlploghttp", &otlpOther},
	{"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetricgrpc", &otlpOther},
	{"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp", &otlpOther},
	{"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc", &otlpExporter},
	{"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp", &otlpExporter},
	{"go.temporal.io/sdk/client", &temporalClient},
	{"go.temporal.io/sdk/internal", &temporalInternal},
	{"go.temporal.io/sdk/temporal", &temporalLib},
	{"go.temporal.io/sdk/workflow", &temporalWorkflow},
	{"golang.org/x/crypto/acme", &acme},
	{"google.golang.org/api/googleapi", &googleapiLib},
	{"google.golang.org/grpc", &grpcLib},
	{"google.golang.org/grpc/backoff", &grpcBackoff},
	{"gopkg.in/cenkalti/backoff.v1", &cenkaltiV2},
	{"gopkg.in/cenkalti/backoff.v2", &cenkaltiV2},
	{"gopkg.in/gomail.v2", &gomail},
	{"gopkg.in/matryer/try.v1", &matryer},
	{"gopkg.in/retry.v1", &retryV1},
	{"gorm.io/gorm", &gorm},
	{"k8s.io/apimachinery/pkg/util/wait", &k8sWait},
	{"k8s.io/client-go/rest", &k8sRest},
	{"k8s.io/client-go/tools/leaderelection", &k8sLeader},
	{"k8s.io/client-go/util/flowcontrol", &k8sFlowcontrol},
	{"k8s.io/client-go/util/retry", &k8sRetry},
	{"k8s.io/client-go/util/workqueue", &k8sWorkqueue},
	{"net/http", &netHTTP},
	{"net/rpc", &netRPC},
	{"net/smtp", &netSMTP},
	{"oras.land/oras-go/v2/registry/remote/retry", &orasRetry},
	{"resty.dev/v3", &restyV3},
	{"sigs.k8s.io/controller-runtime/pkg/controller", &controllerLib},
	{"sigs.k8s.io/controller-runtime/pkg/reconcile", &reconcileLib},
	{"tailscale.com/logtail/backoff", &tailscale},
	{"tailscale.com/util/backoff", &tailscale},
	{"xorm.io/xorm", &xorm},
}

// family returns the table for a package that is one of many of the same
// shape: the services of a cloud's SDK.
func family(path string) *library {
	switch {
	case strings.HasPrefix(path, "github.com/aws/"):
		return awsFamily(path)
	case strings.HasPrefix(path, "github.com/stripe/stripe-go/v"):
		return stripeFamily(path)
	case strings.HasPrefix(path, "github.com/Azure/azure-sdk-for-go/sdk/"):
		return azureFamily(path)
	case strings.HasPrefix(path, "github.com/elastic/go-elasticsearch/v8/typedapi/"):
		return &elasticAPI
	}
	return nil
}

func awsFamily(path string) *library {
	if service, ok := strings.CutPrefix(path, "github.com/aws/aws-sdk-go-v2/service/"); ok {
		if strings.Contains(service, "/") { // its types and internals
			return nil
		}
		return &awsV2Service
	}
	if strings.HasPrefix(path, "github.com/aws/aws-sdk-go/service/") {
		return &awsV1Service
	}
	return nil
}

func stripeFamily(path string) *library {
	_, resource, ok := strings.Cut(strings.TrimPrefix(path, "github.com/stripe/stripe-go/"), "/")
	if !ok {
		return &stripe
	}
	switch resource {
	case "webhook", "form", "rawrequest":
		return nil
	}
	return &stripeResource
}

func azureFamily(path string) *library {
	service := strings.TrimPrefix(path, "github.com/Azure/azure-sdk-for-go/sdk/")
	for _, tree := range []string{"azcore", "azidentity", "internal", "messaging", "samples", "tracing"} {
		if under(service, tree) {
			return nil
		}
	}
	return &azureService
}
