// Package stacks leaves the tokens of a service empty, whose client repeats its calls.
package stacks

import (
	"context"

	"github.com/aws/aws-sdk-go-v2/service/cloudformation"
)

func update(ctx context.Context, c *cloudformation.Client, name string) error {
	_, err := c.UpdateStack(ctx, &cloudformation.UpdateStackInput{StackName: &name}) // want "ClientRequestToken is left empty.*nokey"
	return err
}

// What is deleted by its name stays so.
func okDelete(ctx context.Context, c *cloudformation.Client, name string) error {
	_, err := c.DeleteStack(ctx, &cloudformation.DeleteStackInput{StackName: &name})
	return err
}
