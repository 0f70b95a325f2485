// Registry: prompt providers by name.

package prompt

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode"

	"github.com/jarvis-sdk/jarvis/internal/echo"
	"github.com/jarvis-sdk/jarvis/internal/suggest"
)

// Registry holds providers by name, where case does not count. The zero value is empty and ready. It is safe for concurrent use,
// registration included. Source: PromptProviderFactory of the original; here nothing is searched for on disk, and an unknown
// name is an error.
type Registry struct {
	mu     sync.RWMutex
	byName map[string]*entry // by folded name
	order  []*entry          // only ever appended to
}

// entry is a provider with the name it had when it was registered.
type entry struct {
	name     string
	provider Provider
}

// NewRegistry returns a registry of these providers, such as those of Builtin. The error is that of Register; the registry is
// then nil.
func NewRegistry(providers ...Provider) (*Registry, error) {
	r := &Registry{}
	if err := r.Register(providers...); err != nil {
		return nil, err
	}
	return r, nil
}

// Register adds providers. All mistakes come back joined, each a *RegisterError: a nil provider, a name that is blank or cannot
// be read, and one that is taken in any case. Then none is added.
func (r *Registry) Register(providers ...Provider) error {
	added, errs := readEntries(providers)
	r.mu.Lock()
	defer r.mu.Unlock()
	names := make(map[string]*entry, len(added))
	for i, e := range added {
		if e == nil {
			continue
		}
		key := foldName(e.name)
		if taken := cmp.Or(r.byName[key], names[key]); taken != nil {
			errs = append(errs, &RegisterError{Index: i, Name: e.name, Taken: taken.name})
			continue
		}
		names[key] = e
	}
	if len(errs) > 0 {
		slices.SortStableFunc(errs, func(a, b *RegisterError) int { return a.Index - b.Index })
		return joinRegisterErrors(errs)
	}
	if r.byName == nil {
		r.byName = make(map[string]*entry, len(added))
	}
	maps.Copy(r.byName, names)
	r.order = append(r.order, added...)
	return nil
}

// readEntries asks the providers for their names; it is done before the lock, as a provider may read the registry. An entry is
// nil where there is a mistake.
func readEntries(providers []Provider) (entries []*entry, errs []*RegisterError) {
	entries = make([]*entry, len(providers))
	for i, p := range providers {
		if isNil(p) {
			errs = append(errs, &RegisterError{Index: i, missing: true})
			continue
		}
		e := &entry{name: strings.Clone(p.Name()), provider: p}
		if !readable(e.name) {
			errs = append(errs, &RegisterError{Index: i, Name: e.name})
			continue
		}
		entries[i] = e
	}
	return entries, errs
}

// isNil reports whether there is no provider, or a pointer to none.
func isNil(p Provider) bool {
	v := reflect.ValueOf(p)
	return !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil()
}

// readable reports whether a name can be typed into a setting.
func readable(name string) bool {
	return name != "" && strings.TrimSpace(name) == name && !strings.ContainsFunc(name, echo.Unseen)
}

// foldName brings a name into the form that is the same for all names that differ in case alone.
func foldName(name string) string {
	return strings.Map(func(c rune) rune {
		least := c
		for next := unicode.SimpleFold(c); next != c; next = unicode.SimpleFold(next) {
			least = min(least, next)
		}
		return least
	}, name)
}

// Lookup returns the provider of that name. Case and white space around the name do not count. The error is an
// *UnknownProviderError.
func (r *Registry) Lookup(name string) (Provider, error) {
	e, err := r.find(name)
	if err != nil {
		return nil, err
	}
	return e.provider, nil
}

func (r *Registry) find(name string) (*entry, error) {
	r.mu.RLock()
	e := r.byName[foldName(strings.TrimSpace(name))]
	r.mu.RUnlock()
	if e == nil {
		return nil, r.unknown(name)
	}
	return e, nil
}

// Names returns the names of all providers, sorted bytewise.
func (r *Registry) Names() []string {
	var names []string
	for _, e := range r.entries() {
		names = append(names, e.name)
	}
	slices.Sort(names)
	return names
}

// All yields the providers in the order of their registration, those that were there when it began.
func (r *Registry) All() iter.Seq[Provider] {
	return func(yield func(Provider) bool) {
		for _, e := range r.entries() {
			if !yield(e.provider) {
				return
			}
		}
	}
}

func (r *Registry) entries() []*entry {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return r.order
}

// Info describes a registered provider, for settings and health checks. Its JSON has the names of the original. Source:
// get_provider_info.
type Info struct {
	Name         string       `json:"name"`   // of the provider
	Class        string       `json:"class"`  // the Go type of the provider; "Model" for those that New has made of one
	Module       string       `json:"module"` // the import path of the package of that type
	Capabilities Capabilities `json:"capabilities"`
}

// Info describes the provider of that name, found as by Lookup and with its error.
func (r *Registry) Info(name string) (Info, error) {
	e, err := r.find(name)
	if err != nil {
		return Info{}, err
	}
	return e.info(), nil
}

// Infos describes all providers, sorted by name bytewise.
func (r *Registry) Infos() []Info {
	var infos []Info
	for _, e := range r.entries() {
		infos = append(infos, e.info())
	}
	slices.SortFunc(infos, func(a, b Info) int { return strings.Compare(a.Name, b.Name) })
	return infos
}

func (e *entry) info() Info {
	p := e.provider
	if c, ok := p.(*complete); ok {
		p = c.Provider // what WithDefaults was given
	}
	t := reflect.TypeOf(p)
	if m, ok := p.(*modelProvider); ok {
		t = reflect.TypeOf(m.model)
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return Info{
		Name:         e.name,
		Class:        cmp.Or(t.Name(), t.String()),
		Module:       t.PkgPath(),
		Capabilities: WithDefaults(e.provider).Capabilities(),
	}
}

// RegisterError is one mistake in a list of providers that were to be registered.
type RegisterError struct {
	Index int    // the place in the list, from 0
	Name  string // empty for a nil provider and for one without a name
	Taken string // the registered name that it differs from in case at most; empty for other mistakes

	missing bool // the provider is nil
}

// Error says which provider it is and what to do.
func (e *RegisterError) Error() string {
	switch {
	case e.missing:
		return fmt.Sprintf(msgProviderNil, e.Index)
	case e.Taken != "":
		return fmt.Sprintf(msgProviderName, e.Index, echo.Cut(e.Name), fmt.Sprintf(msgProviderTaken, echo.Cut(e.Taken)))
	case strings.TrimSpace(e.Name) == "":
		return fmt.Sprintf(msgProviderName, e.Index, echo.Cut(e.Name), msgProviderNoName)
	}
	return fmt.Sprintf(msgProviderName, e.Index, echo.Cut(e.Name), msgProviderNameSpace)
}

func joinRegisterErrors(errs []*RegisterError) error {
	all := make([]error, len(errs))
	for i, err := range errs {
		all[i] = err
	}
	return errors.Join(all...)
}

// UnknownProviderError reports a name that no registered provider has.
type UnknownProviderError struct {
	Name  string   // as it was asked for
	Known []string // all registered names, sorted bytewise
	Near  []string // up to three of them that the name could have been meant to be, nearest first
}

const (
	maxNearNames  = 3
	maxKnownNames = 40 // names that the text of an error lists
)

// unknown reports a name that no provider has. What is near is looked for without regard to case.
func (r *Registry) unknown(name string) *UnknownProviderError {
	e := &UnknownProviderError{Name: name, Known: r.Names()}
	byFold := make(map[string]string, len(e.Known))
	folded := make([]string, len(e.Known))
	for i, known := range e.Known {
		folded[i] = foldName(known)
		byFold[folded[i]] = known
	}
	for _, near := range suggest.Near(foldName(strings.TrimSpace(name)), slices.Values(folded), maxNearNames) {
		e.Near = append(e.Near, byFold[near])
	}
	return e
}

// Error names the provider, what it could have meant, and up to 40 of the names that there are. Long names are cut.
func (e *UnknownProviderError) Error() string {
	text := fmt.Sprintf(msgProviderUnknown, echo.Cut(e.Name))
	if len(e.Near) > 0 {
		text += fmt.Sprintf(msgProviderNear, clippedNames(e.Near))
	}
	if len(e.Known) == 0 {
		return text + msgProviderNone
	}
	text += fmt.Sprintf(msgProviderKnown, clippedNames(e.Known[:min(len(e.Known), maxKnownNames)]))
	if more := len(e.Known) - maxKnownNames; more > 0 {
		text += fmt.Sprintf(msgProviderMore, more)
	}
	return text
}

// clippedNames joins names for a message: what registers providers may have them from outside.
func clippedNames(names []string) string {
	clipped := make([]string, len(names))
	for i, name := range names {
		clipped[i] = echo.Clip(name)
	}
	return strings.Join(clipped, ", ")
}
