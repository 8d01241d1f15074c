// Package nonidempotent reports retries that may do something twice.
package nonidempotent

const doc = `report retries that may do it twice

A request that failed may still have been carried out: the answer was lost, not
the order. Who sends it again pays twice, books twice, creates two machines,
unless the request changes nothing when it is repeated, or carries a key by
which the other side can tell a repeat.

Categories: nokey (a POST or PATCH without an idempotency key), freshkey (a key
that each attempt draws anew), body (a body that the first attempt reads up, so
that the repeat sends nothing), sql (an INSERT or an UPDATE that counts, outside
of a transaction that is repeated whole), publish (mail, short and queued
messages without an identifier by which a repeat is dropped).

Silent are methods that are idempotent by definition, POSTs that only read
(-nonidempotent.safepaths), sites that go round only after answers that say that
nothing was done, and what is marked //retryvet:idempotent with a reason.
Whatever cannot be resolved counts as harmless.`
