// The engine's own server tools: request_validation asks the user, resolve_relative_date turns words into dates.

package assistant

import (
	"context"
	"encoding/json"

	"github.com/jarvis-sdk/jarvis"
	"github.com/jarvis-sdk/jarvis/dates"
	"github.com/jarvis-sdk/jarvis/toolcall"
)

// requestValidation is the tool by which a model asks the user. Source: the server tools of the original.
const requestValidation = "request_validation"

// ownTools offers the tools of the engine that the conversation has use for, unless the host has one of that name.
func (c *Conversation) ownTools() error {
	config := &c.engine.config
	own := jarvis.NewRegistry()
	if _, taken := c.offer.by[requestValidation]; !taken && !config.NoQuestions && len(c.offer.tools) > 0 {
		ask, err := askTool()
		if err != nil {
			return err
		}
		if err := own.Register(ask); err != nil {
			return err
		}
		c.asking = own
	}
	resolve := c.dates.Tool()
	if _, taken := c.offer.by[resolve.Name()]; !taken && !config.DateKeys && takesDates(c.offer.checks) {
		tool, err := dateTool(resolve)
		if err != nil {
			return err
		}
		if err := own.Register(tool); err != nil {
			return err
		}
	}
	c.offer.addRegistry(own, byServer)
	return nil
}

// takesDates reports whether a tool has a parameter for dates.
func takesDates(tools *toolcall.Tools) bool {
	for _, name := range tools.Names() {
		params := tools.Parameters(name)
		if params == nil {
			continue
		}
		for p := range params.All() {
			for _, kind := range []jarvis.Kind{p.Type().Kind(), p.Type().Elem()} {
				if kind == jarvis.KindDate || kind == jarvis.KindDatetime {
					return true
				}
			}
		}
	}
	return false
}

// question is what request_validation is called with.
type question struct {
	Question  string   `jarvis:"question,required" description:"What the user is asked, as a short question"`
	Parameter string   `jarvis:"parameter_name,required" description:"The parameter whose value is asked for"`
	Options   []string `jarvis:"options" description:"The values to choose from, if they are known"`
}

// askTool is request_validation. Its answer is one that only the user can mend, so that the question stays open.
func askTool() (jarvis.Command, error) {
	spec := jarvis.Spec{Name: requestValidation, Description: msgAskTool, Effect: jarvis.EffectRead}
	return jarvis.New(spec, func(_ context.Context, _ *jarvis.Request, q question) (*jarvis.Response, error) {
		return jarvis.Invalid(jarvis.ValidationResult{ParamName: q.Parameter, Message: q.Question}), nil
	})
}

// asked reads the question of a call to request_validation, fit to be spoken.
func (t *turn) asked(call toolcall.Call) *toolcall.Clarification {
	var q struct {
		Question  string   `json:"question"`
		Parameter string   `json:"parameter_name"`
		Options   []string `json:"options"`
	}
	_ = json.Unmarshal(call.Arguments, &q) // the check has accepted them
	c := &toolcall.Clarification{Question: t.conv.engine.provider.Sanitize(q.Question), Parameter: q.Parameter, Options: q.Options}
	if t.retry.Native {
		c.ToolCallID = call.ID
	}
	return c
}

// dateTool is resolve_relative_date as a command. Its answers have instants for datetimes and the local day for dates, which is not
// the day that the instant has in UTC.
func dateTool(tool dates.Tool) (jarvis.Command, error) {
	var definition struct {
		Function struct {
			Description string          `json:"description"`
			Parameters  json.RawMessage `json:"parameters"`
		} `json:"function"`
	}
	if err := json.Unmarshal(tool.Definition(), &definition); err != nil {
		return nil, err
	}
	params, err := jarvis.ParametersFromSchema(definition.Function.Parameters)
	if err != nil {
		return nil, err
	}
	spec := jarvis.Spec{Name: tool.Name(), Description: definition.Function.Description, Effect: jarvis.EffectRead}
	return jarvis.Func(spec, params, func(ctx context.Context, _ *jarvis.Request, args jarvis.Values) (*jarvis.Response, error) {
		text, err := json.Marshal(args)
		if err != nil {
			return nil, err
		}
		raw := tool.Call(ctx, text)
		var read dates.Outcome
		if err := json.Unmarshal(raw, &read); err != nil {
			return nil, err
		}
		if read.Candidates != nil || read.Error != "" {
			raw = tool.CallCompact(ctx, text) // which says so
		}
		outcome := map[string]any{}
		if err := json.Unmarshal(raw, &outcome); err != nil {
			return nil, err
		}
		return jarvis.Final(outcome), nil
	})
}
