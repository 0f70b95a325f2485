// Texts that rules for special forms ask for, tried one after the other where no other value is taken.

package jarvistest

import "strings"

// rareTexts has a text for each form that the rules of go-playground/validator know; its documentation names their sources.
func rareTexts() []string {
	hash := strings.Repeat("0123456789abcdef", 8)
	texts := []string{
		"JBSWY3DP", "DEUTDEFF", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "2001:db8::/32", "cmyk(1%, 2%, 3%, 4%)",
		"CVE-2026-12345", "12-3456789", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "hsl(120, 50%, 50%)", "hsla(120, 50%, 50%, 0.5)", "rgba(1,2,3,0.5)",
		"<p>text</p>", "&lt;p&gt;", "0306406152", "9780306406157", "276", "DE-BE", "2049-3630", "507f1f77bcf86cd799439011", "mongodb://localhost:27017/x",
		"123-45-6789", "[::1]:80", "urn:isbn:0451450523", "UTC", "10115", "0", "1", "-1", "0.5", "a b", "A", "a1", "é", "日本", "2026-01-18 05:00:00",
	}
	for _, length := range []int{32, 40, 48, 64, 96, 128} {
		texts = append(texts, hash[:length])
	}
	return texts
}
