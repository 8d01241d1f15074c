package driver

import (
	"flag"
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/pages"
)

// shells maps a shell to what makes completions for it.
var shells = map[string]func(out *strings.Builder, w *completionWords){
	"bash": completeBash,
	"zsh":  completeZsh,
	"fish": completeFish,
}

// completionWords are the words that can be completed to.
type completionWords struct {
	commands []command
	flags    []*flag.Flag
	rules    []string // analyzers and analyzer/category
	topics   []string // of help
	values   []flagValues
}

// flagValues are the words that a flag can be set to.
type flagValues struct {
	flag  string
	words []string
}

// runCompletion prints a script for a shell.
func runCompletion(c *call, args []string) error {
	usage := usageError("completion")
	if len(args) != 1 {
		return usage
	}
	write := shells[args[0]]
	if write == nil {
		return usage
	}
	words, err := wordsOf(c.suite)
	if err != nil {
		return err
	}
	var out strings.Builder
	write(&out, words)
	_, err = fmt.Fprint(c.stdout, out.String())
	return err
}

func wordsOf(suite []*analysis.Analyzer) (*completionWords, error) {
	w := &completionWords{commands: commands(), topics: []string{"flags"}, values: []flagValues{
		{"fail-on", failLevels}, {"fix-style", []string{"reference", "stdlib"}}, {"format", formats()},
	}}
	newFlags(suite, new(settings)).VisitAll(func(f *flag.Flag) { w.flags = append(w.flags, f) })
	for _, a := range suite {
		page, err := pages.Of(a.Name)
		if err != nil {
			return nil, err
		}
		w.topics = append(w.topics, a.Name)
		w.rules = append(w.rules, a.Name)
		for _, s := range page.Sections {
			w.rules = append(w.rules, s.Rule())
		}
	}
	return w, nil
}

// spelled is a flag as it is written, with an equals sign if it has a value.
func spelled(f *flag.Flag) string {
	if isBoolFlag(f.Value) {
		return "-" + f.Name
	}
	return "-" + f.Name + "="
}

func (w *completionWords) commandNames() (out []string) {
	for _, c := range w.commands {
		out = append(out, c.name)
	}
	return out
}

const bashScript = `# Completions for retryvet. In ~/.bashrc: source <(retryvet completion bash)
_retryvet() {
	local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words=
	COMPREPLY=()
	[[ $cur == = ]] && cur=
	[[ $prev == = ]] && prev=${COMP_WORDS[COMP_CWORD-2]}
	case $prev in
%s	esac
	if [[ -z $words ]] && ((COMP_CWORD > 1)); then
		case ${COMP_WORDS[1]} in
		explain) words=%s ;;
		help) words=%s ;;
		completion) words='bash zsh fish' ;;
		esac
	fi
	if [[ -z $words ]]; then
		if [[ $cur == -* ]]; then
			words=%s
		elif ((COMP_CWORD == 1)); then
			words=%s
		fi
	fi
	COMPREPLY=($(compgen -W "$words" -- "$cur"))
	if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then
		compopt -o nospace 2>/dev/null
	fi
}
complete -o default -F _retryvet retryvet
`

func completeBash(out *strings.Builder, w *completionWords) {
	var flags []string
	for _, f := range w.flags {
		flags = append(flags, spelled(f))
	}
	var values strings.Builder
	for _, v := range w.values {
		fmt.Fprintf(&values, "\t-%s) words=%s ;;\n", v.flag, wordList(v.words))
	}
	fmt.Fprintf(out, bashScript, values.String(), wordList(w.rules), wordList(w.topics), wordList(flags), wordList(w.commandNames()))
}

func completeZsh(out *strings.Builder, w *completionWords) {
	out.WriteString(`#compdef retryvet
# Completions for retryvet. In ~/.zshrc, behind compinit: source <(retryvet completion zsh)
_retryvet() {
	local -a commands flags
`)
	out.WriteString("\tcommands=(\n")
	for _, c := range w.commands {
		fmt.Fprintf(out, "\t\t%s\n", singleQuoted(c.name+":"+c.about))
	}
	out.WriteString("\t)\n\tflags=(\n")
	for _, f := range w.flags {
		_, usage := flag.UnquoteUsage(f)
		fmt.Fprintf(out, "\t\t%s\n", singleQuoted(strings.TrimSuffix(spelled(f), "=")+":"+usage))
	}
	out.WriteString("\t)\n")
	for _, v := range w.values {
		fmt.Fprintf(out, "\tif [[ $words[CURRENT] == -%[1]s=* || $words[CURRENT-1] == -%[1]s ]]; then\n\t\tcompset -P '*='\n\t\tcompadd -- %[2]s\n\t\treturn\n\tfi\n", v.flag, strings.Join(v.words, " "))
	}
	fmt.Fprintf(out, `	if (( CURRENT > 2 )); then
		case $words[2] in
		explain) compadd -- %s; return ;;
		help) compadd -- %s; return ;;
		completion) compadd -- bash zsh fish; return ;;
		esac
	fi
	if [[ $words[CURRENT] == -* ]]; then
		_describe -o flag flags
		return
	fi
	(( CURRENT == 2 )) && _describe command commands
	_files
}
if [[ $funcstack[1] == _retryvet ]]; then
	_retryvet "$@"
else
	compdef _retryvet retryvet
fi
`, strings.Join(w.rules, " "), strings.Join(w.topics, " "))
}

func completeFish(out *strings.Builder, w *completionWords) {
	out.WriteString("# Completions for retryvet. In ~/.config/fish/config.fish: retryvet completion fish | source\n")
	for _, c := range w.commands {
		fmt.Fprintf(out, "complete -c retryvet -n __fish_use_subcommand -a %s -d %s\n", c.name, fishQuoted(c.about))
	}
	fmt.Fprintf(out, "complete -c retryvet -f -n '__fish_seen_subcommand_from explain' -a %s\n", fishQuoted(strings.Join(w.rules, " ")))
	fmt.Fprintf(out, "complete -c retryvet -f -n '__fish_seen_subcommand_from help' -a %s\n", fishQuoted(strings.Join(w.topics, " ")))
	out.WriteString("complete -c retryvet -f -n '__fish_seen_subcommand_from completion' -a 'bash zsh fish'\n")
	values := make(map[string]string)
	for _, v := range w.values {
		values[v.flag] = " -x -a " + fishQuoted(strings.Join(v.words, " "))
	}
	for _, f := range w.flags {
		_, usage := flag.UnquoteUsage(f)
		needs := values[f.Name]
		if needs == "" && !isBoolFlag(f.Value) {
			needs = " -r"
		}
		fmt.Fprintf(out, "complete -c retryvet -o %s%s -d %s\n", f.Name, needs, fishQuoted(usage))
	}
}

// wordList is a list of words as one word of a shell.
func wordList(words []string) string { return singleQuoted(strings.Join(words, " ")) }

// singleQuoted quotes a word for bash and zsh.
func singleQuoted(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// fishQuoted quotes a word for fish, which knows two escapes in single quotes.
func fishQuoted(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}
