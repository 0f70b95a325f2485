// python: numbers.

package toolcall

import (
	"math/big"
	"strconv"
)

// number reads an integer of any size or a float.
func (p *pythonReader) number(i int) (int, string) {
	start := len(p.out)
	switch p.at(i) {
	case '-':
		p.out = append(p.out, '-')
		i = p.space(i + 1)
	case '+':
		i = p.space(i + 1)
	}
	if p.at(i) == '0' {
		if c := p.at(i+1) | 0x20; c == 'x' || c == 'o' || c == 'b' {
			return p.based(i)
		}
	}
	i, digits, zeros := p.whole(i)
	float := false
	if p.at(i) == '.' {
		float = true
		p.out = append(p.out, '.')
		after, n := p.digits(i + 1)
		if n == 0 {
			p.out = append(p.out, '0')
		}
		i, digits = after, digits+n
	}
	if digits == 0 {
		return i, p.notPython(i)
	}
	if p.at(i)|0x20 == 'e' {
		var n int
		float = true
		if i, n = p.exponent(i + 1); n == 0 {
			return i, p.notPython(i)
		}
	}
	if isNamePart(p.at(i)) || zeros && !float {
		return i, reasonNotPython
	}
	if float {
		if _, err := strconv.ParseFloat(string(p.out[start:]), 64); err != nil {
			p.refuse(reasonNumberRange)
		}
	}
	return i, ""
}

// whole reads the digits before the point, without zeros in front, and reports whether those stood before other digits.
func (p *pythonReader) whole(i int) (end, digits int, zeros bool) {
	start := len(p.out)
	end, digits = p.digits(i)
	first := start
	for first < len(p.out)-1 && p.out[first] == '0' {
		first++
	}
	if digits == 0 {
		p.out = append(p.out, '0')
	}
	zeros = first > start && p.out[first] != '0'
	p.out = append(p.out[:start], p.out[first:]...)
	return end, digits, zeros
}

// digits appends the digits at i, without the underscores between them.
func (p *pythonReader) digits(i int) (end, n int) {
	for {
		switch c := p.at(i); {
		case isDigit(c):
			p.out = append(p.out, c)
			n++
		case c != '_' || n == 0 || !isDigit(p.at(i+1)):
			return i, n
		}
		i++
	}
}

func (p *pythonReader) exponent(i int) (end, n int) {
	p.out = append(p.out, 'e')
	if c := p.at(i); c == '+' || c == '-' {
		p.out = append(p.out, c)
		i++
	}
	return p.digits(i)
}

// longestBased bounds the digits of 0x…, 0o… and 0b… numbers, whose conversion costs more than their length.
const longestBased = 300

func (p *pythonReader) based(i int) (int, string) {
	start := i
	for isNamePart(p.at(i)) {
		i++
	}
	if i-start > longestBased {
		p.refuse(reasonNumberRange)
		p.out = append(p.out, '0')
		return i, ""
	}
	n, ok := new(big.Int).SetString(string(p.buf[start:i]), 0)
	if !ok {
		return i, p.notPython(i)
	}
	p.out = n.Append(p.out, 10)
	return i, ""
}
