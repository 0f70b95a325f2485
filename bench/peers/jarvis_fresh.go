// A hundred struct types for each work that differ in nothing but their type, for what the first command of a type costs.

package peers

import (
	"context"
	"slices"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// freshWeather is Weather, and another type for each of its arguments. Instances of a generic type are the only way to many struct
// types that have methods and are not written out.
type freshWeather[A, B any] struct {
	City  string      `json:"city" jarvis:"city" description:"City name as spoken"`
	Unit  string      `json:"unit" jarvis:"unit" enum:"metric,imperial" description:"Unit system for temperatures"`
	Dates []time.Time `json:"dates" jarvis:"dates,required" description:"Dates to report"`
}

func (*freshWeather[A, B]) Spec() jarvis.Spec { return specOf(W3) }

func (*freshWeather[A, B]) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Success(nil), nil
}

// freshMedia is Media in the same way.
type freshMedia[A, B any] struct {
	Action      string    `json:"action" jarvis:"action,required" enum:"play,pause,resume,stop,next,previous" description:"What to do"`
	Query       string    `json:"query" jarvis:"query" description:"What to play"`
	Volume      int       `json:"volume" jarvis:"volume" validate:"gte=0,lte=100" description:"Volume in percent"`
	Shuffle     bool      `json:"shuffle" jarvis:"shuffle" description:"Shuffle the queue"`
	Rate        float64   `json:"rate" jarvis:"rate" description:"Playback rate"`
	QueueOption string    `json:"queue_option" jarvis:"queue_option" enum:"now,next,last" description:"Where to queue"`
	Rooms       []string  `json:"rooms" jarvis:"rooms" description:"Rooms to play in"`
	StartAt     time.Time `json:"start_at" jarvis:"start_at" description:"When to start"`
}

func (*freshMedia[A, B]) Spec() jarvis.Spec { return specOf(W8) }

func (*freshMedia[A, B]) Run(context.Context, *jarvis.Request) (*jarvis.Response, error) {
	return jarvis.Success(nil), nil
}

func freshOf[A, B any](w Work) jarvis.Command {
	return pick[jarvis.Command](w, &freshWeather[A, B]{}, &freshMedia[A, B]{})
}

func freshTen[A any](w Work) []jarvis.Command {
	return []jarvis.Command{
		freshOf[A, bool](w), freshOf[A, int](w), freshOf[A, int8](w), freshOf[A, int16](w), freshOf[A, int32](w),
		freshOf[A, int64](w), freshOf[A, uint8](w), freshOf[A, uint16](w), freshOf[A, uint32](w), freshOf[A, uint64](w),
	}
}

func fresh(w Work) []func() []byte {
	var all []func() []byte
	for _, cmd := range slices.Concat(freshTen[bool](w), freshTen[int](w), freshTen[int8](w), freshTen[int16](w), freshTen[int32](w),
		freshTen[int64](w), freshTen[uint8](w), freshTen[uint16](w), freshTen[uint32](w), freshTen[uint64](w)) {
		all = append(all, func() []byte { return jarvis.MustDefine(cmd).Schema() })
	}
	return all
}
