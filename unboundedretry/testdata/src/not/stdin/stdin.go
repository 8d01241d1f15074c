// Package stdin asks a person again until the answer can be read.
package stdin

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

func nopeAsksAgain() int {
	in := bufio.NewReader(os.Stdin)
	for {
		fmt.Print("how many? ")
		line, err := in.ReadString('\n')
		if err != nil {
			continue
		}
		n, err := strconv.Atoi(strings.TrimSpace(line))
		if err != nil {
			fmt.Println("a number, please")
			continue
		}
		return n
	}
}

func nopeScans() (n int) {
	for {
		if _, err := fmt.Scanln(&n); err == nil {
			return n
		}
	}
}
