// Mandate, fallback and call formats: when a model is to call, and how it writes a call.

package prompt

// Mandate says that a tool that fits has to be called, and that neither live data nor actions are made up; what is known about
// the user is answered directly. Terminology is what a call calls, "tool" or "function"; empty means "tool".
func Mandate(terminology string) string { return inTerms(msgMandate, terminology) }

// Fallback says when the model answers by itself: general knowledge, greetings and jokes that no tool is for.
func Fallback() string { return msgFallback }

// CallFormatTag shows <tool_call>{"name", "arguments", "failure_message"}</tool_call>, with the failure message if it is asked
// for. toolcall.Jarvis reads it; toolcall.Hermes does too, but leaves the failure message out.
func CallFormatTag(failureMessage bool) string {
	if failureMessage {
		return msgCallTagSaid
	}
	return msgCallTag
}

// CallFormatEnvelope shows the Jarvis envelope {"message", "tool_calls", "error"}, for an answer and for a call.
// toolcall.Jarvis reads it.
func CallFormatEnvelope() string { return msgCallEnvelope }

// CallFormatFunction shows <function=NAME>{arguments}</function>. toolcall.Llama3Function reads it.
func CallFormatFunction() string { return msgCallFunction }

// CallFormatMistral shows [TOOL_CALLS] [{"name", "arguments"}]. toolcall.Mistral reads it.
func CallFormatMistral() string { return msgCallMistral }

// CallFormatPhi shows functools[{"name", "arguments"}]. toolcall.Phi4 reads it.
func CallFormatPhi() string { return msgCallPhi }

// NotForMe says to answer <not_for_me/> alone to words that were not meant for the assistant; see [SentinelNotForMe].
func NotForMe() string { return msgNotForMe }

// ExchangeComplete says to end an answer with <exchange_complete/> if no follow-up is to be expected; see
// [SentinelExchangeComplete].
func ExchangeComplete() string { return msgExchangeComplete }
