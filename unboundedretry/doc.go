// Package unboundedretry reports retries that nothing makes stop.
package unboundedretry

const doc = `report retries that nothing makes stop

If the operation fails for ever, such a site never gives up: it holds its
caller, its memory and its share of the dependency's capacity until the process
is killed.

Categories: attempts (no attempt limit, no deadline, no cancellation), hot (a
failing round goes straight round), ceiling (the delay grows to hours and
days), overflow (the delay overflows to zero or below and the wait ends at
once), library (a library asked for endless retries). On request: deaf (a wait
ignores the context at hand), canceled (goes round after the caller's own
cancellation), locked (a mutex or a transaction is held while it waits).`
