package report

import (
	"html"
	"html/template"
	"strings"
)

// markdown turns the Markdown of our own pages into HTML: paragraphs, fenced
// code and code in a line, which is all that they have (a test sees to that).
func markdown(text string) template.HTML {
	var out strings.Builder
	var paragraph, code []string
	inCode := false
	flush := func() {
		if len(paragraph) > 0 {
			out.WriteString("<p>" + inline(strings.Join(paragraph, " ")) + "</p>\n")
			paragraph = nil
		}
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasPrefix(line, "```"):
			flush()
			if inCode {
				out.WriteString("<pre>" + html.EscapeString(strings.Join(code, "\n")) + "</pre>\n")
				code = nil
			}
			inCode = !inCode
		case inCode:
			code = append(code, line)
		case strings.TrimSpace(line) == "":
			flush()
		default:
			paragraph = append(paragraph, line)
		}
	}
	flush()
	return template.HTML(out.String())
}

// inline escapes a text, and marks what stands between backquotes as code.
func inline(text string) string {
	var out strings.Builder
	for i, part := range strings.Split(text, "`") {
		if i%2 == 1 {
			part = "<code>" + html.EscapeString(part) + "</code>"
		} else {
			part = html.EscapeString(part)
		}
		out.WriteString(part)
	}
	return out.String()
}

// beforeExamples is the part of a section that says what goes wrong.
func beforeExamples(text string) string {
	head, _, _ := strings.Cut(text, "\nBefore")
	head, _, _ = strings.Cut(head, "\n```")
	return head
}
