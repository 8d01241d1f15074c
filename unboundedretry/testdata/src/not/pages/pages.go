// Package pages fetches the next page in each round.
package pages

import "context"

// Page is one page.
type Page struct {
	Items []string
	Next  string
}

// API is a remote service.
type API interface {
	List(ctx context.Context, token string) (*Page, error)
}

func nopeTokens(ctx context.Context, api API) (all []string, err error) {
	token := ""
	for {
		page, err := api.List(ctx, token)
		if err != nil {
			return all, err
		}
		all = append(all, page.Items...)
		if token = page.Next; token == "" {
			return all, nil
		}
	}
}
