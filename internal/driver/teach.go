package driver

import (
	"os"

	"github.com/retryvet/retryvet/internal/knowledge"
)

// teachFile describes the helpers, clients and options that a file tells of,
// one entry a line, in the language of knowledge.Grammar. Errors name its lines.
// What was taught is passed on to the tool as a flag, since Go's build cache
// looks neither at files nor at the environment.
func teachFile(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	return knowledge.Teach(file, string(text))
}
