// What the first command of a struct type costs: a thousand types that reflection has not seen before.

package bench_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/jarvis-sdk/jarvis"
)

// many is a command whose type differs with each of its arguments, parameters and schema included. Instances of a generic type
// are the only way to a thousand struct types that have methods and are not written out.
type many[A, B, C any] struct {
	name  string
	First A         `jarvis:"first,required" description:"First zone"`
	Then  B         `jarvis:"then" description:"Zone after it"`
	Last  C         `jarvis:"last" description:"Last zone"`
	At    time.Time `jarvis:"at" description:"When to begin"`
}

func (c *many[A, B, C]) Spec() jarvis.Spec {
	return jarvis.Spec{Name: c.name, Description: "Visit zones in order."}
}

func (c *many[A, B, C]) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Success(nil), nil
}

// The zones are the arguments of many.
type (
	zone0 struct {
		Zone string `jarvis:"zone_0,required" enum:"north_0,south_0" description:"Zone 0"`
	}
	zone1 struct {
		Zone string `jarvis:"zone_1,required" enum:"north_1,south_1" description:"Zone 1"`
	}
	zone2 struct {
		Zone string `jarvis:"zone_2,required" enum:"north_2,south_2" description:"Zone 2"`
	}
	zone3 struct {
		Zone string `jarvis:"zone_3,required" enum:"north_3,south_3" description:"Zone 3"`
	}
	zone4 struct {
		Zone string `jarvis:"zone_4,required" enum:"north_4,south_4" description:"Zone 4"`
	}
	zone5 struct {
		Zone int `jarvis:"zone_5,required" validate:"gte=5" description:"Zone 5"`
	}
	zone6 struct {
		Zone int `jarvis:"zone_6,required" validate:"gte=6" description:"Zone 6"`
	}
	zone7 struct {
		Zone int `jarvis:"zone_7,required" validate:"gte=7" description:"Zone 7"`
	}
	zone8 struct {
		Zone []string `jarvis:"zone_8,required" description:"Zone 8"`
	}
	zone9 struct {
		Zone []string `jarvis:"zone_9,required" description:"Zone 9"`
	}
)

// commands collects one command of each type.
type commands []jarvis.Command

func (c *commands) add(cmd func(name string) jarvis.Command) {
	*c = append(*c, cmd(fmt.Sprintf("visit_%04d", len(*c))))
}

func addThird[A, B, C any](c *commands) {
	c.add(func(name string) jarvis.Command { return &many[A, B, C]{name: name} })
}

func addSecond[A, B any](c *commands) {
	for _, add := range []func(*commands){
		addThird[A, B, zone0], addThird[A, B, zone1], addThird[A, B, zone2], addThird[A, B, zone3], addThird[A, B, zone4],
		addThird[A, B, zone5], addThird[A, B, zone6], addThird[A, B, zone7], addThird[A, B, zone8], addThird[A, B, zone9],
	} {
		add(c)
	}
}

func addFirst[A any](c *commands) {
	for _, add := range []func(*commands){
		addSecond[A, zone0], addSecond[A, zone1], addSecond[A, zone2], addSecond[A, zone3], addSecond[A, zone4],
		addSecond[A, zone5], addSecond[A, zone6], addSecond[A, zone7], addSecond[A, zone8], addSecond[A, zone9],
	} {
		add(c)
	}
}

func thousand() (c commands) {
	for _, add := range []func(*commands){
		addFirst[zone0], addFirst[zone1], addFirst[zone2], addFirst[zone3], addFirst[zone4],
		addFirst[zone5], addFirst[zone6], addFirst[zone7], addFirst[zone8], addFirst[zone9],
	} {
		add(&c)
	}
	return c
}

// The plan of a type is made once per process, so only the first round of a process says what it costs: new-ns/tool. The others,
// and a second benchmark in the same process, find the types known.
func BenchmarkReflect(b *testing.B) {
	cmds := thousand()
	before := liveHeap()
	began := time.Now()
	reg := jarvis.NewRegistry()
	require.NoError(b, reg.Register(cmds...))
	first := time.Since(began)
	kept := float64(liveHeap()) - float64(before)
	b.ReportAllocs()
	for b.Loop() {
		reg = jarvis.NewRegistry()
		reg.MustRegister(cmds...)
	}
	perTool(b, len(cmds))
	b.ReportMetric(float64(first.Nanoseconds())/float64(len(cmds)), "new-ns/tool")
	b.ReportMetric(kept/float64(len(cmds)), "new-B/tool")
}

func TestThousandTypesDiffer(t *testing.T) {
	reg := jarvis.NewRegistry()
	require.NoError(t, reg.Register(thousand()...))
	schemas := map[string]bool{}
	for d := range reg.All() {
		schemas[string(d.Schema())] = true
	}
	require.Len(t, schemas, 1000)
}
