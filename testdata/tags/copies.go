// What cannot be copied with a command, or would be shared by all calls: locks by value and embedded pointers.

package tags

import (
	"sync"
	"sync/atomic"
)

// Paging is embedded by pointer below.
type Paging struct {
	Limit int `jarvis:"limit"`
}

func copies() []Case {
	return []Case{
		{"mutex", func() error {
			type Light struct {
				command
				mu sync.Mutex
			}
			return define(&Light{})
		}},
		{"read-write mutex", func() error {
			type Light struct {
				command
				mu sync.RWMutex
			}
			return define(&Light{})
		}},
		{"embedded mutex", func() error {
			type Light struct {
				command
				sync.Mutex
			}
			return define(&Light{})
		}},
		{"once", func() error {
			type Light struct {
				command
				once sync.Once
			}
			return define(&Light{})
		}},
		{"wait group", func() error {
			type Light struct {
				command
				calls sync.WaitGroup
			}
			return define(&Light{})
		}},
		{"pool", func() error {
			type Light struct {
				command
				buffers sync.Pool
			}
			return define(&Light{})
		}},
		{"map for concurrent use", func() error {
			type Light struct {
				command
				states sync.Map
			}
			return define(&Light{})
		}},
		{"condition", func() error {
			type Light struct {
				command
				changed sync.Cond
			}
			return define(&Light{})
		}},
		{"atomic number", func() error {
			type Light struct {
				command
				calls atomic.Int64
			}
			return define(&Light{})
		}},
		{"atomic pointer", func() error {
			type Light struct {
				command
				state atomic.Pointer[string]
			}
			return define(&Light{})
		}},
		{"atomic value", func() error {
			type Light struct {
				command
				state atomic.Value
			}
			return define(&Light{})
		}},
		{"in a struct", func() error {
			type state struct {
				level int
				mu    sync.Mutex
			}
			type Light struct {
				command
				state state
			}
			return define(&Light{})
		}},
		{"in an array", func() error {
			type Light struct {
				command
				locks [4]sync.Mutex
			}
			return define(&Light{})
		}},
		{"in an array of structs", func() error {
			type state struct {
				mu sync.Mutex
			}
			type Light struct {
				command
				states [2][2]state
			}
			return define(&Light{})
		}},
		{"in an embedded struct", func() error {
			type base struct {
				mu sync.Mutex
			}
			type Light struct {
				command
				base
			}
			return define(&Light{})
		}},
		{"in a struct that embeds it", func() error {
			type state struct {
				sync.Mutex
				level int
			}
			type Light struct {
				command
				state state
			}
			return define(&Light{})
		}},
		{"in a parameter", func() error {
			type Room struct {
				Name string `jarvis:"name"`
				mu   sync.Mutex
			}
			type Light struct {
				command
				Room Room `jarvis:"room"`
			}
			return define(&Light{})
		}},
		{"in the input of a function", func() error {
			type Light struct {
				Level int `jarvis:"level"`
				mu    sync.Mutex
			}
			return input[Light]()
		}},
		{"two", func() error {
			type Light struct {
				command
				mu   sync.Mutex
				once sync.Once
			}
			return define(&Light{})
		}},
		{"embedded pointer", func() error {
			type Search struct {
				*Paging
				Text string `jarvis:"text"`
			}
			return input[Search]()
		}},
		{"embedded pointer to an unexported struct", func() error {
			type paging struct {
				Limit int `jarvis:"limit"`
			}
			type Search struct {
				*paging
			}
			return input[Search]()
		}},
		{"embedded pointer in an embedded struct", func() error {
			type Listing struct {
				*Paging
			}
			type Search struct {
				Listing
			}
			return input[Search]()
		}},
		{"embedded pointer in a nested struct", func() error {
			type Listing struct {
				*Paging
				Order string `jarvis:"order"`
			}
			type Search struct {
				Listing Listing `jarvis:"listing"`
			}
			return input[Search]()
		}},
	}
}
