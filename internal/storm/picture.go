package storm

import (
	"fmt"
	"strings"
	"time"
)

// Panel is one histogram of a picture.
type Panel struct {
	Title, Numbers string
	Arrivals       []int // per Window
}

// The measures of a picture, in pixels.
const (
	width, left, right      = 960, 56, 16
	height, top, foot       = 190, 46, 26 // of one panel
	plotWidth, plotHeight   = width - left - right, height - top - foot
	windowsPerColumn        = 3 // a column shows the fullest of so many
	secondsPerTick          = 10
	red, blue, grey, shaded = "#c0392b", "#1f6fb2", "#666", "#f3e3e1"
)

// Picture returns the panels as an SVG, one below the other, each to its own
// scale, with the time of the outage shaded.
func Picture(panels []Panel, down, up time.Duration) []byte {
	var s strings.Builder
	fmt.Fprintf(&s, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"11\">\n",
		width, height*len(panels))
	s.WriteString("<title>Arrivals at a dependency, per 50 ms, by retry policy</title>\n")
	s.WriteString("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n")
	for i, p := range panels {
		fmt.Fprintf(&s, "<g transform=\"translate(0 %d)\">\n", i*height)
		p.frame(&s, down, up)
		p.columns(&s)
		s.WriteString("</g>\n")
	}
	s.WriteString("</svg>\n")
	return []byte(s.String())
}

// frame draws what stands around the columns of one panel.
func (p Panel) frame(s *strings.Builder, down, up time.Duration) {
	fmt.Fprintf(s, "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n",
		p.x(down), top, p.x(up)-p.x(down), plotHeight, shaded)
	fmt.Fprintf(s, "<text x=\"%d\" y=\"18\" font-weight=\"bold\" font-size=\"13\">%s</text>\n", left, p.Title)
	fmt.Fprintf(s, "<text x=\"%d\" y=\"35\" fill=\"%s\">%s</text>\n", left, grey, p.Numbers)
	fmt.Fprintf(s, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%d</text>\n", left-6, top+9, p.most())
	fmt.Fprintf(s, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">0</text>\n", left-6, top+plotHeight)
	fmt.Fprintf(s, "<path d=\"M%d %dH%d\" stroke=\"%s\"/>\n", left, top+plotHeight, width-right, grey)
	for at := time.Duration(0); at < p.length(); at += secondsPerTick * time.Second {
		fmt.Fprintf(s, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"%s\">%.0f s</text>\n",
			p.x(at), top+plotHeight+15, grey, at.Seconds())
	}
	fmt.Fprintf(s, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"end\" fill=\"%s\">down</text>\n", p.x(up)-4, top+12, red)
}

// columns draws the arrivals as one path: a picture of thousands of
// rectangles would be larger than the page around it.
func (p Panel) columns(s *strings.Builder) {
	fmt.Fprintf(s, "<path fill=\"none\" stroke=\"%s\" d=\"", blue)
	most := max(p.most(), 1)
	for i := 0; i < len(p.Arrivals); i += windowsPerColumn {
		fullest := 0
		for _, n := range p.Arrivals[i:min(i+windowsPerColumn, len(p.Arrivals))] {
			fullest = max(fullest, n)
		}
		if fullest > 0 {
			fmt.Fprintf(s, "M%.1f %dv-%.1f", p.x(time.Duration(i)*Window), top+plotHeight,
				float64(plotHeight*fullest)/float64(most))
		}
	}
	s.WriteString("\"/>\n")
}

// x returns where a time stands.
func (p Panel) x(at time.Duration) float64 {
	return left + plotWidth*float64(at)/float64(p.length())
}

func (p Panel) length() time.Duration { return time.Duration(len(p.Arrivals)) * Window }

func (p Panel) most() (most int) {
	for _, n := range p.Arrivals {
		most = max(most, n)
	}
	return most
}
