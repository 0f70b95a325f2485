// Format: the names of the formats and the table of their grammars.

package toolcall

import (
	"slices"

	"github.com/jarvis-sdk/jarvis/internal/suggest"
)

// Format names a way of writing tool calls into text. The names are those that serving programs use for their parsers.
type Format string

// The formats. Each is described in the file of its name; qwen3_coder is qwen3_xml.
const (
	Auto           Format = "auto"            // recognised by the first mark in the text; the default
	Jarvis         Format = "jarvis"          // the Jarvis envelope, tags, bare calls and lists of calls
	DeepSeekV3     Format = "deepseek_v3"     // DeepSeek V3 and R1
	DeepSeekV31    Format = "deepseek_v31"    // DeepSeek V3.1
	DeepSeekV32    Format = "deepseek_v32"    // DeepSeek V3.2
	FunctionGemma  Format = "functiongemma"   // FunctionGemma
	Gemma          Format = "gemma"           // Gemma 4
	GLM4           Format = "glm4"            // GLM 4.5
	Granite        Format = "granite"         // Granite 3.0 and 3.1
	Granite20bFC   Format = "granite_20b_fc"  // Granite 20B function calling
	Granite4       Format = "granite4"        // Granite 4
	Harmony        Format = "harmony"         // gpt-oss
	Hermes         Format = "hermes"          // Hermes, Qwen 2.5, Qwen 3
	InternLM2      Format = "internlm2"       // InternLM 2
	Jamba          Format = "jamba"           // Jamba
	KimiK2         Format = "kimi_k2"         // Kimi K2
	Llama3JSON     Format = "llama3_json"     // Llama 3.1 and 3.2
	Llama3Function Format = "llama3_function" // Llama 3.1 and 3.3 with <function=name>
	Llama4Pythonic Format = "llama4_pythonic" // Llama 4
	MiniMax        Format = "minimax"         // MiniMax M2
	Mistral        Format = "mistral"         // Mistral, both forms
	OLMo3          Format = "olmo3"           // OLMo 3
	Phi4           Format = "phi4"            // Phi 4 mini
	Pythonic       Format = "pythonic"        // Llama 3.2 and ToolACE
	Qwen3Coder     Format = "qwen3_coder"     // Qwen 3 Coder
	Qwen3XML       Format = "qwen3_xml"       // the same wire form as Qwen3Coder
	XLAM           Format = "xlam"            // xLAM
)

// grammar reads one format.
type grammar struct {
	format    Format
	read      func(*reader)
	reasoning []pair // marks of reasoning besides <think>
}

// grammars holds all formats, sorted by name but for Auto and Jarvis, which come first.
var grammars = []grammar{
	{format: Jarvis, read: readJarvis},
	{format: DeepSeekV3, read: readDeepSeekV3},
	{format: DeepSeekV31, read: readDeepSeekV31},
	{format: DeepSeekV32, read: readDeepSeekV32},
	{format: FunctionGemma, read: readFunctionGemma},
	{format: Gemma, read: readGemma, reasoning: []pair{gemmaPair}},
	{format: GLM4, read: readGLM4},
	{format: Granite, read: readGranite},
	{format: Granite4, read: readGranite4},
	{format: Granite20bFC, read: readGranite20bFC},
	{format: Harmony, read: readHarmony},
	{format: Hermes, read: readHermes},
	{format: InternLM2, read: readInternLM2},
	{format: Jamba, read: readJamba},
	{format: KimiK2, read: readKimiK2},
	{format: Llama3Function, read: readLlama3Function},
	{format: Llama3JSON, read: readLlama3JSON},
	{format: Llama4Pythonic, read: readLlama4Pythonic},
	{format: MiniMax, read: readMiniMax},
	{format: Mistral, read: readMistral, reasoning: mistralMind},
	{format: OLMo3, read: readOLMo3},
	{format: Phi4, read: readPhi4},
	{format: Pythonic, read: readPythonic},
	{format: Qwen3Coder, read: readQwen3XML},
	{format: Qwen3XML, read: readQwen3XML},
	{format: XLAM, read: readXLAM},
}

// Formats returns all formats, Auto first.
func Formats() []Format {
	formats := []Format{Auto}
	for _, g := range grammars {
		formats = append(formats, g.format)
	}
	return formats
}

// grammar returns the grammar of a format; the empty format is Auto.
func (f Format) grammar() (grammar, error) {
	if f == "" || f == Auto {
		return grammar{format: Auto, read: readAuto, reasoning: append(slices.Clone(mistralMind), gemmaPair)}, nil
	}
	for _, g := range grammars {
		if g.format == f {
			return g, nil
		}
	}
	names := make([]string, 0, len(grammars)+1)
	for _, known := range Formats() {
		names = append(names, string(known))
	}
	near, _ := suggest.Nearest(string(f), names)
	return grammar{}, &UnknownFormatError{f, Format(near)}
}
