// Package permanent reports retries of what cannot succeed.
package permanent

const doc = `report retries of failures that cannot heal

A request that is malformed or that the other side refuses fails the same way each
time. Repeating it delays the answer by the whole schedule, hides the cause
behind "giving up after 5 attempts", and adds load for nothing.

Only advice: it is off until it is asked for.

Categories: request (what is sent, or where to, cannot be made), status (an HTTP
status such as 400 or 422 goes round like a 503), code (a code of gRPC such as
InvalidArgument does), error (a certain error is seen, such as sql.ErrNoRows or one
of x509, and not heeded, or another site of the operation gives up after it), canceled (the cancellation of the caller is seen, and not
heeded).`
