// The command line, and patterns of benchmarks.

package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestFlags(t *testing.T) {
	for name, k := range map[string]struct {
		args string
		code int
		says string
	}{
		"help":               {"--help", exitDone, "usage: go run ./report"},
		"unknown flag":       {"-fast", exitUsage, "usage: go run ./report"},
		"argument":           {"-print Call W3", exitUsage, `report: "Call W3" is no flag`},
		"no passes":          {"-passes 0", exitUsage, "report: -passes is 0, wanted 1 or more"},
		"negative":           {"-scale-passes -1", exitUsage, "report: -scale-passes is -1, wanted 0 or more"},
		"more than passes":   {"-passes 2 -scale-passes 3", exitUsage, "report: -scale-passes is 3, wanted at most -passes, which is 2"},
		"no time":            {"-time 0s", exitUsage, "report: -time is 0s, wanted more than 0"},
		"no number":          {"-passes many", exitUsage, `invalid value "many" for flag -passes`},
		"pattern":            {"-pattern Call/(W3", exitUsage, "report: -pattern: error parsing regexp: missing closing )"},
		"pattern of a part":  {"-pattern Call/W3/[a-", exitUsage, "report: -pattern: error parsing regexp: missing closing ]"},
		"no such output":     {"-print -from /no/such/file", exitFailed, "report: open /no/such/file"},
		"from and passes":    {"-from log -passes 3", exitUsage, "report: -from runs nothing, so that -passes has no meaning beside it"},
		"from and default":   {"-from log -time 50ms", exitUsage, "report: -from runs nothing, so that -time has no meaning beside it"},
		"from and a pattern": {"-from log -pattern Call", exitUsage, "report: -from runs nothing, so that -pattern has no meaning beside it"},
		"from and save":      {"-from log -save log", exitUsage, "report: -from runs nothing, so that -save has no meaning beside it"},
		"from nothing":       {"-from=", exitUsage, "report: -from names no file"},
	} {
		t.Run(name, func(t *testing.T) {
			var out, errs bytes.Buffer
			assert.Equal(t, k.code, run(context.Background(), strings.Fields(k.args), &out, &errs))
			assert.Contains(t, errs.String(), k.says)
			assert.Empty(t, out.String())
		})
	}
}

func TestPartsArePrinted(t *testing.T) {
	for args, want := range map[string]bool{"": false, "-pattern Call": true, "-scale-passes 0": true, "-passes 2": false, "-from log": false} {
		opts, _, ok := parseFlags(strings.Fields(args), &bytes.Buffer{})
		require.True(t, ok, args)
		assert.Equal(t, want, opts.print, "%s", args)
		assert.LessOrEqual(t, opts.scalePasses, opts.passes)
	}
}

func TestPatterns(t *testing.T) {
	for pattern, want := range map[string][]selection{
		"Call":                   {{"Call", ""}},
		"Call/W3/jarvis$":        {{"Call/W3/jarvis$", "Call/W3/jarvis$/."}},
		"A$|B/c":                 {{"A$", "A$/."}, {"B/c", ""}},
		`A\$`:                    {{`A\$`, ""}},
		`A\|B`:                   {{`A\|B`, ""}},
		"A/[|/]b/(c|d)":          {{"A/[|/]b/(c|d)", ""}},
		"Call/W3/(a|jarvis)$|B]": {{"Call/W3/(a|jarvis)$", "Call/W3/(a|jarvis)$/."}, {"B]", ""}},
	} {
		got, err := parsePattern(pattern)
		require.NoError(t, err, pattern)
		assert.Equal(t, want, got, pattern)
	}
}

func TestSelections(t *testing.T) {
	opts := options{passes: 3, scalePasses: 1}
	names := func(pass int) (all []string) {
		list, err := selectionsOf(opts, pass)
		require.NoError(t, err)
		for _, s := range list {
			all = append(all, s.bench)
		}
		return all
	}
	assert.Len(t, names(0), len(groups()))
	assert.NotContains(t, names(1), "^BenchmarkRegister$")
	assert.Contains(t, names(2), "^BenchmarkCall$")
	opts.pattern = "Call/W3"
	assert.Equal(t, []string{"Call/W3"}, names(2))
}
