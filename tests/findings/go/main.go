// Answers for `abnfc conform --protocol json`: parsers of Go's standard library, by name.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/mail"
	"net/netip"
	"net/url"
	"os"
	"runtime"
	"strings"
	"time"
)

type parts = map[string]*string

func failed(err error) (parts, bool) { return nil, err == nil }

var parsers = map[string]func(string) (parts, bool){
	"net/url.Parse": func(text string) (parts, bool) {
		parsed, err := url.Parse(text)
		if err != nil {
			return nil, false
		}
		// Hostname has no brackets.
		host, port := parsed.Hostname(), parsed.Port()
		if strings.HasPrefix(parsed.Host, "[") {
			host = "[" + host + "]"
		}
		found := parts{"host": nil, "port": nil}
		if parsed.Host != "" {
			found["host"] = &host
		}
		// An empty port is not distinguished from none.
		if port != "" || strings.HasSuffix(parsed.Host, ":") {
			found["port"] = &port
		}
		return found, true
	},
	"net/netip.ParseAddr": func(text string) (parts, bool) {
		address, err := netip.ParseAddr(text)
		return nil, err == nil && address.Is6()
	},
	"net/netip.ParseAddr, IPv4": func(text string) (parts, bool) {
		address, err := netip.ParseAddr(text)
		return nil, err == nil && address.Is4()
	},
	"time.Parse, RFC3339": func(text string) (parts, bool) {
		_, err := time.Parse(time.RFC3339, text)
		return failed(err)
	},
	"net/http.ParseTime": func(text string) (parts, bool) {
		_, err := http.ParseTime(text)
		return failed(err)
	},
	"net/mail.ParseAddress": func(text string) (parts, bool) {
		_, err := mail.ParseAddress(text)
		return failed(err)
	},
	"mime.ParseMediaType": func(text string) (parts, bool) {
		_, _, err := mime.ParseMediaType(text)
		return failed(err)
	},
	"encoding/json.Valid": func(text string) (parts, bool) {
		return nil, json.Valid([]byte(text))
	},
}

type question struct {
	Text *string `json:"text"`
	Hex  string  `json:"hex"`
}

type answer struct {
	Match bool  `json:"match"`
	Parts parts `json:"parts"`
}

func main() {
	if len(os.Args) == 3 {
		fmt.Println("Go " + strings.TrimPrefix(runtime.Version(), "go"))
		return
	}
	parse := parsers[os.Args[1]]
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var asked question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			panic(err)
		}
		text, _ := hex.DecodeString(asked.Hex)
		if asked.Text != nil {
			text = []byte(*asked.Text)
		}
		found, isMatch := parse(string(text))
		if found == nil {
			found = parts{}
		}
		line, _ := json.Marshal(answer{isMatch, found})
		fmt.Println(string(line))
	}
}
