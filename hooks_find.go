// Finding the hooks of a command, and methods that were meant to be one.

package jarvis

import "reflect"

// hookInterfaces are the hooks in the order of their bits.
func hookInterfaces() [8]reflect.Type {
	return [...]reflect.Type{
		reflect.TypeFor[PreRouter](), reflect.TypeFor[PostProcessor](), reflect.TypeFor[Validator](), reflect.TypeFor[ActionHandler](),
		reflect.TypeFor[SecretRequirer](), reflect.TypeFor[AuthStorer](), reflect.TypeFor[TokenRefresher](), reflect.TypeFor[Initializer](),
	}
}

// findHooks returns the hooks that a command type implements. A method that has the name of a hook but not its form would
// never be called, so it is a mistake.
func findHooks(t reflect.Type) (set hookSet, errs []error) {
	for i, hook := range hookInterfaces() {
		if t.Implements(hook) {
			set |= 1 << i
			continue
		}
		want := hook.Method(0)
		if got, ok := t.MethodByName(want.Name); ok {
			errs = append(errs, &TagError{Type: typeName(t.Elem()), Field: want.Name,
				Message: sprintf(msgHookForm, want.Type, withoutReceiver(got.Type), hook.Name())})
		}
	}
	return set, errs
}

// lostHooks reports the hooks of the input of a command made with New, if its Hooks do not have them: they would never be
// called.
func lostHooks(input reflect.Type, lost hookSet) (errs []error) {
	for i, hook := range hookInterfaces() {
		if lost.has(1 << i) {
			name := hook.Method(0).Name
			errs = append(errs, &TagError{Type: typeName(input), Field: name, Message: sprintf(msgHookInput, name)})
		}
	}
	return errs
}

// withoutReceiver is the type of a method as an interface has it.
func withoutReceiver(method reflect.Type) reflect.Type {
	var in, out []reflect.Type
	for i := 1; i < method.NumIn(); i++ {
		in = append(in, method.In(i))
	}
	for i := range method.NumOut() {
		out = append(out, method.Out(i))
	}
	return reflect.FuncOf(in, out, method.IsVariadic())
}
