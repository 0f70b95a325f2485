// Sessions: those that a handler keeps, whose they are, and the events that can be sent again.

package mcpserver

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// sessions is the event store of a handler, since that is what the SDK tells the beginning and end of a session. Of the last
// maxStreams streams of each the events are kept, maxEvents bytes in all.
type sessions struct {
	most   int // 0 is no bound
	events *mcp.MemoryEventStore

	mu       sync.Mutex
	reserved int // seats that are not taken
	open     map[string]*session
}

type session struct {
	user    string
	streams []string // that can be resumed, oldest first
}

// seat is the place of a session that a request may begin.
type seat struct {
	user  string
	taken bool
}

type seatKey struct{}

func newSessions(most int) *sessions {
	s := &sessions{most: most, events: mcp.NewMemoryEventStore(nil), open: map[string]*session{}}
	s.events.SetMaxBytes(maxEvents)
	return s
}

// reserve keeps a seat for a request until it leaves. It reports false if there is none.
func (s *sessions) reserve(user string) (*seat, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.most > 0 && len(s.open)+s.reserved >= s.most {
		return nil, false
	}
	s.reserved++
	return &seat{user: user}, true
}

// leave gives a seat back that no session has taken.
func (s *sessions) leave(one *seat) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !one.taken {
		s.reserved--
	}
}

// has reports whether there is a session of a user.
func (s *sessions) has(id, user string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	one, ok := s.open[id]
	return ok && one.user == user
}

var errNoStream = errors.New(msgNoStream)

// Open begins a stream, and with its first one, which stays, a session. It forgets the oldest stream of a session that has too many.
func (s *sessions) Open(ctx context.Context, id, stream string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	one, ok := s.open[id]
	if !ok {
		place, _ := ctx.Value(seatKey{}).(*seat)
		if place == nil || place.taken {
			return errNoStream
		}
		place.taken = true
		s.reserved--
		one = &session{user: place.user}
		s.open[id] = one
	}
	if len(one.streams) == maxStreams {
		_ = s.events.SessionClosed(ctx, key(id, one.streams[1])) // which has no errors
		one.streams = slices.Delete(one.streams, 1, 2)
	}
	one.streams = append(one.streams, stream)
	return s.events.Open(ctx, key(id, stream), stream)
}

// Append keeps an event of a stream that is not forgotten.
func (s *sessions) Append(ctx context.Context, id, stream string, data []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if one, ok := s.open[id]; !ok || !slices.Contains(one.streams, stream) {
		return errNoStream
	}
	return s.events.Append(ctx, key(id, stream), stream, data)
}

// After yields the events of a stream, or an error if it is forgotten.
func (s *sessions) After(ctx context.Context, id, stream string, index int) iter.Seq2[[]byte, error] {
	return s.events.After(ctx, key(id, stream), stream, index)
}

// SessionClosed ends a session.
func (s *sessions) SessionClosed(ctx context.Context, id string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if one, ok := s.open[id]; ok {
		for _, stream := range one.streams {
			_ = s.events.SessionClosed(ctx, key(id, stream))
		}
		delete(s.open, id)
	}
	return nil
}

// key is that of a stream in the store of the SDK, which forgets only whole sessions.
func key(id, stream string) string { return id + "/" + stream }

func (s *sessions) ids() (list []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id := range s.open {
		list = append(list, id)
	}
	return list
}

// closeSessions ends all sessions. It does not wait long for what runs in them. The SDK closes one for a client that asks, and has
// no other way to do it.
func (g *guard) closeSessions() {
	if g.sessions == nil {
		return
	}
	var group sync.WaitGroup
	for _, id := range g.sessions.ids() {
		r := &http.Request{Method: http.MethodDelete, Header: http.Header{sessionHeader: {id}}}
		group.Go(func() { g.next.ServeHTTP(nobody{http.Header{}}, r) })
	}
	closed := make(chan struct{})
	go func() {
		group.Wait()
		close(closed)
	}()
	select {
	case <-closed:
	case <-time.After(answerTime):
	}
}

// nobody is who reads an answer that is for nobody.
type nobody struct{ header http.Header }

// Header is not sent.
func (n nobody) Header() http.Header { return n.header }

// Write sends nothing.
func (nobody) Write(text []byte) (int, error) { return len(text), nil }

// WriteHeader sends nothing.
func (nobody) WriteHeader(int) {}
