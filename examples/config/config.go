// Package config fetches the settings of the shop when it starts.
package config

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"time"
)

// Config is what differs between the shop's installations.
type Config struct {
	Listen    string `json:"listen"`
	DSN       string `json:"dsn"`
	Relay     string `json:"relay"`
	Catalog   string `json:"catalog"`
	Coupons   string `json:"coupons"`
	Events    string `json:"events"`
	Inventory string `json:"inventory"`
	Payments  string `json:"payments"`
	Rates     string `json:"rates"`
}

// Load waits for the configuration service: nothing works without it.
func Load(client *http.Client, url string) *Config {
	for { // expect: unboundedretry/attempts
		c, err := fetch(client, url)
		if err == nil {
			return c
		}
		slog.Warn("no configuration yet", "url", url, "error", err)
		time.Sleep(time.Second + rand.N(2*time.Second))
	}
}

func fetch(client *http.Client, url string) (*Config, error) {
	resp, err := client.Get(url)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("configuration service: %s", resp.Status)
	}
	c := new(Config)
	if err := json.NewDecoder(resp.Body).Decode(c); err != nil {
		return nil, err
	}
	return c, nil
}
