// Answers for `abnfc conform --protocol lines`: is a text an IPv4 address for the standard library?
package main

import (
	"bufio"
	"fmt"
	"net/netip"
	"os"
)

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		address, err := netip.ParseAddr(lines.Text())
		fmt.Println(err == nil && address.Is4())
	}
}
