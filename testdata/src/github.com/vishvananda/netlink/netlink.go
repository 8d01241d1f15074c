// Package netlink holds signatures of the library of that name.
package netlink

type Link interface{ Name() string }

type Route struct{ Table int }

func LinkList() ([]Link, error) { return nil, nil }

func RouteAdd(r *Route) error { return nil }
