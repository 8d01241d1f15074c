// Package storm shows what retry policies do to a dependency that comes back
// after an outage: a fleet of clients, a server with finite capacity, and the
// arrivals counted at the server.
//
// There are two experiments. [Fleet] runs real clients, with real contexts and
// timers; its tests run it in a bubble of testing/synctest, where a minute
// takes no time. [Row] repeats the simulation that the names of the jitter
// shapes come from: clients that contend for one row under optimistic locking.
//
// The picture in docs is made anew, from a fresh run, by
//
//	go generate ./internal/storm
//
// Its draws are random, so two pictures differ in their details.
package storm

//go:generate go test -run ^TestStorm$ -count 1 -v -args -svg ../../docs/storm.svg
