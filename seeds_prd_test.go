// Rows of the seed ledger: the requirements on parameter types and their validation.

package jarvis_test

var typesSeeds = []seedSection{
	{"Goals and limits", []seedRow{
		{"a compact type system with arrays", "Type, ParseType", "FuzzParseType, TestTypeTable", ""},
		{"no arrays of arrays", "TypeError.Nested", "ExampleParseType, TestBuilderElementMistakes", ""},
		{"no correction of parameters by the server", "Parameters.Validate, Strict", "TestAcceptInts, ExampleLenient", "strict is the default"},
		{"no injection of dates", "Parameters.Validate", "TestPresence, TestDateKeysThatAreNone", "only declared defaults are applied"},
	}},
	{"Type grammar", []seedRow{
		{"string", "KindString", "TestTypeTable, FuzzParseType", ""},
		{"int", "KindInt", "TestTypeTable, FuzzParseType", ""},
		{"float", "KindFloat", "TestTypeTable, FuzzParseType", ""},
		{"bool", "KindBool", "TestTypeTable, FuzzParseType", ""},
		{"date", "KindDate", "TestTypeTable, FuzzParseType", ""},
		{"datetime", "KindDatetime", "TestTypeTable, FuzzParseType", ""},
		{"array<string>", "ParseType, Type.Elem", "TestTypeTable, FuzzParseType", ""},
		{"array<int>", "ParseType, Type.Elem", "TestTypeTable, FuzzParseType", ""},
		{"array<float>", "ParseType, Type.Elem", "TestTypeTable, FuzzParseType", ""},
		{"array<bool>", "ParseType, Type.Elem", "TestTypeTable, FuzzParseType", ""},
		{"array<date>", "ParseType, Type.Elem", "TestTypeTable, FuzzParseType", ""},
		{"array<datetime>", "ParseType, Type.Elem", "TestTypeTable, ExampleParseType", ""},
		{"array[datetime]", "ParseType", "FuzzParseType", ""},
		{"datetime[]", "ParseType", "TestBuilderAddTakesEveryTypeText", ""},
	}},
	{"JSON schema of each type", []seedRow{
		{"string: string", "Parameters.Schema", "TestGoldenSchemas, TestBuilderMethods", ""},
		{"int: integer", "Parameters.Schema", "TestGoldenSchemas, TestBuilderMethods", ""},
		{"float: number", "Parameters.Schema", "TestGoldenSchemas, TestBuilderMethods", ""},
		{"bool: boolean", "Parameters.Schema", "TestGoldenSchemas, TestBuilderMethods", ""},
		{"date: string, format date", "Parameters.Schema", "TestGoldenSchemas, TestBuilderMethods", "no format beside an enum"},
		{"datetime: string, format date-time", "Parameters.Schema", "TestGoldenSchemas, TestBuilderMethods", "no format beside an enum"},
		{"array<T>: array with items of T", "Parameters.Schema", "TestGoldenSchemas, TestBuilderMethods", ""},
		{"resolved_datetimes: array<datetime>", "Parameters.Schema", "TestTypeTable, TestGoldenSchemas", ""},
	}},
	{"Validation", []seedRow{
		{"CommandParameter.type", "Parameter.Type, Definition.CommandSchema", "TestGoldenSchemas, TestParameterViews", ""},
		{"date: YYYY-MM-DD", "ParseDate", "TestParseDate, TestAcceptDatesAndTimes", "and a real day"},
		{"datetime: ISO 8601 with a zone", "ParseType, KindDatetime", "TestParseDatetime, TestAcceptDatesAndTimes", "the profile of RFC 3339"},
		{"array: a list of valid entries", "KindArray", "TestAcceptArrays", ""},
		{"a retry message that describes the parameters", "toolcall.Retry, toolcall.CallError, Response.Report", "toolcall.TestRunShowsTextRetries, toolcall.TestFragments, TestReports", ""},
		{"at most 2 retries", "toolcall.MostRetries", "toolcall.TestRunCountsRetries, toolcall.TestRunMax", "counted for each turn"},
		{"nothing is corrected or injected", "Parameters.Validate", "TestAcceptInts, TestLenientChangesNothingElse", ""},
	}},
	{"Relative dates", []seedRow{
		{"resolve_relative_date", "dates.Tool", "dates.TestToolOutcomes, dates.TestToolDefinition, dates.ExampleTool", ""},
		{"the result of the tool goes to the model", "assistant.Config.ServerTools", "assistant.TestDateKeys", ""},
		{"the final call has absolute dates", "KindDatetime, WithDateKeys", "TestExamplesAreNoCalls, TestDateKeysAreBound", "a key such as tomorrow is refused in a call unless the option is given"},
	}},
	{"Changes of clients", []seedRow{
		{"types in available_commands", "Definition.CommandSchema", "TestGoldenSchemas", ""},
		{"formats in tool schemas", "Definition.OpenAITool", "TestGoldenSchemas", ""},
		{"more iterations before calls come", "assistant.Config.MaxRounds", "assistant.TestRounds", ""},
		{"available_commands: command_name, description", "Definition.CommandSchema", "TestGoldenSchemas", ""},
		{"available_commands: parameters with name, type, required", "Definition.CommandSchema", "TestGoldenSchemas", ""},
		{"a correct call: name, arguments", "Call, Registry.Call", "TestCallArguments, ExampleRegistry_Call", ""},
	}},
}
