package library

import (
	"errors"
	"os"
	"time"

	"github.com/vishvananda/netlink"
)

// Links are the links of this machine, or of another one in tests.
type Links interface {
	List() ([]netlink.Link, error)
	Add(r *netlink.Route) error
	Report(name string) error
}

// The kernel is asked again.
func nopeRoute(l Links, r *netlink.Route) error {
	var err error
	for range 5 {
		if err = l.Add(r); err == nil || !os.IsExist(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func nopeLinks(l Links, name string) (netlink.Link, error) {
	for range 5 {
		links, err := l.List()
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		for _, link := range links {
			if link.Name() == name {
				return link, nil
			}
		}
	}
	return nil, errNotFound
}

// Whom this tells is not known.
func reports(l Links, name string) error {
	var err error
	for range 5 {
		if err = l.Report(name); err == nil {
			return nil
		}
		time.Sleep(time.Second) // want "nojitter/fixed"
	}
	return err
}

// All that is handed to it asks the kernel.
func again(f func() error) error {
	var err error
	for range 5 {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func nopeAllLinks() (links []netlink.Link, err error) {
	err = again(func() error {
		links, err = netlink.LinkList()
		return err
	})
	return links, err
}

func nopeAdds(r *netlink.Route) error { return again(func() error { return netlink.RouteAdd(r) }) }

// Something else is, too.
func againToo(f func() error) error {
	var err error
	for range 5 {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second) // want "nojitter/fixed"
	}
	return err
}

func links(l Links, r *netlink.Route) error {
	return errors.Join(againToo(func() error { return netlink.RouteAdd(r) }), againToo(func() error { return l.Report("links") }))
}
