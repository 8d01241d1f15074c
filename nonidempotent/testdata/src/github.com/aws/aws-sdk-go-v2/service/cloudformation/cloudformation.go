// Package cloudformation holds the signatures of the library of that name.
package cloudformation

import "context"

type Options struct{}

type Client struct{}

type UpdateStackInput struct {
	StackName          *string
	ClientRequestToken *string
}

type UpdateStackOutput struct{}

type DeleteStackInput struct {
	StackName          *string
	ClientRequestToken *string
}

type DeleteStackOutput struct{}

func (c *Client) UpdateStack(ctx context.Context, in *UpdateStackInput, opts ...func(*Options)) (*UpdateStackOutput, error) {
	return nil, nil
}

func (c *Client) DeleteStack(ctx context.Context, in *DeleteStackInput, opts ...func(*Options)) (*DeleteStackOutput, error) {
	return nil, nil
}
