// Package analyzers lists the analyzers of retryvet; every face reads this one list.
package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/nojitter"
	"github.com/retryvet/retryvet/nonidempotent"
	"github.com/retryvet/retryvet/permanent"
	"github.com/retryvet/retryvet/retrylayers"
	"github.com/retryvet/retryvet/silent"
	"github.com/retryvet/retryvet/unboundedretry"
)

// Suite is every analyzer, in the order in which reports list them: the four
// whose findings fail a build, then those that give advice only
// (verdict.AdviceOnly), which say nothing until they are asked.
var Suite = []*analysis.Analyzer{
	nojitter.Analyzer,
	unboundedretry.Analyzer,
	nonidempotent.Analyzer,
	retrylayers.Analyzer,

	permanent.Analyzer,
	silent.Analyzer,
}
