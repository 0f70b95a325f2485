// Links of documents, to files and to headings, and the names of Go that documents use.

package jarvis_test

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
)

func TestDocumentLinks(t *testing.T) {
	all := documents(t)
	for name, text := range all {
		assert.Empty(t, brokenLinks(name, text, all))
	}
}

var (
	fencedBlock = regexp.MustCompile("(?ms)^\\s*```.*?^\\s*```\\s*$")
	codeSpan    = regexp.MustCompile("`[^`\n]+`")
	link        = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	heading     = regexp.MustCompile(`(?m)^#+ +(.+?)\s*$`)
)

// brokenLinks returns the links of a document that lead nowhere within the module.
func brokenLinks(name, text string, all map[string]string) (list []string) {
	prose := codeSpan.ReplaceAllString(fencedBlock.ReplaceAllString(text, ""), "`code`")
	for _, m := range link.FindAllStringSubmatch(prose, -1) {
		target, anchor, hasAnchor := strings.Cut(m[1], "#")
		if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
			continue
		}
		file := name
		if target != "" {
			file = path.Join(path.Dir(name), target)
		}
		_, isDocument := all[file]
		_, err := os.Stat(filepath.FromSlash(file))
		switch {
		case err != nil && !isDocument:
			list = append(list, fmt.Sprintf("%s: no file for the link %s", name, m[1]))
		case hasAnchor && !headings(all[file])[anchor]:
			list = append(list, fmt.Sprintf("%s: no heading for the link %s", name, m[1]))
		}
	}
	return list
}

// headings returns the anchors of a document, as GitHub makes them of its headings: letters, digits, - and _ in small letters,
// hyphens for spaces, and a number behind the second of a name.
func headings(text string) map[string]bool {
	found := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(fencedBlock.ReplaceAllString(text, ""), -1) {
		anchor := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
				return unicode.ToLower(r)
			}
			return -1
		}, m[1])
		name := anchor
		for n := 1; found[name]; n++ {
			name = fmt.Sprintf("%s-%d", anchor, n)
		}
		found[name] = true
	}
	return found
}

func TestDocumentNames(t *testing.T) {
	ledger := readLedger(t)
	for name, text := range documents(t) {
		if _, written := writtenDocuments[name]; !written {
			assert.Empty(t, unknownNames(name, text, ledger))
		}
	}
}

var (
	qualifiedName = regexp.MustCompile(`(?:^|[^\w./"-])([a-z]\w*)\.([A-Z]\w*(?:\.[A-Z]\w*)?)`)
	memberName    = regexp.MustCompile(`(?:^|[^\w./"-])([A-Z]\w*\.[A-Z]\w*)`)
	sourceFile    = regexp.MustCompile("^`((?:[\\w.-]+/)*[\\w-]+\\.(?:go|md))`$")
)

// unknownNames returns the names in the code spans of a document that are not there: package.Name and Type.Member of the module,
// and files of Go and documents.
func unknownNames(name, text string, ledger *ledgerNames) (list []string) {
	unknown := func(what string) { list = append(list, fmt.Sprintf("%s: no %s", name, what)) }
	for _, span := range codeSpan.FindAllString(fencedBlock.ReplaceAllString(text, ""), -1) {
		if m := sourceFile.FindStringSubmatch(span); m != nil {
			_, err := os.Stat(filepath.FromSlash(m[1]))
			if _, beside := os.Stat(filepath.FromSlash(path.Join(path.Dir(name), m[1]))); err != nil && beside != nil {
				unknown("file " + m[1])
			}
			continue
		}
		for _, m := range qualifiedName.FindAllStringSubmatch(span, -1) {
			if qualified := m[1] + "." + m[2]; ledger.packages[m[1]] && !ledger.hasName(strings.TrimPrefix(qualified, "jarvis.")) {
				unknown("name " + qualified)
			}
		}
		for _, m := range memberName.FindAllStringSubmatch(span, -1) {
			if m[1] != "Type.Field" && !ledger.hasMember(m[1]) { // as mistakes of declarations begin
				unknown("name " + m[1])
			}
		}
	}
	return list
}

// hasName tells whether a name is exported, or a method of a constant or variable, whose type is not known here.
func (l *ledgerNames) hasName(name string) bool {
	if _, ok := l.names[name]; ok {
		return true
	}
	owner, _, nested := cutLast(name, ".")
	_, known := l.names[owner]
	for other := range l.names {
		known = known && !strings.HasPrefix(other, owner+".")
	}
	return nested && known
}

// hasMember tells whether a Type.Member is of some package, or its type of none.
func (l *ledgerNames) hasMember(member string) bool {
	owner, _, _ := cutLast(member, ".")
	known := false
	for name := range l.names {
		if name == member || strings.HasSuffix(name, "."+member) {
			return true
		}
		known = known || name == owner || strings.HasSuffix(name, "."+owner)
	}
	return !known
}
