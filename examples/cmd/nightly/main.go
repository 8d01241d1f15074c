// Nightly brings the search index up to date, on one instance only.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"log"
	"log/slog"
	"net/http"
	"os"
	"time"

	"example.test/shop/catalog"
	"example.test/shop/lease"
	"example.test/shop/search"
)

func main() {
	leases := flag.String("leases", "http://leases.shop.test", "`URL` of the lease service")
	products := flag.String("catalog", "http://catalog.shop.test", "`URL` of the catalog")
	index := flag.String("index", "http://search.shop.test/products", "`URL` of the index")
	flag.Parse()
	ctx, cancel := context.WithTimeout(context.Background(), 6*time.Hour)
	defer cancel()
	client := &http.Client{Timeout: 30 * time.Second}
	host, err := os.Hostname()
	if err != nil {
		log.Fatal(err)
	}
	if err := lease.New(*leases, host, client).Acquire(ctx, "reindex"); err != nil {
		log.Fatal(err)
	}
	reindex(ctx, catalog.New(*products, client), search.New(*index, client), flag.Args())
}

// reindex puts each article into the index. One that fails is left for the
// next night, which is no retry either.
func reindex(ctx context.Context, from *catalog.Client, to *search.Index, skus []string) {
	for _, sku := range skus {
		p, err := from.Product(ctx, sku)
		if err != nil {
			slog.Error("article not read", "sku", sku, "error", err)
			continue
		}
		doc, err := json.Marshal(p)
		if err != nil {
			slog.Error("article not encoded", "sku", sku, "error", err)
			continue
		}
		if err := to.Put(ctx, sku, doc); err != nil {
			slog.Error("article not indexed", "sku", sku, "error", err)
		}
	}
}
