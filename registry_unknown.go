// Unknown commands: the names that a model could have meant.

package jarvis

import "github.com/jarvis-sdk/jarvis/internal/suggest"

const (
	maxNear  = 3  // near names that an unknown command is answered with
	maxNames = 20 // names that are listed where none is near
)

// unknown reports a name that no command has, with the mistyped ones first, else those that share words with it. A guess by
// words alone is weak, so all names come with it while they are few.
func (r *Registry) unknown(name string) *UnknownCommandError {
	e := &UnknownCommandError{Name: cut(name), Near: suggest.Near(name, r.names, maxNear)}
	if e.Near != nil {
		return e
	}
	e.Near = suggest.Related(name, r.words, maxNear)
	if e.Near != nil && r.Len() > maxNames {
		return e
	}
	for d := range r.All() {
		if len(e.Names) == maxNames {
			e.More = r.Len() - maxNames
			break
		}
		e.Names = append(e.Names, d.Name())
	}
	return e
}

// names yields the names of all commands.
func (r *Registry) names(yield func(string) bool) {
	for d := range r.All() {
		if !yield(d.Name()) {
			return
		}
	}
}

// words yields the names of all commands with the texts that describe them.
func (r *Registry) words(yield func(string, []string) bool) {
	for d := range r.All() {
		if !yield(d.Name(), append([]string{d.Name()}, d.spec.Keywords...)) {
			return
		}
	}
}
