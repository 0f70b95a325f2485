// NoLeak: secrets that are disguised, and such as come out late.

package jarvistest_test

import (
	"context"
	"encoding/base32"
	"encoding/hex"
	"log"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/jarvistest"
)

func TestNoLeakSeesThroughDisguises(t *testing.T) {
	for _, tt := range []struct {
		name     string
		disguise func(key string) string
		how      string
	}{
		{"capitals", strings.ToUpper, "in capitals"},
		{"small letters", strings.ToLower, "in small letters"},
		{"backwards", func(key string) string {
			letters := []rune(key)
			slices.Reverse(letters)
			return string(letters)
		}, "backwards"},
		{"dashes", func(key string) string { return strings.Join(strings.Split(key, ""), "-") }, "with a character between each two"},
		{"base32", func(key string) string { return base32.StdEncoding.EncodeToString([]byte("user:" + key)) }, "in base32"},
		{"small base32", func(key string) string { return strings.ToLower(base32.HexEncoding.EncodeToString([]byte(key))) }, "in base32"},
		{"hex with colons", func(key string) string {
			var pairs []string
			for _, b := range []byte(key) {
				pairs = append(pairs, hex.EncodeToString([]byte{b}))
			}
			return strings.Join(pairs, ":")
		}, "in hex"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := noLeak(t, jarvistest.LeakTest{}, mail(t, answering(func(in mailbox) string { return tt.disguise(in.key()) })))
			assert.Contains(t, r.text(), "mail shows the secret KEY in the answer (JSON), "+tt.how)
		})
	}
}

func TestNoLeakWaitsForGoroutines(t *testing.T) {
	late := func(_ context.Context, _ *jarvis.Request, in mailbox) (*jarvis.Response, error) {
		go func() {
			time.Sleep(30 * time.Millisecond)
			log.Print(in.key())
		}()
		return jarvis.Final(nil), nil
	}
	r := noLeak(t, jarvistest.LeakTest{}, mail(t, late))
	assert.Contains(t, r.text(), "mail shows the secret KEY in a log record")
}
