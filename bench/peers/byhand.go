// Decoders written by hand for exactly these two commands, without reflection: what no library can beat.

package peers

import "testing"

// forWork picks the call of a work.
func forWork(weather, media func(*Seen) CallFunc) func(testing.TB, Work, *Seen) CallFunc {
	return func(_ testing.TB, w Work, seen *Seen) CallFunc { return pick(w, weather, media)(seen) }
}

func handWeather(seen *Seen) CallFunc {
	units := units()
	return func(raw []byte) (string, bool) {
		var in Weather
		var given uint
		s := scan{b: raw}
		s.open()
		for name, ok := s.more(true); ok; name, ok = s.more(false) {
			switch string(name) {
			case "city":
				s.mark(&given, 1, name)
				in.City = s.str("city")
			case "unit":
				s.mark(&given, 2, name)
				in.Unit = s.enum("unit", units)
			case "dates":
				s.mark(&given, 4, name)
				in.Dates = s.times("dates")
			default:
				s.unknown(name)
			}
		}
		if given&4 == 0 && !s.fail {
			s.bad.add("dates: required")
		}
		if s.bad != nil {
			return s.bad.text(), false
		}
		seen.weather(in.City, in.Unit, in.Dates)
		return resultText, true
	}
}

func handMedia(seen *Seen) CallFunc {
	actions, queueOptions := actions(), queueOptions()
	return func(raw []byte) (string, bool) {
		var in Media
		var given uint
		s := scan{b: raw}
		s.open()
		for name, ok := s.more(true); ok; name, ok = s.more(false) {
			switch string(name) {
			case "action":
				s.mark(&given, 1, name)
				in.Action = s.enum("action", actions)
			case "query":
				s.mark(&given, 2, name)
				in.Query = s.str("query")
			case "volume":
				s.mark(&given, 4, name)
				in.Volume = s.integer("volume", 0, 100)
			case "shuffle":
				s.mark(&given, 8, name)
				in.Shuffle = s.boolean("shuffle")
			case "rate":
				s.mark(&given, 16, name)
				in.Rate = s.float("rate")
			case "queue_option":
				s.mark(&given, 32, name)
				in.QueueOption = s.enum("queue_option", queueOptions)
			case "rooms":
				s.mark(&given, 64, name)
				in.Rooms = s.strs("rooms")
			case "start_at":
				s.mark(&given, 128, name)
				in.StartAt = s.time("start_at")
			default:
				s.unknown(name)
			}
		}
		if given&1 == 0 && !s.fail {
			s.bad.add("action: required")
		}
		if s.bad != nil {
			return s.bad.text(), false
		}
		seen.media(&in)
		return resultText, true
	}
}

func byHand() []Contestant {
	return []Contestant{
		{
			Name: "floor/plan", Path: "a plan compiled from the struct by reflection and run by the scanner: bind and checks of a library, without the library",
			Checks: true, New: planned,
		},
		{
			Name: "floor/jsontext", Module: "github.com/go-json-experiment/json",
			Path: "written by hand on tokens of jsontext, with all checks", Checks: true, New: forWork(tokenWeather, tokenMedia),
		},
		{
			Name: "floor/hand-scan", Path: "written by hand on the bytes, with all checks", Checks: true, Parallel: true,
			New: forWork(handWeather, handMedia),
		},
	}
}
