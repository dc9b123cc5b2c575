// Renders the templates of a chart with its values, as Helm does, and prints their objects, those of plain YAML files and
// the values as JSON: go run main.go CHART FILE...
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func read(file string) []byte {
	content, err := os.ReadFile(file)
	check(err)
	return content
}

func parse(content []byte) []interface{} {
	documents := []interface{}{}
	decoder := yaml.NewDecoder(bytes.NewReader(content))
	for {
		var document interface{}
		err := decoder.Decode(&document)
		if err == io.EOF {
			return documents
		}
		check(err)
		documents = append(documents, document)
	}
}

func main() {
	chart := os.Args[1]
	var values map[string]interface{}
	check(yaml.Unmarshal(read(filepath.Join(chart, "values.yaml")), &values))
	functions := sprig.TxtFuncMap()
	functions["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	data := map[string]interface{}{"Values": values, "Release": map[string]interface{}{"Name": "unspool"}}
	templates, err := filepath.Glob(filepath.Join(chart, "templates", "*.yaml"))
	check(err)
	output := map[string][]interface{}{"rendered": {}, "plain": {}, "values": {values}}
	for _, file := range templates {
		parsed, err := template.New(file).Funcs(functions).Option("missingkey=error").Parse(string(read(file)))
		check(err)
		var rendered bytes.Buffer
		check(parsed.Execute(&rendered, data))
		output["rendered"] = append(output["rendered"], parse(rendered.Bytes())...)
	}
	for _, file := range os.Args[2:] {
		output["plain"] = append(output["plain"], parse(read(file))...)
	}
	check(json.NewEncoder(os.Stdout).Encode(output))
}
