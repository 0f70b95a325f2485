// Why chat has no model: the errors of package llm for people, who set variables of the environment where programs set fields.

package cli

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/jarvis-sdk/jarvis/llm"
)

// clientMistakes says what is wrong with the variables, a line for each mistake.
func clientMistakes(err error) string {
	list := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		list = joined.Unwrap()
	}
	lines := make([]string, len(list))
	for i, err := range list {
		lines[i] = clientMistake(err)
	}
	return strings.Join(lines, "\n")
}

func clientMistake(err error) string {
	var mistake *llm.ConfigError
	if !errors.As(err, &mistake) {
		return visible(err.Error())
	}
	problem := strings.ReplaceAll(mistake.Problem, "Key or Headers", "OPENAI_API_KEY") // headers cannot be set from outside
	switch mistake.Field {
	case "AllowInsecureKey":
		return msgChatInsecure
	case "BaseURL":
		return "OPENAI_BASE_URL: " + visible(problem)
	case "Key":
		return "OPENAI_API_KEY: " + visible(problem)
	}
	return mistake.Field + ": " + visible(problem)
}

// modelTrouble says why a turn could not be held, and what to set if that can be told.
func modelTrouble(err error) string {
	var status *llm.StatusError
	var redirect *llm.RedirectError
	var answer *llm.AnswerError
	var stream *llm.StreamError
	var transport *llm.TransportError
	switch {
	case errors.As(err, &status):
		return statusTrouble(status)
	case errors.As(err, &redirect) && redirect.Target != "":
		return fmt.Sprintf(msgChatRedirect, redirect.Status, redirect.Target)
	case errors.As(err, &redirect):
		return fmt.Sprintf(msgChatRedirects, redirect.Status)
	case errors.As(err, &answer):
		return answerTrouble(answer)
	case errors.As(err, &stream):
		return fmt.Sprintf(msgChatStream, cmp.Or(stream.Message, stream.Problem))
	case errors.As(err, &transport) && transport.Timeout():
		return msgChatTimeout
	case errors.As(err, &transport):
		return fmt.Sprintf(msgChatTransport, transport.Err)
	}
	return err.Error()
}

// statusTrouble is that of a server that refuses.
func statusTrouble(err *llm.StatusError) string {
	text := strings.TrimSuffix(fmt.Sprintf(msgChatStatus, err.Status, http.StatusText(err.Status)), " ")
	if said := cmp.Or(err.Message, err.Body); said != "" {
		text += ": " + said
	}
	switch {
	case err.RetryAfter > 0:
		return text + fmt.Sprintf(msgChatWait, err.RetryAfter)
	case err.Status == http.StatusUnauthorized || err.Status == http.StatusForbidden:
		return text + fmt.Sprintf(msgChatCheck, "OPENAI_API_KEY")
	case err.Status == http.StatusNotFound || err.Status == http.StatusMethodNotAllowed:
		return text + fmt.Sprintf(msgChatCheck, "OPENAI_BASE_URL and OPENAI_MODEL")
	}
	return text
}

// answerTrouble is that of a server that answers something else.
func answerTrouble(err *llm.AnswerError) string {
	switch {
	case errors.Is(err, llm.ErrTooLarge):
		return llm.ErrTooLarge.Error()
	case err.Message != "":
		return fmt.Sprintf(msgChatTold, err.Message)
	}
	return fmt.Sprintf(msgChatAnswer, cmp.Or(err.Problem, err.Error())) + fmt.Sprintf(msgChatCheck, "OPENAI_BASE_URL")
}
