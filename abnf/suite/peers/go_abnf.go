// Adapter for the module github.com/pandatix/go-abnf. It reads texts as code points, and has the core rules,
// which it redefines on request.
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	goabnf "github.com/pandatix/go-abnf"
)

type question struct {
	Grammar string
	Rule    string
	Text    *string
	Hex     string
	Parts   []string
}

// The text of the first occurrence of a rule.
func part(tree *goabnf.ParseTree, text []byte, name string) any {
	if strings.EqualFold(tree.Rule, name) {
		return string(text[tree.Start:tree.End])
	}
	for _, child := range tree.Children {
		if found := part(child, text, name); found != nil {
			return found
		}
	}
	return nil
}

// A byte is the character of its number.
func characters(text string) ([]byte, error) {
	values, err := hex.DecodeString(text)
	runes := make([]rune, len(values))
	for i, value := range values {
		runes[i] = rune(value)
	}
	return []byte(string(runes)), err
}

func answer(asked question) (out any) {
	defer func() {
		if why := recover(); why != nil {
			out = map[string]any{"error": fmt.Sprint(why)}
		}
	}()
	grammar, err := goabnf.ParseABNF([]byte(asked.Grammar), goabnf.WithRedefineCoreRules(true))
	if err != nil {
		return map[string]any{"refused": err.Error()}
	}
	var text []byte
	if asked.Text != nil {
		text = []byte(*asked.Text)
	} else if text, err = characters(asked.Hex); err != nil {
		return map[string]any{"error": err.Error()}
	}
	isMatch, err := grammar.IsValid(asked.Rule, text)
	if err != nil {
		return map[string]any{"refused": err.Error()}
	}
	if !isMatch || len(asked.Parts) == 0 {
		return isMatch
	}
	forest, err := goabnf.ParseForest(text, grammar, asked.Rule)
	if err != nil || !forest.Valid() {
		return map[string]any{"error": fmt.Sprint("no forest: ", err)}
	}
	parts := map[string]any{}
	for _, name := range asked.Parts {
		parts[name] = part(forest.Tree(), text, name)
	}
	return map[string]any{"match": true, "parts": parts}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var asked question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			panic(err)
		}
		line, err := json.Marshal(answer(asked))
		if err != nil {
			panic(err)
		}
		fmt.Println(string(line))
	}
}
