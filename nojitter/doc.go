// Package nojitter reports retries whose delay is computed instead of drawn.
package nojitter

const doc = `report retry delays that are computed instead of drawn

When a dependency fails, all its clients fail in the same instant. If each of
them waits the same computed time, they come back in the same instant, too:
the dependency is hit by waves of the size of the whole fleet until it falls
over again. A delay that is drawn at random spreads the wave out.

Categories: exponential (the delay grows by a factor), linear (by a step),
fixed (the same each round), library (a library set up without jitter), seed
(drawn, but from a constant seed, so alike in every process), panic (drawn from
a range that may be empty).`
