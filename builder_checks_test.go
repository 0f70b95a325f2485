// Checks of the author on built parameters: what they get, when they run, and panics in them.

package jarvis_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// checkSeen declares x as a type with a check that notes what it gets.
func checkSeen(t *testing.T, declare func(*jarvis.ParametersBuilder) *jarvis.ParametersBuilder) (*jarvis.Parameters, *[]any) {
	seen := &[]any{}
	p, err := declare(jarvis.NewParameters()).Check(func(v any) bool {
		*seen = append(*seen, v)
		return true
	}, "no").Build()
	require.NoError(t, err)
	return p, seen
}

func TestCheckGetsTheDocumentedType(t *testing.T) {
	for _, tt := range append(builderArrays(), builderScalars...) {
		t.Run(tt.name, func(t *testing.T) {
			p, seen := checkSeen(t, func(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder { return tt.optional(b, "x", "") })
			v, err := p.Validate(json.RawMessage(`{"x":` + tt.good + `}`))
			require.NoError(t, err)
			value, _ := v.Lookup("x")
			assert.Equal(t, []any{value}, *seen)

			*seen = nil
			for _, args := range []string{`{"x":` + tt.bad + `}`, `{}`, `{"x":null}`, `[]`, `{"x"`} {
				_, _ = p.Validate(json.RawMessage(args))
				assert.Empty(t, *seen, args)
			}
		})
	}
}

func TestCheckComesAfterEverythingElse(t *testing.T) {
	p, seen := checkSeen(t, func(b *jarvis.ParametersBuilder) *jarvis.ParametersBuilder {
		return b.OptionalInteger("x", "").Enum("2", "3").Validate("gte=2,lte=9").Default("2").Absent("none")
	})
	assert.Equal(t, []any{int64(2)}, *seen, "the default is tried out when it is declared")
	for args, want := range map[string][]any{
		`{"x":4}`: nil, `{"x":10}`: nil, `{"x":"3"}`: nil, `{"x":3}`: {int64(3)}, `{}`: {int64(2)}, `{"x":null}`: {int64(2)}, `{"x":"None"}`: {int64(2)},
	} {
		*seen = nil
		_, _ = p.Validate(json.RawMessage(args))
		assert.Equal(t, want, *seen, args)
	}
}

func TestCheckMessageIsShownAsItIs(t *testing.T) {
	const message = "100% of <b>'rooms'</b> must %s be even.\nTry 2."
	p := jarvis.NewParameters().
		RequiredInteger("rooms", "").Check(func(v any) bool { return v.(int64)%2 == 0 }, message).Check(func(v any) bool { return v.(int64) < 10 }, "at most 9").
		MustBuild()
	for args, want := range map[string][]string{`{"rooms":3}`: {message}, `{"rooms":12}`: {"at most 9"}, `{"rooms":13}`: {message}} { // the first of several
		_, err := p.Validate(json.RawMessage(args))
		var invalid *jarvis.ValidationError
		require.ErrorAs(t, err, &invalid)
		require.Len(t, invalid.Problems, 1)
		problem := invalid.Problems[0]
		assert.Equal(t, jarvis.ProblemRule, problem.Kind)
		assert.Equal(t, "rooms", problem.Param)
		assert.Empty(t, problem.Rule)
		assert.Equal(t, want, []string{problem.Message()})
		assert.Equal(t, want[0], invalid.Response().ErrorDetails)
		assert.Equal(t, want[0], invalid.Results()[0].Message)
	}
	_, err := p.Validate(json.RawMessage(`{"rooms":4}`))
	require.NoError(t, err)
}

func TestCheckOfAnInnerObject(t *testing.T) {
	span := jarvis.NewParameters().RequiredInteger("from", "").RequiredInteger("to", "").Check(func(v any) bool { return v.(int64) < 100 }, "below 100").MustBuild()
	p := jarvis.NewParameters().
		RequiredObject("span", "", span).Check(func(v any) bool {
		from, _ := v.(jarvis.Values).Int("from")
		to, _ := v.(jarvis.Values).Int("to")
		return from <= to
	}, "from comes before to").
		OptionalObjects("more", "", span).Check(func(v any) bool { return len(v.([]jarvis.Values)) < 2 }, "one more").
		MustBuild()
	_, err := p.Validate(json.RawMessage(`{"span":{"from":1,"to":2},"more":[{"from":5,"to":1}]}`))
	require.NoError(t, err)
	_, err = p.Validate(json.RawMessage(`{"span":{"from":3,"to":2},"more":[{"from":1,"to":100}]}`))
	var invalid *jarvis.ValidationError
	require.ErrorAs(t, err, &invalid)
	require.Len(t, invalid.Problems, 2)
	assert.Equal(t, "span: from comes before to", invalid.Problems[0].Path+": "+invalid.Problems[0].Message())
	assert.Equal(t, "more[0].to: below 100", invalid.Problems[1].Path+": "+invalid.Problems[1].Message())
}

func TestPanicInACheckIsTheAuthorsError(t *testing.T) {
	for name, value := range map[string]any{"text": "boom", "error": errors.ErrUnsupported} {
		t.Run(name, func(t *testing.T) {
			p := jarvis.NewParameters().RequiredInteger("n", "").Check(func(any) bool { panic(value) }, "no").MustBuild()
			v, err := p.Validate(json.RawMessage(`{"n":1}`))
			var panicked *jarvis.PanicError
			require.ErrorAs(t, err, &panicked)
			assert.Equal(t, value, panicked.Value)
			assert.NotEmpty(t, panicked.Stack)
			assert.Equal(t, name == "error", errors.Is(err, errors.ErrUnsupported))
			assert.Equal(t, jarvis.Values{}, v)
			var invalid *jarvis.ValidationError
			assert.NotErrorAs(t, err, &invalid)
			_, err = p.Validate(json.RawMessage(`{"n":"x"}`))
			require.ErrorAs(t, err, &invalid, "a call that does not reach the check is an ordinary one")
		})
	}
}

// TestPanicInACheckOfADefault has Build report a check that fails on the default, as it reports any other mistake.
func TestPanicInACheckOfADefault(t *testing.T) {
	b := jarvis.NewParameters().OptionalInteger("n", "").Default("1").Check(func(any) bool { panic("boom") }, "no")
	require.NotPanics(t, func() {
		p, err := b.Build()
		require.Error(t, err)
		assert.Nil(t, p)
		var mistake *jarvis.TagError
		require.ErrorAs(t, err, &mistake)
		assert.Equal(t, "n", mistake.Field)
	})
}
