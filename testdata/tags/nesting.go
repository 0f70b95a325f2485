// Structs in structs: those that contain themselves, and those whose parameters would be lost.

package tags

import (
	"github.com/jarvis-sdk/jarvis"
)

// Room and Lamp contain each other, and so do the pairs below, each for a case of its own.
type Room struct {
	Lamps []Lamp `jarvis:"lamps"`
}

// Lamp is in a Room.
type Lamp struct {
	Room *Room `jarvis:"room"`
}

// Street has houses.
type Street struct {
	Houses map[string]House `jarvis:"houses"`
}

// House is in a Street.
type House struct {
	Number int     `jarvis:"number"`
	Street *Street `jarvis:"street"`
}

// Place is a group of parameters.
type Place struct {
	City string `jarvis:"city"`
}

func nesting() []Case {
	return []Case{
		{"struct without a tag", func() error {
			type Weather struct {
				Place Place
			}
			return input[Weather]()
		}},
		{"embedded command", func() error {
			type Logged struct {
				jarvis.Command
			}
			return define(&Logged{command{}})
		}},
		{"through a pointer", func() error {
			type Node struct {
				Next *Node `jarvis:"next"`
			}
			return input[Node]()
		}},
		{"through a slice", func() error {
			type Node struct {
				Children []Node `jarvis:"children"`
			}
			return input[Node]()
		}},
		{"through a slice of pointers", func() error {
			type Node struct {
				Children []*Node `jarvis:"children"`
			}
			return input[Node]()
		}},
		{"through a map", func() error {
			type Node struct {
				Children map[string]Node `jarvis:"children"`
			}
			return input[Node]()
		}},
		{"below the command", func() error {
			type Node struct {
				Name string `jarvis:"name"`
				Next *Node  `jarvis:"next"`
			}
			type Store struct {
				First Node `jarvis:"first"`
			}
			return input[Store]()
		}},
		{"through an embedded struct", func() error {
			type Node struct {
				Next *Node `jarvis:"next"`
			}
			type Tree struct {
				Node
				Name string `jarvis:"name"`
			}
			return input[Tree]()
		}},
		{"mutual", func() error {
			return input[Room]()
		}},
		{"mutual, below the command", func() error {
			type Town struct {
				Streets []Street `jarvis:"streets"`
			}
			return input[Town]()
		}},
	}
}
