// Who takes part, in the order of the page.

package agreement

// contestants declares a kind with all libraries: O is the struct of this library, P that of the peers, with the tags that they
// read, and V that of the validator.
func contestants[O, P, V any](k *kind) []contestant {
	return []contestant{
		jarvisCall[O](), jarvisServer[O](),
		goSDK[P](k), goSDKInferred[P](k),
		mcpGo[P](k), mcpGoInferred[P](k),
		humaOperation[P](k), einoTool[P](k), adkTool[P](k),
		googleSchema[P](k), santhosh[P](k),
		encodingJSON[P](k), jsonV2[P](k), withValidator[V](k),
	}
}

// column is a contestant on the page.
type column struct {
	name, mark, module, how string
}

func columns() []column {
	const lines = "JSON-RPC lines on standard input and output"
	return []column{
		{"jarvis", "J", "", "tags; `Registry.Call`"},
		{"jarvis/mcpserver", "JM", "", "the same command; " + lines},
		{"go-sdk", "G", "github.com/modelcontextprotocol/go-sdk", "`mcp.AddTool` with the schema; " + lines},
		{"go-sdk (inferred)", "GI", "github.com/modelcontextprotocol/go-sdk", "`mcp.AddTool` with the schema that it infers from the struct; " +
			lines},
		{"mcp-go", "M", "github.com/mark3labs/mcp-go", "`NewToolWithRawSchema`, `NewTypedToolHandler`, " +
			"`WithInputSchemaValidation`; `HandleMessage`"},
		{"mcp-go (inferred)", "MI", "github.com/mark3labs/mcp-go", "the same with `WithInputSchema` of the struct"},
		{"huma", "H", "github.com/danielgtaylor/huma/v2", "tags, `ValidateStrictCasing`, arrays not nullable; " +
			"a POST over `humago`"},
		{"eino", "E", "github.com/cloudwego/eino", "`utils.NewTool` with the schema; `InvokableRun`"},
		{"adk", "K", "google.golang.org/adk/v2", "`functiontool.New` with the schema; arguments decoded to a map by " +
			"encoding/json, as genai does, then `Run`"},
		{"jsonschema-go", "S", "github.com/google/jsonschema-go", "the schema; json.Unmarshal to any, " +
			"`Validate`, json.Unmarshal to the struct"},
		{"santhosh", "T", "github.com/santhosh-tekuri/jsonschema/v6", "the schema with `AssertFormat`; `UnmarshalJSON`, " +
			"`Validate`, json.Unmarshal to the struct"},
		{"encoding/json", "D", "go", "`Decoder` with `DisallowUnknownFields`, and nothing after the document"},
		{"json/v2", "D2", "github.com/go-json-experiment/json", "`Unmarshal` with `RejectUnknownMembers`"},
		{"validator", "V", "github.com/go-playground/validator/v10", "encoding/json as above into pointers, then " +
			"tags; `WithRequiredStructEnabled`"},
	}
}
