// Charge takes the price of one order by hand, for support.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net/http"
	"time"

	"example.test/shop/payments"
)

func main() {
	provider := flag.String("payments", "", "`URL` of the payment provider")
	order := flag.String("order", "", "the order's `ID`")
	cents := flag.Int64("cents", 0, "the price in `cents`")
	flag.Parse()
	if *provider == "" || *order == "" || *cents <= 0 {
		log.Fatal("need -payments, -order and -cents")
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	client := payments.New(*provider, &http.Client{Timeout: 10 * time.Second})
	booking, err := client.Charge(ctx, *order, *cents)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s: booked %d cents for %s\n", booking.ID, booking.Cents, booking.Order)
}
