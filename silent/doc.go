// Package silent reports retries that nobody can count.
package silent

const doc = `report retries that nobody can count

What a fleet sends in an outage is its load times the attempts of each call.
Where neither a log nor a metric nor a trace tells of each attempt, nobody knows
that number before the outage, and nobody sees in it that it is the retries which
keep the dependency down.

Only advice: it is off until it is asked for.

# unseen

Reports a site that tells nobody of a failed attempt: between one attempt and the
next there is no log line, metric or span, no event, no hook of the caller, and
no count that is kept, in the site and in all functions that it calls. The last
error, or all of them, when the site gives up, does not count: of calls that
succeed in the end it says nothing.

	for range 5 {
		if resp, err = c.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(rand.N(time.Second)) // who knows?
	}

Sites that go round only after certain errors, or after a conflict, are not meant.
Where a call leads to code that is not seen, a function value or an interface of
the program, it may be told there, and nothing is reported.`
