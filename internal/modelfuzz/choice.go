package modelfuzz

// choices are made by the bytes of a fuzz input, one byte each.
type choices struct{ bytes []byte }

// among returns a number below n; 0 when the bytes are used up.
func (c *choices) among(n int) int {
	if len(c.bytes) == 0 {
		return 0
	}
	b := c.bytes[0]
	c.bytes = c.bytes[1:]
	return int(b) % n
}

// maybe says yes once in n times, and no when the bytes are used up.
func (c *choices) maybe(n int) bool { return c.among(n) == n-1 && len(c.bytes) > 0 }

// text returns one of some texts.
func (c *choices) text(options ...string) string { return options[c.among(len(options))] }

// pick returns what one of some functions makes. The first has to make do
// without further choices: it is taken when there are none left.
func (c *choices) pick(options ...func() string) string { return options[c.among(len(options))]() }
