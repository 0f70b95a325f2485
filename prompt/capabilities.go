// Capabilities: what a provider says of itself to health checks and settings.

package prompt

import "cmp"

// Size is the size tier of a model.
type Size string

// The size tiers, by billions of parameters.
const (
	Small  Size = "small"  // 1 to 4
	Medium Size = "medium" // 5 to 13
	Large  Size = "large"  // 14 and more
)

// Tier says whether a model was trained on the commands of the home.
type Tier string

// The training tiers.
const (
	Untrained Tier = "untrained"
	Trained   Tier = "trained"
)

// unknown stands for a family or tier that a provider does not tell.
const unknown = "unknown"

// Capabilities describes a provider. Its JSON has the names of the original; what is optional there is omitted when it is the
// zero value. Source: get_capabilities.
type Capabilities struct {
	ProviderName        string `json:"provider_name"` // see Provider
	ModelFamily         string `json:"model_family"`  // such as "qwen"; "unknown" if not told
	SizeTier            Size   `json:"size_tier"`
	TrainingTier        Tier   `json:"training_tier"`
	UseToolClassifier   bool   `json:"use_tool_classifier"`     // see ClassifierUser
	SupportsNativeTools bool   `json:"supports_native_tools"`   // see NativeToolUser
	ThinkingMode        string `json:"thinking_mode,omitempty"` // such as "off" or "auto"
	Quantization        string `json:"quantization,omitempty"`  // such as "mlx-4bit"
}

// of returns the capabilities with the properties of the provider, and "unknown" for what it does not tell.
func (c Capabilities) of(p Complete) Capabilities {
	c.ProviderName = p.Name()
	c.ModelFamily = cmp.Or(c.ModelFamily, unknown)
	c.SizeTier = cmp.Or(c.SizeTier, unknown)
	c.TrainingTier = cmp.Or(c.TrainingTier, unknown)
	c.UseToolClassifier = p.UseToolClassifier()
	c.SupportsNativeTools = p.SupportsNativeTools()
	return c
}
