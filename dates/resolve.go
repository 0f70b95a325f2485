// Resolving: a Resolver, and how the keys of one list come together.

package dates

import (
	"slices"
	"time"
)

// Config sets up a [Resolver]. The zero value is UTC, the time now, and weeks that start on Sunday.
type Config struct {
	// Zone is the user's: an IANA name ("Europe/Berlin") or an offset from UTC-12 to UTC+14 ("UTC+5", "UTC-3:30",
	// "UTC+05:30"). Any other text, and none, is UTC; [Resolver.Zone] shows that it fell back. IANA names are to be
	// spelt as they are: whether europe/berlin is known depends on where the time zone database comes from.
	Zone string
	// Clock tells the time; nil is time.Now. It is called once by each method that needs it, perhaps at the same time from
	// several goroutines.
	Clock func() time.Time
	// WeekStart is Sunday or Monday. Any other day counts as Sunday.
	WeekStart time.Weekday
}

// Resolver turns keys into instants for one user. It does not change and is safe for concurrent use. The zero
// value is that of the zero Config.
type Resolver struct {
	zone      Zone
	clock     func() time.Time
	weekStart time.Weekday
}

// New returns a resolver. It never fails: what it cannot use has a fallback, described at [Config]. IANA names are looked up
// in the time zone database of the machine or the program, see the package comment.
func New(config Config) *Resolver {
	r := &Resolver{zone: parseZone(config.Zone), clock: config.Clock}
	if config.WeekStart == time.Monday {
		r.weekStart = time.Monday
	}
	return r
}

// Zone returns the zone that was asked for and the one that is used.
func (r *Resolver) Zone() Zone {
	if r.zone.Location == nil { // of the zero value
		return parseZone("")
	}
	return r.zone
}

// inZone returns a resolver like r for another zone.
func (r *Resolver) inZone(zone Zone) *Resolver {
	other := *r
	other.zone = zone
	return &other
}

func (r *Resolver) moment() moment {
	clock := r.clock
	if clock == nil {
		clock = time.Now
	}
	now := time.Unix(clock().Unix(), 0).In(r.Zone().Location)
	return moment{now: now, today: civilOf(now), weekStart: r.weekStart}
}

// Resolution is what a list of keys stands for.
type Resolution struct {
	Instants   []time.Time // in UTC, whole seconds, in the order of the keys, without repeats
	Unresolved []string    // keys without an instant, as they were given
}

// MaxKeys is the number of keys of one list that are resolved; those after it stay unresolved. It bounds what a list from
// outside can cost, and is far above what one sentence says.
const MaxKeys = 128

// Resolve turns keys into instants. Keys are normalised first (see [Normalize]). They are
//
//   - the static keys of [Keys];
//   - in_N_minutes and in_N_hours: so much later than now; in_N_days: at the same wall time N days later; each may end in
//     _M_minutes, which are added then. N and M have up to ten digits, units may be singular;
//   - at_TIME: a time of day, in the forms of [ParseTime].
//
// Times of day (the at_ keys, morning, noon, at_dinner and so on) have no day of their own. They set the wall clock of every day
// of the static keys with days in the list, wherever they stand, in place of the time that such a key has itself; several of
// them give several instants a day. An in_ key has its own instant, which they do not change. Without any key of these two sorts
// they mean today; beside in_ keys alone they add nothing, and are not reported. A key without meaning, or with an instant
// outside the years 1 to 9999, is reported, not guessed.
func (r *Resolver) Resolve(keys ...string) Resolution {
	m := r.moment()
	return m.resolve(keys, false)
}

// ResolveDates is Resolve with a plain signature, so that an interface can ask for it without naming this package's types, and
// for texts as models write them: one that is no key is read as [Tool.Resolve] reads a term, all of it or not at all. If it
// comes to one key, such as "5pm" or "the day after tomorrow", it is as if that key stood there. If it comes to more, such as
// "tomorrow at 7:30pm", it is a list of its own: its times set no other days, and the times of the others not its days. The
// instants are in the order of the texts, without repeats.
func (r *Resolver) ResolveDates(keys []string) (instants []time.Time, unresolved []string) {
	m := r.moment()
	found := m.resolve(keys, true)
	return found.Instants, found.Unresolved
}

// resolve reads keys and, where terms are wanted, texts that come to several.
func (m *moment) resolve(keys []string, terms bool) Resolution {
	var held struct {
		items  [8]item
		clocks [8]int
	}
	items, clocks := held.items[:0], held.clocks[:0]
	others := false // than times of day
	for _, key := range keys[:min(len(keys), MaxKeys)] {
		it, ok := parseKey(Normalize(key))
		if !ok && terms {
			it, ok = parseTerm(key)
		}
		switch {
		case !ok:
			it.kind = kindNone
		case it.kind == kindTerm:
		case it.kind != kindClock:
			others = true
		case !slices.Contains(clocks, it.clock):
			clocks = append(clocks, it.clock)
		}
		items = append(items, it)
	}
	var out collector
	clocksResolve := true
	if len(clocks) > 0 && !others {
		clocksResolve = out.dated(m, byKey["today"], clocks)
	}
	for i := range items {
		it := &items[i]
		resolved := false
		switch it.kind {
		case kindClock:
			resolved = clocksResolve
		case kindDated:
			resolved = out.dated(m, it.entry, clocks)
		case kindOffset:
			resolved = out.offset(m, it)
		case kindTerm:
			resolved = out.term(m, keys[i])
		}
		if !resolved {
			out.Unresolved = append(out.Unresolved, keys[i])
		}
	}
	out.Unresolved = append(out.Unresolved, keys[len(items):]...)
	return out.Resolution
}

// collector gathers the instants of one list.
type collector struct {
	Resolution
	seen map[int64]bool
}

// dated adds the instants of a key with days: all of them or, if one is out of range, none.
func (c *collector) dated(m *moment, e *entry, clocks []int) bool {
	var held [7]civilDay
	days := m.days(e, held[:0])
	if own := [1]int{e.clock}; len(clocks) == 0 {
		clocks = own[:]
	}
	c.Instants = slices.Grow(c.Instants, len(days)*len(clocks))
	from := len(c.Instants)
	for _, day := range days {
		for _, clock := range clocks {
			t := day.at(clock, m.now.Location())
			if !inRange(t.Unix()) {
				c.Instants, c.seen = c.Instants[:from], nil
				return false
			}
			c.add(t)
		}
	}
	return true
}

func (c *collector) offset(m *moment, it *item) bool {
	seconds, ok := m.offset(it)
	if ok {
		c.add(time.Unix(seconds, 0).UTC())
	}
	return ok
}

// parseTerm understands a text that is no key.
func parseTerm(text string) (item, bool) {
	switch keys := termKeys(text); len(keys) {
	case 0:
		return item{}, false
	case 1:
		return parseKey(keys[0])
	}
	return item{kind: kindTerm}, true
}

// term adds the instants of a text that comes to several keys: all of them or none.
func (c *collector) term(m *moment, text string) bool {
	found := m.resolve(termKeys(text), false)
	if len(found.Unresolved) > 0 {
		return false
	}
	for _, t := range found.Instants {
		c.add(t)
	}
	return true
}

// fewInstants are compared one by one, which is cheaper than a map.
const fewInstants = 32

// add appends an instant that is not there yet.
func (c *collector) add(t time.Time) {
	if len(c.Instants) < fewInstants {
		if slices.ContainsFunc(c.Instants, t.Equal) {
			return
		}
	} else {
		c.remember()
		if c.seen[t.Unix()] {
			return
		}
		c.seen[t.Unix()] = true
	}
	c.Instants = append(c.Instants, t)
}

// remember sets up the map once there are many instants.
func (c *collector) remember() {
	if c.seen != nil {
		return
	}
	c.seen = map[int64]bool{}
	for _, t := range c.Instants {
		c.seen[t.Unix()] = true
	}
}
