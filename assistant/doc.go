// Package assistant holds a conversation: what a user says becomes tool calls of a language model, the calls are checked and
// executed, and what came of them is said.
//
//	engine, err := assistant.New(assistant.Config{Provider: provider, Client: client, Commands: registry})
//	talk, err := engine.Start(assistant.Start{Context: prompt.Context{Room: "kitchen", Timezone: "Europe/Berlin"}})
//	result, err := talk.Say(ctx, assistant.Utterance{Text: "What's 17 plus 25?"})
//	fmt.Println(result.Text)
//
// # A turn
//
// [Conversation.Say] first asks the commands whether one recognises the utterance, and then the model. Its calls are read, checked
// and asked for again by package toolcall; then they are executed, and the model is asked with the results, until it answers in
// words or one of these ends the turn:
//
//   - a command says something itself and waits for input: that is spoken (StopComplete);
//   - all calls of an answer fail: the model's failure_message or the command's details are spoken (StopComplete, CodeFailed);
//   - a value has to be asked of the user, by a command, by the check (Config.OnExhausted) or by the model's request_validation
//     (StopValidation): the next Say is the answer;
//   - calls are for the caller (StopToolCalls): [Conversation.Continue] takes their results;
//   - the model makes the same calls twice in a row (StopError), or calls until Config.MaxRounds is spent (StopComplete), with a
//     [Code] each;
//   - nobody has spoken to the assistant (StopNotForMe).
//
// Text and native mode are one loop. The provider says which it is: in text mode tools are in the prompt and calls in the
// answer, in native mode both are structured.
//
// # Who executes a call
//
// Config.Commands and Config.ServerTools are executed by the engine; results of the first are for the user, those of the second
// for the model alone. Start.ClientTools are executed by the caller, such as a node that has sent its commands. One answer may
// call tools of all kinds: the engine executes its own and returns the rest. Only tools that were offered are ever executed, and
// no name is offered twice. Of equal calls in one answer the first is executed, and its result answers the others.
//
// # Transcripts
//
// A turn works on a copy and is kept as a whole or not at all, and in native mode every call has its answer before the model is
// asked again: before each request the engine checks it. The first message is the same in all turns and for all speakers, so that
// servers can reuse what they have read; who speaks, the time and what else changes stands behind it, in front of the user's last
// words, and is not kept. Only a classifier that narrows the tools changes the first message, and the questions of Config.Refine
// have none.
//
// # Speech
//
// A [Listener] hears an answer while the model writes it, without thinking, control tokens and calls.
//
// # Sources
//
// The original is the Jarvis command center with its nodes (Python): conversation endpoints, tool loop, validation flow, stop reasons. On purpose this package
// differs: state is changed as a whole, retries count for one turn, tools are those that were offered, calls of the caller are
// not lost beside others, and words of an answer that makes calls are never its result.
package assistant
