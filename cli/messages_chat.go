// Messages of the verb chat.

package cli

const (
	msgChatShort = "Talk with a model that has the commands as tools"
	msgChatLong  = `Holds a conversation: each line of standard input goes to a language model, which may
call the commands, and what it says is printed. The model is that of a server that
speaks the chat completions protocol of OpenAI:

  OPENAI_BASE_URL  where it is, such as http://localhost:11434/v1
  OPENAI_API_KEY   sent as a bearer token, if it is set
  OPENAI_MODEL     which of its models answers

On a terminal words appear as they come, and Ctrl-C ends the turn, or between two turns
the conversation. An answer to a question of the assistant is the next line. With
--json each turn is a line with the turn response of a Jarvis command center:
{commands, request_information, stop_reason, assistant_message, end_of_exchange,
tool_calls, validation_request, reasoning, error, wait_for_input, clear_history}.

Exit code: 0 at the end of the input; 1 if it is not typed and a turn could not be
held, which is told where it happens.`
	msgChatExample = `  OPENAI_BASE_URL=http://localhost:11434/v1 OPENAI_MODEL=qwen3 PROGRAM chat -v
  echo 'Set a timer for five minutes' | PROGRAM chat --room kitchen --json`

	msgChatNoServer    = "no model to talk with: set OPENAI_BASE_URL to a server that speaks the protocol of OpenAI, such as http://localhost:11434/v1, OPENAI_MODEL to its model and, where it wants one, OPENAI_API_KEY to a key"
	msgChatLineLong    = "%s: a line is longer than %d KiB; it was not said\n"
	msgChatInsecure    = "OPENAI_API_KEY: the key would go over plain http to another host; use https, or set OPENAI_ALLOW_INSECURE_KEY=1 if the network is trusted"
	msgChatStatus      = "the model's server answers %d %s"
	msgChatWait        = "; it asks to wait %v"
	msgChatCheck       = "; check %s"
	msgChatRedirect    = "the model's server redirects with status %d; set OPENAI_BASE_URL to %s, if that is where it is"
	msgChatRedirects   = "the model's server redirects with status %d and does not say where to in a form that can be used; check OPENAI_BASE_URL"
	msgChatStream      = "the model's answer broke off: %s"
	msgChatTold        = "the model's server tells an error: %s"
	msgChatAnswer      = "the model's server does not answer with a chat completion: %s"
	msgChatTimeout     = "the model's server took too long to answer"
	msgChatTransport   = "no answer from the model's server: %v; is it running, and is OPENAI_BASE_URL its address?"
	msgChatInterrupted = "(interrupted)\n"
)
