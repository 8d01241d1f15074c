package nonidempotent_test

import (
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/nonidempotent"
)

func Test(t *testing.T) {
	analysistest.Run(t, analysistest.TestData(), nonidempotent.Analyzer, "orders", "ledger", "options", "resolver", "fluent", "uploads", "general", "stacks", "streams")
}
