// Package fromoutside switches off the limits of another package.
package fromoutside

import "atonce"

func nopeField(c atonce.Client) error        { return atonce.Settings{}.Do(c) }
func yesField(c atonce.Client) error         { return atonce.Settings{}.Without(c) } // want `Max of 0 is no limit`
func nopeDefaultAfter(c atonce.Client) error { return atonce.NewPool(c, atonce.Max(0)).Get() }
func yesDefaultBefore(c atonce.Client) error { return atonce.NewRing(c, atonce.Most(0)).Get() } // want `most of 0 is no limit`
