// Canaries: the secrets that NoLeak gives, and the search for them in every encoding.

package jarvistest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"html"
	"iter"
	"math/big"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/jarvis-sdk/jarvis"
)

// canary is a secret that is looked for.
type canary struct {
	key, value string
	usual      string // what takes its place in most calls, for one of an Enum; it is not looked for
	stretch    int    // how much of it, in characters, is a leak
}

const (
	stretch       = 6  // characters of a text; a prefix of four, as some show, is none
	digitStretch  = 10 // of digits, which are common
	leastGiven    = 8
	asItIs        = "as it is"
	sharpCanary   = `+/="<é&\%ö>' ?:ß` // what escapes change
	canaryLetters = 14                 // that stand together, before those between sharp ones
)

// canaries returns what is looked for of a command, or what is wrong with the secrets that were given.
func (l LeakTest) canaries(d *jarvis.Definition) (list []canary, wrong string) {
	for _, s := range d.Secrets() {
		given, has := l.Secrets[s.Key]
		switch {
		case s.Public || s.Type == jarvis.SecretBool:
		case has && utf8.RuneCountInString(given) < leastGiven:
			return nil, fmt.Sprintf(msgLeakShort, d.Name(), s.Key, leastGiven)
		case has:
			list = append(list, newCanary(s.Key, given))
		case s.Type == jarvis.SecretInt:
			list = append(list, newCanary(s.Key, canaryNumber(s.Key)))
		default:
			c := newCanary(s.Key, canaryText(s.Key))
			if len(s.Enum) > 0 {
				c.usual = s.Enum[0]
			}
			list = append(list, c)
		}
	}
	if a := d.Spec().Authentication; a != nil {
		for _, key := range a.Keys {
			key = "token " + key
			list = append(list, newCanary(key, canaryText(key)))
		}
	}
	return list, ""
}

func newCanary(key, value string) canary {
	c := canary{key: key, value: value, stretch: stretch}
	if strings.Trim(value, "0123456789") == "" {
		c.stretch = min(digitStretch, len(value))
	}
	return c
}

// canaryText is the same in every run: letters by the key, and among them what no encoding leaves as it is.
func canaryText(key string) string {
	sum := sha256.Sum256([]byte("canary " + key))
	letters := new(big.Int).SetBytes(sum[:]).Text(62)
	text := letters[:canaryLetters]
	for i, sharp := range []rune(sharpCanary) {
		text += string(sharp) + letters[canaryLetters+i:canaryLetters+i+1]
	}
	return text
}

// canaryNumber is a number of 18 digits, which fit in 64 bits.
func canaryNumber(key string) string {
	sum := sha256.Sum256([]byte("canary " + key))
	return "9" + new(big.Int).SetBytes(sum[:]).Text(10)[:17]
}

// canarySource is where the commands find their secrets.
type canarySource struct{ values map[string]string }

func (s *canarySource) Lookup(_ context.Context, ref jarvis.SecretRef) (string, bool, error) {
	value, ok := s.values[ref.Key]
	return value, ok, nil
}

// values returns the secrets of a command: usual ones for those of an Enum, or canaries for them too.
func (r *leakRun) values(usual bool) map[string]string {
	values := map[string]string{}
	for _, s := range r.d.Secrets() {
		values[s.Key] = plainSecret(s)
		if given, ok := r.Secrets[s.Key]; ok {
			values[s.Key] = given
		}
	}
	for _, c := range r.canaries {
		if _, declared := values[c.key]; !declared {
			continue // a token
		}
		values[c.key] = c.value
		if usual && c.usual != "" {
			values[c.key] = c.usual
		}
	}
	return values
}

// plainSecret is a value for a secret that is not looked for.
func plainSecret(s jarvis.Secret) string {
	switch {
	case len(s.Enum) > 0:
		return s.Enum[0]
	case s.Type == jarvis.SecretInt:
		return "1"
	case s.Type == jarvis.SecretBool:
		return "true"
	}
	return "public"
}

// leakForm is a stretch of a secret in an encoding.
type leakForm struct{ text, key, how string }

// leakForms finds forms by their first bytes: there are too many to look for each in every text.
type leakForms map[string][]leakForm

func newLeakForms(canaries []canary) leakForms {
	forms := leakForms{}
	for _, c := range canaries {
		seen := map[string]bool{}
		add := func(how, text string) {
			if !seen[text] {
				seen[text] = true
				start := text[:stretch]
				forms[start] = append(forms[start], leakForm{text, c.key, how})
			}
		}
		for letters := range windows([]rune(c.value), c.stretch) {
			addTexts(add, string(letters))
		}
		for raw := range windows([]byte(c.value), c.stretch) {
			addBytes(add, raw)
		}
	}
	return forms
}

// windows yields all stretches of n elements.
func windows[E any](list []E, n int) iter.Seq[[]E] {
	return func(yield func([]E) bool) {
		for i := 0; i+n <= len(list) && yield(list[i:i+n]); i++ {
		}
	}
}

// addTexts adds the encodings that go by characters. The first name of a text stays.
func addTexts(add func(how, text string), text string) {
	add(asItIs, text)
	for _, quoted := range []string{jsonText(text, true), jsonText(text, false)} {
		add("escaped as in JSON or Go", quoted)
	}
	for _, quoted := range []string{strconv.Quote(text), strconv.QuoteToASCII(text)} {
		add("escaped as in JSON or Go", quoted[1:len(quoted)-1])
	}
	add("escaped for a URL", url.QueryEscape(text))
	add("escaped for a URL", url.PathEscape(text))
	add("escaped for a URL", (&url.URL{Path: "/" + text}).EscapedPath()[1:])
	add("escaped for HTML", html.EscapeString(text))
	var escaped bytes.Buffer
	_ = xml.EscapeText(&escaped, []byte(text)) // a buffer takes everything
	add("escaped for XML", escaped.String())
	addDisguises(add, text)
}

// addDisguises adds what people may take for enough to hide a text.
func addDisguises(add func(how, text string), text string) {
	add("in capitals", strings.ToUpper(text))
	add("in small letters", strings.ToLower(text))
	add("with capitals and small letters swapped", strings.Map(swapCase, text))
	letters := []rune(text)
	slices.Reverse(letters)
	add("backwards", string(letters))
	for _, between := range []string{" ", "-", ".", "_", ":", ",", "/", "|", "*", "\n", "\u200b"} {
		add("with a character between each two", strings.Join(strings.Split(text, ""), between))
	}
}

func swapCase(r rune) rune {
	if unicode.IsUpper(r) {
		return unicode.ToLower(r)
	}
	return unicode.ToUpper(r)
}

func jsonText(text string, escapeHTML bool) string {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(escapeHTML)
	_ = enc.Encode(text) // a string always encodes
	quoted := strings.TrimSpace(buf.String())
	return quoted[1 : len(quoted)-1]
}

// addBytes adds the encodings that go by bytes. Of base64 and base32 it takes whole groups: that is how they fall in a longer text, for one
// of the stretches.
func addBytes(add func(how, text string), raw []byte) {
	whole := raw[:len(raw)/3*3]
	add("in base64", base64.StdEncoding.EncodeToString(whole))
	add("in base64", base64.URLEncoding.EncodeToString(whole))
	for _, format := range []string{"%x", "%X", "% x", "% X", "% #x", "% #X"} {
		add("in hex", fmt.Sprintf(format, raw))
	}
	for _, between := range []string{":", "-", "_"} {
		add("in hex", strings.ReplaceAll(fmt.Sprintf("% x", raw), " ", between))
		add("in hex", strings.ReplaceAll(fmt.Sprintf("% X", raw), " ", between))
	}
	whole = raw[:len(raw)/5*5]
	for _, encoding := range []*base32.Encoding{base32.StdEncoding, base32.HexEncoding} {
		add("in base32", encoding.EncodeToString(whole))
		add("in base32", strings.ToLower(encoding.EncodeToString(whole)))
	}
	for _, format := range []string{"%d", "%#x", "%o", "%b"} {
		numbers := make([]string, len(raw))
		for i, b := range raw {
			numbers[i] = fmt.Sprintf(format, b)
		}
		for _, separator := range []string{" ", ", ", ","} {
			add("as a list of bytes", strings.Join(numbers, separator))
		}
	}
}

// find returns a form of each secret that a text shows. An encoding leaves many stretches as they are, so any other form says more.
func (f leakForms) find(text string) (shown []leakForm) {
	for i := range max(0, len(text)-stretch+1) {
		for _, form := range f[text[i:i+stretch]] {
			if !strings.HasPrefix(text[i:], form.text) {
				continue
			}
			known := slices.IndexFunc(shown, func(s leakForm) bool { return s.key == form.key })
			if known < 0 {
				shown = append(shown, form)
			} else if shown[known].how == asItIs {
				shown[known] = form
			}
		}
	}
	return shown
}
