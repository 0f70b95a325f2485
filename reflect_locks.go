// Locks: fields that a copy of the command would break.

package jarvis

import (
	"reflect"
	"sync/atomic"
)

// locker is what go vet calls a lock: copying the struct that holds one by value breaks it.
type locker interface {
	Lock()
	Unlock()
}

// locksIn finds the fields of a struct that hold a lock by value, and returns a mistake for each by the field's name.
func locksIn(t reflect.Type) (fields, mistakes []string) {
	for i := range t.NumField() {
		f := t.Field(i)
		if path, lock := lockIn(f.Type); lock != nil {
			fields = append(fields, f.Name)
			mistakes = append(mistakes, sprintf(msgLock, f.Name+path, lock))
		}
	}
	return fields, mistakes
}

// lockIn returns the lock that a type is or holds by value, with the path of fields to it, or nil.
func lockIn(t reflect.Type) (path string, lock reflect.Type) {
	switch {
	case t.Kind() == reflect.Array:
		return lockIn(t.Elem())
	case t.Kind() != reflect.Struct:
		return "", nil
	case reflect.PointerTo(t).Implements(reflect.TypeFor[locker]()) && !t.Implements(reflect.TypeFor[locker]()), t == reflect.TypeFor[atomic.Value]():
		return "", t
	}
	for i := range t.NumField() {
		f := t.Field(i)
		inner, lock := lockIn(f.Type)
		switch {
		case lock == nil:
		case t.PkgPath() == "sync" || t.PkgPath() == "sync/atomic":
			return "", t // how it is made inside is of no use to the author
		default:
			return "." + f.Name + inner, lock
		}
	}
	return "", nil
}
