// The scripted model: how it reads a request.

package main

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/jarvis-sdk/jarvis/llm"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// transcript is what a request says about the turn.
type transcript struct {
	words   string   // what the user has asked for
	answer  string   // to the last question about it; empty if there was none
	retry   string   // what is wrong with the calls that have just been made
	results []result // since the last words
	number  string   // the result of the last sum, or empty
	rooms   []string // that have lights, as the tools call them
}

// result is what a tool has answered; the values of its context as texts.
type result struct {
	tool    string
	context map[string]string
}

// Marks of the texts that a model is told.
const (
	markRetry   = "[INVALID_PARAM_RETRY "
	markResults = "What became of the calls above"
	markAsked   = "You asked: "
	markAnswer  = "\nMy answer: "
	markNote    = "[note] "
)

// read goes through the messages from the first to the last.
func read(req *llm.Request) transcript {
	t := transcript{rooms: allowed(req, "set_light", "room")}
	names := map[string]string{} // of calls by their ids
	for _, m := range unfolded(req.Messages) {
		t.retry = ""
		switch m.Role {
		case toolcall.RoleUser:
			t.hear(strings.TrimSuffix(m.Content, "\n/no_think"))
		case toolcall.RoleAssistant:
			for _, c := range m.ToolCalls {
				names[c.ID] = c.Name
			}
		case toolcall.RoleTool:
			t.take(names[m.ToolCallID], m.Content)
		case toolcall.RoleSystem:
			t.told(m.Content)
		}
	}
	return t
}

// hear takes words of the user: an answer, or something new.
func (t *transcript) hear(words string) {
	if strings.HasPrefix(words, markAsked) {
		if _, answer, ok := strings.Cut(words, markAnswer); ok {
			t.answered(answer)
			return
		}
	}
	t.words, t.answer, t.results = words, "", nil
}

func (t *transcript) answered(words string) {
	t.answer, t.results = words, nil
}

// told takes a message about calls.
func (t *transcript) told(text string) {
	switch {
	case strings.HasPrefix(text, markRetry):
		_, problem, _ := strings.Cut(text, "] ")
		t.retry, _, _ = strings.Cut(problem, ". ")
	case strings.HasPrefix(text, markResults):
		for line := range strings.Lines(text) {
			name, rest, _ := strings.Cut(line, " ")
			if at := strings.LastIndex(rest, `: {"success":`); at >= 0 {
				t.take(name, rest[at+2:])
			}
		}
	}
}

// take takes the result of a call, or the answer to the question that the call has asked.
func (t *transcript) take(tool, text string) {
	var output struct {
		Answer  *string                    `json:"answer"`
		Success bool                       `json:"success"`
		Context map[string]json.RawMessage `json:"context"`
	}
	if json.Unmarshal([]byte(text), &output) != nil {
		return // a text that says that the call was not executed
	}
	if output.Answer != nil {
		t.answered(*output.Answer)
		return
	}
	if !output.Success {
		return
	}
	r := result{tool, map[string]string{}}
	for key, value := range output.Context {
		var words string
		if json.Unmarshal(value, &words) != nil {
			words = string(value)
		}
		r.context[key] = words
	}
	t.results = append(t.results, r)
	if tool == "calculate" {
		t.number = r.context["result"]
	}
}

// unfolded takes notes out of the words of users, where a prompt provider has put them for chat templates with one system message.
func unfolded(messages []toolcall.Message) []toolcall.Message {
	var list []toolcall.Message
	for _, m := range messages {
		if m.Role != toolcall.RoleUser || !strings.Contains(m.Content, markNote) {
			list = append(list, m)
			continue
		}
		for part := range strings.SplitSeq(m.Content, "\n\n") {
			if note, ok := strings.CutPrefix(part, markNote); ok {
				list = append(list, toolcall.Message{Role: toolcall.RoleSystem, Content: note})
			} else {
				list = append(list, toolcall.Message{Role: toolcall.RoleUser, Content: part})
			}
		}
	}
	return list
}

func systemPrompt(req *llm.Request) string {
	if len(req.Messages) > 0 && req.Messages[0].Role == toolcall.RoleSystem {
		return req.Messages[0].Content
	}
	return ""
}

// allowed returns the values of a parameter that the tools of the request, or those in the system prompt, list.
func allowed(req *llm.Request, tool, parameter string) []string {
	text := string(req.Tools)
	if text == "" {
		text = systemPrompt(req)
	}
	for at := 0; at < len(text); at++ {
		if text[at] != '{' {
			continue
		}
		var shown struct {
			Function struct {
				Name       string
				Parameters struct {
					Properties map[string]struct{ Enum []string }
				}
			}
		}
		if json.NewDecoder(strings.NewReader(text[at:])).Decode(&shown) == nil && shown.Function.Name == tool {
			return shown.Function.Parameters.Properties[parameter].Enum
		}
	}
	return allowedInWords(text, tool, parameter)
}

// allowedInWords is allowed for prompts that show tools otherwise than as JSON: as signatures, or one line for a parameter.
func allowedInWords(text, tool, parameter string) []string {
	tool, parameter = regexp.QuoteMeta(tool), regexp.QuoteMeta(parameter)
	signature := regexp.MustCompile(tool + `\((?:[^)\n]*, )?` + parameter + `\??:(\w+(?:/\w+)+)`)
	if m := signature.FindStringSubmatch(text); m != nil {
		return strings.Split(m[1], "/")
	}
	line := regexp.MustCompile(`Tool: ` + tool + `\n(?:.+\n)*?\s*- ` + parameter + ` .*One of: (.+)\.`)
	if m := line.FindStringSubmatch(text); m != nil {
		return strings.Split(m[1], ", ")
	}
	return nil
}
