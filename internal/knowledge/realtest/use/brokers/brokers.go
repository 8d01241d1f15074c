// Package brokers sends messages, and sends them again.
package brokers

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/IBM/sarama"
	"github.com/nats-io/nats.go"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/segmentio/kafka-go"
)

func pause() { time.Sleep(rand.N(time.Second)) }

func producer(addrs []string) (sarama.SyncProducer, error) {
	config := sarama.NewConfig()
	config.Producer.Return.Successes = true
	return sarama.NewSyncProducer(addrs, config) // expect: nojitter/library
}

func okProducer(addrs []string) (sarama.SyncProducer, error) {
	config := sarama.NewConfig()
	config.Producer.Retry.BackoffFunc = sarama.NewExponentialBackoff(100*time.Millisecond, 2*time.Second)
	return sarama.NewSyncProducer(addrs, config)
}

func okClient(addrs []string) (sarama.Client, error) {
	config := sarama.NewConfig()
	config.Metadata.Retry.BackoffFunc = sarama.NewExponentialBackoff(100*time.Millisecond, 2*time.Second)
	return sarama.NewClient(addrs, config)
}

func writeKafka(ctx context.Context, w *kafka.Writer) (err error) {
	for range 3 { // expect: retrylayers/layers
		if err = w.WriteMessages(ctx, kafka.Message{Value: []byte("sold")}); err == nil { // expect: nonidempotent/publish
			return nil
		}
		pause()
	}
	return err
}

func publishNATS(js nats.JetStreamContext) (err error) {
	for range 3 { // expect: retrylayers/layers
		if _, err = js.Publish("sold", nil); err == nil { // expect: nonidempotent/publish
			return nil
		}
		pause()
	}
	return err
}

func keyedNATS(js nats.JetStreamContext, order string) (err error) {
	for range 3 { // expect: retrylayers/layers
		if _, err = js.Publish("sold", nil, nats.MsgId(order)); err == nil {
			return nil
		}
		pause()
	}
	return err
}

func publishAMQP(ctx context.Context, ch *amqp.Channel) (err error) {
	for range 3 {
		if err = ch.PublishWithContext(ctx, "shop", "sold", false, false, amqp.Publishing{Body: []byte("sold")}); err == nil { // expect: nonidempotent/publish
			return nil
		}
		pause()
	}
	return err
}

func okAMQP(ctx context.Context, ch *amqp.Channel, order string) (err error) {
	for range 3 {
		if err = ch.PublishWithContext(ctx, "shop", "sold", false, false, amqp.Publishing{MessageId: order}); err == nil {
			return nil
		}
		pause()
	}
	return err
}
