// A definition shares nothing with its author or its readers: found by reflection, so that a field added later is covered too.

package jarvis_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// cloneSecret is in every SecretString that fill makes: two secrets of one text are not equal.
var cloneSecret = jarvis.NewSecretString("s")

// fill sets everything reachable to values that differ from each other. n counts them.
func fill(t *testing.T, v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.String:
		v.SetString(fmt.Sprintf("text%d", *n))
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(*n))
	case reflect.Interface:
		v.Set(reflect.ValueOf(fmt.Sprintf("any%d", *n)))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem(), n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 4)) // the spare room would show what append writes into it
		for i := range v.Len() {
			fill(t, v.Index(i), n)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range 2 {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(t, key, n)
			fill(t, value, n)
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[jarvis.SecretString]() {
			v.Set(reflect.ValueOf(cloneSecret))
			return
		}
		for i := range v.NumField() {
			require.True(t, v.Type().Field(i).IsExported(), "%s.%s: this test cannot look into it", v.Type(), v.Type().Field(i).Name)
			fill(t, v.Field(i), n)
		}
	default:
		require.Fail(t, "fill does not know "+v.Type().String())
	}
}

// spoil changes everything reachable in place, through slices, maps and pointers.
func spoil(v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString("spoilt " + v.String())
	case reflect.Bool:
		v.SetBool(!v.Bool())
	case reflect.Int, reflect.Int64:
		v.SetInt(-1 - v.Int())
	case reflect.Interface:
		v.Set(reflect.ValueOf("spoilt")) // what it points to is documented as shared
	case reflect.Pointer:
		spoil(v.Elem())
	case reflect.Slice:
		for i := range v.Len() {
			spoil(v.Index(i))
		}
	case reflect.Map:
		for _, key := range v.MapKeys() {
			value := reflect.New(v.Type().Elem()).Elem()
			value.Set(v.MapIndex(key))
			spoil(value)
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[jarvis.SecretString]() {
			v.SetZero()
			return
		}
		for i := range v.NumField() {
			spoil(v.Field(i))
		}
	}
}

// filledSpec returns a Spec with every field set, always the same, and parameters that its examples fit. What Define checks is
// made right; all else stays as filled.
func filledSpec(t *testing.T) (jarvis.Spec, *jarvis.Parameters) {
	var spec jarvis.Spec
	fill(t, reflect.ValueOf(&spec).Elem(), new(int))
	spec.Effect = jarvis.EffectWrite
	*spec.Authentication.DiscoveryPort = 8123
	for i := range spec.Secrets {
		s := &spec.Secrets[i]
		s.Scope, s.Type, s.Optional = jarvis.ScopeUser, jarvis.SecretText, i == 0
		presets := s.Presets
		s.Presets = map[string]map[string]string{}
		for _, values := range presets {
			s.Presets[s.Enum[len(s.Presets)]] = map[string]string{"KEY": fmt.Sprint("preset ", len(s.Presets), " of ", len(values))}
		}
	}
	params := jarvis.NewParameters()
	for _, list := range [][]jarvis.Example{spec.Examples, spec.AdapterExamples} {
		list[1].Primary = false
		for i := range list {
			args := jarvis.Args{}
			for range list[i].Arguments {
				name := fmt.Sprintf("%s_%d", list[i].Utterance, len(args))
				args[name] = "value of " + name
				params.OptionalString(name, "")
			}
			list[i].Arguments = args
		}
	}
	return spec, params.MustBuild()
}

func defineFilled(t *testing.T, hooks ...jarvis.Hooks[jarvis.Values]) (kept *jarvis.Spec, d *jarvis.Definition) {
	spec, params := filledSpec(t)
	cmd, err := jarvis.Func(spec, params, runNothing[jarvis.Values], hooks...)
	require.NoError(t, err)
	return &spec, jarvis.MustDefine(cmd)
}

// assertSame names the first field that differs.
func assertSame(t *testing.T, want, got jarvis.Spec, about string) {
	t.Helper()
	for i := range reflect.TypeFor[jarvis.Spec]().NumField() {
		assert.Equal(t, reflect.ValueOf(want).Field(i).Interface(), reflect.ValueOf(got).Field(i).Interface(), "%s: Spec.%s", about, reflect.TypeFor[jarvis.Spec]().Field(i).Name)
	}
}

func TestSpecIsCopied(t *testing.T) {
	want, _ := filledSpec(t)
	t.Run("what the author keeps", func(t *testing.T) {
		kept, d := defineFilled(t)
		assertSame(t, want, d.Spec(), "as given")
		spoil(reflect.ValueOf(kept))
		assertSame(t, want, d.Spec(), "after the author's change")
	})
	t.Run("what Spec returns", func(t *testing.T) {
		_, d := defineFilled(t)
		one, two := d.Spec(), d.Spec()
		spoil(reflect.ValueOf(&one))
		assertSame(t, want, two, "taken before")
		assertSame(t, want, d.Spec(), "taken after")
	})
	t.Run("what Secrets and RequiredSecrets return", func(t *testing.T) {
		_, d := defineFilled(t)
		_, hooked := defineFilled(t, jarvis.Hooks[jarvis.Values]{RequiredSecrets: func(jarvis.Values) []string { return []string{want.Secrets[0].Key} }})
		required := func(d *jarvis.Definition) func() []jarvis.Secret {
			return func() []jarvis.Secret {
				list, err := d.RequiredSecrets(t.Context(), nil, nil)
				require.NoError(t, err)
				return list
			}
		}
		for name, tt := range map[string]struct {
			list func() []jarvis.Secret
			want []jarvis.Secret
		}{
			"all": {d.Secrets, want.Secrets}, "required as declared": {required(d), want.Secrets[1:]}, "required by a hook": {required(hooked), want.Secrets[:1]},
		} {
			one, two := tt.list(), tt.list()
			assert.Equal(t, tt.want, one, name)
			spoil(reflect.ValueOf(&one))
			assert.Equal(t, tt.want, two, name)
			assert.Equal(t, tt.want, tt.list(), name)
		}
		assertSame(t, want, d.Spec(), "after all of it")
		assertSame(t, want, hooked.Spec(), "after all of it")
	})
	t.Run("what was made of it", func(t *testing.T) {
		kept, d := defineFilled(t)
		_, untouched := defineFilled(t)
		one := d.Spec()
		spoil(reflect.ValueOf(kept))
		spoil(reflect.ValueOf(&one))
		assert.Equal(t, string(untouched.CommandSchema()), string(d.CommandSchema()), "which is printed only now")
		assert.Equal(t, string(untouched.OpenAITool()), string(d.OpenAITool()))
	})
}

// The test above can fail: no field is left out, and a Spec that is only assigned shows every change.
func TestSpoilIsNoticed(t *testing.T) {
	want, _ := filledSpec(t)
	spec, _ := filledSpec(t)
	require.Equal(t, want, spec, "filled the same every time")
	assigned := spec
	spoil(reflect.ValueOf(&spec))
	for i := range reflect.TypeFor[jarvis.Spec]().NumField() {
		field := reflect.TypeFor[jarvis.Spec]().Field(i)
		assert.False(t, reflect.ValueOf(want).Field(i).IsZero(), field.Name)
		assert.NotEqual(t, reflect.ValueOf(want).Field(i).Interface(), reflect.ValueOf(spec).Field(i).Interface(), field.Name)
		switch field.Type.Kind() {
		case reflect.Slice, reflect.Pointer, reflect.Map:
			assert.NotEqual(t, reflect.ValueOf(want).Field(i).Interface(), reflect.ValueOf(assigned).Field(i).Interface(), field.Name)
		}
	}
	for _, deep := range []struct{ want, got any }{
		{want.Secrets[0].Enum, assigned.Secrets[0].Enum}, {want.Secrets[0].Presets, assigned.Secrets[0].Presets}, {want.Examples[0].Arguments, assigned.Examples[0].Arguments},
		{*want.Authentication.DiscoveryPort, *assigned.Authentication.DiscoveryPort}, {want.Authentication.Scopes, assigned.Authentication.Scopes},
		{want.Authentication.ExtraExchangeParams, assigned.Authentication.ExtraExchangeParams}, {want.Packages, assigned.Packages},
	} {
		assert.NotZero(t, deep.want)
		assert.NotEqual(t, deep.want, deep.got)
	}
}
