// Suite toolcalls: texts of models in many formats, read as a whole and in pieces; lines of formats that are not there are skipped.

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

// toolcallLine is one text.
type toolcallLine struct {
	header
	Format        string        `json:"format"`
	Mode          string        `json:"mode"`
	Raw           *string       `json:"raw"`
	RawCompletion *string       `json:"raw_completion"` // the same without what the prompt holds; to be read alike
	Tools         jsonValue     `json:"tools"`
	StreamChunks  []string      `json:"stream_chunks"`
	ChunkSize     *int          `json:"chunk_size"` // in characters
	Expected      *wantedAnswer `json:"expected"`
	Pinned        []string      `json:"pinned"`

	// What follows is for people.
	Variant        string    `json:"variant"` // a format reads all its variants
	LaterFix       bool      `json:"later_fix"`
	LiteralOnly    bool      `json:"literal_only"`
	StrictExpected jsonValue `json:"strict_expected"` // what a stricter parser finds
	Doubt          string    `json:"doubt"`
}

// The modes: how the text is read.
const (
	modeWhole  = "nonstreaming"
	modePieces = "streaming"
	modeBoth   = "both"
)

func (l *toolcallLine) check(r *report) {
	if wrong := l.wrong(); wrong != "" {
		r.broken(wrong)
		return
	}
	if !slices.Contains(toolcall.Formats(), toolcall.Format(l.Format)) {
		r.skip("format " + l.Format)
		return
	}
	p := toolcall.Parser{Format: toolcall.Format(l.Format), Reasoning: toolcall.Reasoning{Off: true}}
	if l.Tools.v != nil {
		var err error
		if p.Tools, err = toolcall.ToolsFromOpenAI(rawJSON(l.Tools.v)); err != nil {
			r.fail("tools", "no error", err.Error())
			return
		}
	}
	l.read(r, p, *l.Raw)
	if l.RawCompletion != nil {
		r.within("raw_completion", func(r *report) { l.read(r, p, *l.RawCompletion) })
	}
}

// wrong says why the line cannot be judged: nothing may stand in it as if it were compared.
func (l *toolcallLine) wrong() string {
	switch {
	case l.Format == "" || l.Mode == "" || l.Raw == nil || l.Expected == nil || l.Pinned == nil:
		return "needs format, mode, raw, expected and pinned"
	case l.Mode != modeWhole && l.Mode != modePieces && l.Mode != modeBoth:
		return fmt.Sprintf("unknown mode %q", l.Mode)
	case l.Mode == modeWhole && (l.StreamChunks != nil || l.ChunkSize != nil):
		return "pieces of a text that is read as a whole"
	case l.StreamChunks != nil && (l.ChunkSize != nil || l.RawCompletion != nil):
		return "stream_chunks are the pieces of raw alone"
	case l.StreamChunks != nil && strings.Join(l.StreamChunks, "") != *l.Raw:
		return "stream_chunks are not raw in pieces"
	case l.ChunkSize != nil && *l.ChunkSize < 1:
		return "chunk_size is no number of characters"
	}
	return l.Expected.wrong(l.Pinned)
}

// read reads a text in the modes of the line.
func (l *toolcallLine) read(r *report, p toolcall.Parser, text string) {
	if l.Mode != modePieces {
		r.within("Parse", func(r *report) { l.Expected.check(r, l.Pinned, readWhole(p, text)) })
	}
	if l.Mode != modeWhole {
		r.within("Stream", func(r *report) { l.Expected.check(r, l.Pinned, readPieces(r, p, l.pieces(text))) })
	}
}

func (l *toolcallLine) pieces(text string) []string {
	switch {
	case l.StreamChunks != nil:
		return l.StreamChunks
	case l.ChunkSize != nil:
		return characters(text, *l.ChunkSize)
	}
	return characters(text, 1)
}
