// What a search for a mark remembers.

package toolcall

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFindGoesBack(t *testing.T) {
	r := newReader(&Parser{}, grammar{})
	r.take("..x..x..")
	r.ended = true
	assert.Equal(t, 5, r.find("x", 4))
	assert.Equal(t, 2, r.find("x", 0))
	assert.Equal(t, 5, r.find("x", 3))
	assert.Equal(t, -1, r.find("x", 6))
	assert.Equal(t, 5, r.find("x", 5))
}
