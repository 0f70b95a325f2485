// Func: a client made of a function.

package llm

import (
	"context"
	"errors"
)

// Func is a [Client] made of a function, which has to do what Client says.
type Func func(ctx context.Context, req *Request) (*Reply, error)

// Chat calls f. The Reply beside an error is nil; a nil f, and one that returns neither, is an error.
func (f Func) Chat(ctx context.Context, req *Request) (*Reply, error) {
	if f == nil {
		return nil, errors.New(msgNilFunc)
	}
	reply, err := f(ctx, req)
	switch {
	case err != nil:
		return nil, err
	case reply == nil:
		return nil, errors.New(msgNilReply)
	}
	return reply, nil
}
