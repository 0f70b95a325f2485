// Runnable examples of reading.

package toolcall_test

import (
	"errors"
	"fmt"

	"github.com/jarvis-sdk/jarvis/toolcall"
)

func ExampleParser_Parse() {
	text := "<think>Rome, then.</think>Let me look.\n" +
		`<tool_call>{"name": "get_weather", "arguments": {"city": "Rome"}, "failure_message": "No weather today."}</tool_call>` +
		"\nAnything else?"

	res, err := toolcall.Parser{Format: toolcall.Hermes}.Parse(text)
	fmt.Println(err)
	fmt.Printf("says     %q\n", res.Text())
	fmt.Printf("thinks   %q\n", res.Reasoning)
	for _, call := range res.Calls {
		fmt.Println("calls   ", call.Name, string(call.Arguments))
	}
	for _, d := range res.Dropped {
		fmt.Printf("dropped  %q, %s\n", d.Text, d.Why)
	}
	// Output:
	// <nil>
	// says     "Let me look."
	// thinks   "Rome, then."
	// calls    get_weather {"city": "Rome"}
	// dropped  "\nAnything else?", text beside calls
}

// A call that cannot be read is an error with its place; it is not taken for something to say.
func ExampleSyntaxError() {
	res, err := toolcall.Parser{Format: toolcall.Jarvis}.Parse(`{"message": "One moment.", "tool_calls": [{"name": `)
	var broken *toolcall.SyntaxError
	fmt.Println(errors.As(err, &broken), err)
	fmt.Printf("%q %d calls\n", res.Content, len(res.Calls))
	// Output:
	// true toolcall: jarvis; byte 0: ends before it is complete
	// "" 0 calls
}

func ExampleParser_Stream() {
	stream, err := toolcall.Parser{Format: toolcall.Mistral}.Stream()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, piece := range []string{"Right a", "way! [TOOL", "_CALLS]turn_on{\"room\"", ": \"office\"}", "[TOOL_CALLS]", "lock{}"} {
		delta := stream.Write(piece)
		fmt.Printf("%-26q says %q", piece, delta.Content)
		for _, call := range delta.Calls {
			fmt.Print(" calls ", call.Name, string(call.Arguments))
		}
		fmt.Println()
	}
	last, err := stream.Close()
	fmt.Println(len(last.Calls), err)
	// Output:
	// "Right a"                  says "Right a"
	// "way! [TOOL"               says "way! "
	// "_CALLS]turn_on{\"room\""  says ""
	// ": \"office\"}"            says "" calls turn_on{"room": "office"}
	// "[TOOL_CALLS]"             says ""
	// "lock{}"                   says "" calls lock{}
	// 0 <nil>
}
