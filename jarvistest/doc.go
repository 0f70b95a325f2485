// Package jarvistest tests commands: that models are told what they were told, that what they are told is true, that no secret
// comes out, and what models make of what people say. It is for the tests of those who write commands:
//
//	func lights() []jarvis.Command { return []jarvis.Command{&SwitchLight{}} }
//
//	func TestLightsGolden(t *testing.T)   { jarvistest.Golden(t, lights()...) }
//	func TestLightsExamples(t *testing.T) { jarvistest.Examples(t, lights()...) }
//	func TestLightsAgree(t *testing.T)    { jarvistest.Agree(t, lights()...) }
//	func TestLightsNoLeak(t *testing.T)   { jarvistest.NoLeak(t, lights()...) }
//
//	func FuzzSwitchLight(f *testing.F) { jarvistest.Fuzz(f, &SwitchLight{}) }
//
//	func TestLightsParsing(t *testing.T) {
//		jarvistest.Run(t, jarvistest.ParserFunc(model), lights(), []jarvistest.Case{
//			{VoiceCommand: "Light in the kitchen", ExpectedCommand: "switch_light", ExpectedParams: jarvis.Args{"room": "kitchen"}},
//		}, jarvistest.Config{})
//	}
//
// Then JARVIS_UPDATE=1 go test writes the files that Golden compares with.
//
// # Of declarations
//
// [Golden] holds schemas in files and says of each change whether a call that was right before can be wrong now. [Examples]
// checks what commands teach by example. Neither calls anything of a command but Spec.
//
// # Of the library on one's own commands
//
// [Agree] asks the binder and a validator of JSON Schema about the same arguments; [Fuzz] makes arguments of which it knows what
// they come to. Neither calls Run.
//
// # Of the code
//
// [NoLeak] runs commands with secrets that exist nowhere else and looks for them in all that comes out; [LeakTest] is the same
// with more to go by. Commands are run, so they have to be made with fakes for what they do to the world.
//
// # Of models
//
// [Run] and [Measure] say utterances to a [Parser] and compare its calls with those of a [Case], by [Rules]; the [Report] counts.
// [RunConversations] and [Converse] do so for a [Conversation] of several turns. Cases are read by [ReadCases] and
// [ReadConversations]. No command is run by Run and Measure.
//
// # Environment
//
// JARVIS_UPDATE=1 makes Golden write its files. JARVIS_SEED, a number or "random", changes what Agree tries; a failure tells
// the seed.
package jarvistest
