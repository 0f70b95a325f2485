// The family of structs that agreement is tried on.

package jarvis_test

import (
	"errors"
	"net/netip"
	"strings"
	"time"

	"github.com/jarvis-sdk/jarvis"
)

// Declarations of structs.

// shade is a text that only takes #rrggbb.
type shade string

func (s *shade) UnmarshalText(text []byte) error {
	if len(text) != 7 || text[0] != '#' || strings.Trim(string(text[1:]), "0123456789abcdefABCDEF") != "" {
		return errors.New("not a shade")
	}
	*s = shade(text)
	return nil
}

type (
	familyCelsius float64
	familyRoom    string
	familyTags    []string
	familyGrade   uint8
	familyQuota   map[string]int16
)

type (
	familyScalarsRequired struct {
		S string  `jarvis:"s,required"`
		I int     `jarvis:"i,required"`
		F float64 `jarvis:"f,required"`
		B bool    `jarvis:"b,required"`
	}
	familyScalarsOptional struct {
		S *string  `jarvis:"s"`
		I *int64   `jarvis:"i"`
		F *float64 `jarvis:"f"`
		B *bool    `jarvis:"b"`
	}
	familyNarrowSigned struct {
		A int8  `jarvis:"a,required"`
		B int16 `jarvis:"b"`
		C int32 `jarvis:"c"`
		D int64 `jarvis:"d"`
	}
	familyNarrowUnsigned struct {
		A uint8  `jarvis:"a"`
		B uint16 `jarvis:"b"`
		C uint32 `jarvis:"c,required"`
		D uint64 `jarvis:"d"`
		E uint   `jarvis:"e"`
	}
	familyNarrowPointers struct {
		A *int8   `jarvis:"a"`
		B *uint16 `jarvis:"b,required"`
		C *uint32 `jarvis:"c"`
		D *uint64 `jarvis:"d" default:"18446744073709551615"`
	}
	familyNarrowLists struct {
		A []int8   `jarvis:"a,required"`
		B []uint16 `jarvis:"b" validate:"unique"`
		C []*int32 `jarvis:"c" validate:"max=3"`
		D []uint64 `jarvis:"d" validate:"dive,max=18446744073709551614"`
		E []int16  `jarvis:"e" enum:"1,-32768"`
	}
	familyNarrowMaps struct {
		A map[string]int8    `jarvis:"a,required"`
		B map[string]uint32  `jarvis:"b" validate:"min=1,dive,gte=5"`
		C map[familyRoom]int `jarvis:"c"`
		D map[string]*uint16 `jarvis:"d"`
		E familyQuota        `jarvis:"e" validate:"max=2"`
	}
	familyNarrowRules struct {
		A int8         `jarvis:"a" validate:"min=-5,max=100"`
		B uint8        `jarvis:"b" validate:"oneof=1 2 255"`
		C int16        `jarvis:"c" validate:"gt=-300,lt=300"`
		D uint32       `jarvis:"d" validate:"eq=7"`
		E uint64       `jarvis:"e" validate:"gt=9223372036854775807"`
		F int32        `jarvis:"f" enum:"1,2147483647" default:"1"`
		G *familyGrade `jarvis:"g" validate:"ne=3"`
	}
	familyMerged struct {
		A int     `jarvis:"a" validate:"min=1,min=3,max=9,max=7"`
		B string  `jarvis:"b" validate:"max=6,max=3,min=1,min=2"`
		C []int   `jarvis:"c" validate:"max=4,max=2,dive,gt=1,gt=3"`
		D float64 `jarvis:"d" validate:"lt=3,lt=2.5,gte=0.25,gt=0.5"`
		E uint16  `jarvis:"e" validate:"oneof=1 2 3,oneof=2 3 4"`
	}
	familyFloats struct {
		A float32            `jarvis:"a,required"`
		B *float32           `jarvis:"b"`
		C []float32          `jarvis:"c"`
		D map[string]float32 `jarvis:"d"`
		E familyCelsius      `jarvis:"e" default:"-0"`
	}
	familyFloatRules struct {
		A float32       `jarvis:"a" validate:"min=0.5,max=2.5"`
		B float32       `jarvis:"b" validate:"eq=0.1"`
		C familyCelsius `jarvis:"c" validate:"gt=0,lt=1"`
		D []float32     `jarvis:"d" validate:"unique,dive,lte=0.1"`
		E float32       `jarvis:"e" enum:"0.1,3.4028235e38"`
	}
	familyRounded struct {
		A float64            `jarvis:"a" validate:"gt=0.5"`
		B []float64          `jarvis:"b" validate:"unique,dive,lt=3"`
		C map[string]float32 `jarvis:"c" validate:"dive,gt=0.1,lt=0.3"`
		D *float32           `jarvis:"d" validate:"lt=1e3"`
	}
	familyTimes struct {
		A time.Time        `jarvis:"a,required"`
		B jarvis.Date      `jarvis:"b,required"`
		C jarvis.TimeOfDay `jarvis:"c,required"`
		D time.Duration    `jarvis:"d,required"`
	}
	familyTimesOptional struct {
		A *time.Time        `jarvis:"a"`
		B *jarvis.Date      `jarvis:"b"`
		C *jarvis.TimeOfDay `jarvis:"c"`
		D *time.Duration    `jarvis:"d" validate:"min=1m"`
	}
	familyTimeLists struct {
		A []time.Time          `jarvis:"a"`
		B []jarvis.Date        `jarvis:"b" validate:"unique"`
		C []*jarvis.TimeOfDay  `jarvis:"c" validate:"min=1"`
		D []time.Duration      `jarvis:"d" validate:"dive,lt=2h"`
		E map[string]time.Time `jarvis:"e"`
	}
	familyNarrowedText struct {
		A string     `jarvis:"a,type=date,required"`
		B string     `jarvis:"b,type=datetime" validate:"max=25"`
		C familyRoom `jarvis:"c,type=time"`
		D *string    `jarvis:"d,type=timedelta" validate:"min=4"`
	}
	familyNarrowedEnum struct {
		A string `jarvis:"a,type=date" enum:"2026-01-18,2024-02-29" default:"2024-02-29"`
		B string `jarvis:"b,type=datetime" enum:"2026-01-18T05:00:00Z"`
		C string `jarvis:"c,type=time" enum:"05:00,17:30:00Z"`
		D string `jarvis:"d,type=timedelta" enum:"PT1H,P10D" validate:"len=4"`
	}
	familyTextual struct {
		A shade            `jarvis:"a,required"`
		B *shade           `jarvis:"b" default:"#000000"`
		C []shade          `jarvis:"c" validate:"unique"`
		D map[string]shade `jarvis:"d"`
		E netip.Addr       `jarvis:"e"`
	}
	familyTextualRules struct {
		A shade   `jarvis:"a" validate:"eq=#ff0000"`
		B shade   `jarvis:"b" enum:"#00ff00,#0000ff"`
		C []shade `jarvis:"c" enum:"#00ff00"`
		D shade   `jarvis:"d" validate:"startswith=#a"`
	}
	familyNamed struct {
		A familyCelsius `jarvis:"a" enum:"0.5,36.60"`
		B familyRoom    `jarvis:"b" enum:"hall,Küche" default:"hall"`
		C familyTags    `jarvis:"c" validate:"min=1,max=3,unique"`
		D familyGrade   `jarvis:"d,required"`
		E []familyRoom  `jarvis:"e" validate:"dive,min=2"`
	}
	familyLeaf struct {
		Must string `jarvis:"must,required" validate:"min=1"`
		May  *uint8 `jarvis:"may"`
		Else int    `jarvis:"else" default:"4"`
	}
	familyBranch struct {
		Leaf  familyLeaf   `jarvis:"leaf,required"`
		Other *familyLeaf  `jarvis:"other"`
		Many  []familyLeaf `jarvis:"many" validate:"max=2"`
		Flag  *bool        `jarvis:"flag"`
		Ratio float32      `jarvis:"ratio"`
	}
	familyNested struct {
		A familyBranch  `jarvis:"a"`
		B *familyBranch `jarvis:"b"`
		C familyLeaf    `jarvis:"c" default:"{\"must\":\"x\"}"`
	}
	familyNestedLists struct {
		A []familyLeaf          `jarvis:"a,required"`
		B []*familyLeaf         `jarvis:"b" validate:"min=1"`
		C []familyBranch        `jarvis:"c"`
		D map[string]familyLeaf `jarvis:"d" validate:"max=2"`
	}
	familyTypedMaps struct {
		A map[string]string      `jarvis:"a" validate:"min=1,max=2,dive,min=2"`
		B map[string]bool        `jarvis:"b" default:"{\"x\":true}"`
		C map[string][]int       `jarvis:"c"`
		D map[string]any         `jarvis:"d" validate:"len=1"`
		E map[string]float64     `jarvis:"e" validate:"dive,keys,min=2,endkeys,gt=0.5"`
		F map[string]familyQuota `jarvis:"f"`
		G map[string]time.Time   `jarvis:"g,required"`
	}
	familyShared struct {
		Zone string `jarvis:"zone,type=time"`
		Hops uint16 `jarvis:"hops" validate:"lte=300"`
	}
	familyEmbedding struct {
		familyShared
		Must int32 `jarvis:"must,required"`
	}
	familyDefaults struct {
		A string           `jarvis:"a" default:""`
		B int              `jarvis:"b" default:"5"`
		C float64          `jarvis:"c" default:"0.1"`
		D *bool            `jarvis:"d" default:"false"`
		E jarvis.Date      `jarvis:"e" default:"2026-01-18"`
		F time.Time        `jarvis:"f" default:"2026-01-18T05:00:00Z"`
		G jarvis.TimeOfDay `jarvis:"g" default:"05:00"`
		H time.Duration    `jarvis:"h" default:"PT0.5S"`
		I []int            `jarvis:"i" default:"[1,2]"`
		J map[string]any   `jarvis:"j" default:"{\"a\":[1e2]}"`
		K []familyLeaf     `jarvis:"k" default:"[{\"must\":\"m\",\"else\":null}]"`
	}
	familyEnums struct {
		A string             `jarvis:"a" enum:"on,off"`
		B []int              `jarvis:"b" enum:"1,2,9007199254740993"`
		C float64            `jarvis:"c" enum:"0.1,2.50"`
		D []time.Duration    `jarvis:"d" enum:"PT1H,P1D"`
		E []jarvis.TimeOfDay `jarvis:"e" enum:"05:00,17:30:00Z"`
		F []time.Time        `jarvis:"f" enum:"2026-01-18T05:00:00Z"`
		G bool               `jarvis:"g" enum:"true"`
		H []jarvis.Date      `jarvis:"h" enum:"2026-01-18"`
	}
	familyPatterns struct {
		A string     `jarvis:"a,required" validate:"uuid"`
		B familyRoom `jarvis:"b" validate:"uuid4"`
		C []string   `jarvis:"c" validate:"dive,uuid"`
		D string     `jarvis:"d" validate:"omitempty,uuid"`
	}
	familyUniques struct {
		A []string       `jarvis:"a" validate:"unique"`
		B []*int         `jarvis:"b" validate:"unique"`
		C []float64      `jarvis:"c" validate:"unique"`
		D []bool         `jarvis:"d" validate:"unique"`
		E []familyGrades `jarvis:"e" validate:"unique"`
	}
	familyGrades int16
	familyConsts struct {
		A string    `jarvis:"a" validate:"eq=on"`
		B int       `jarvis:"b" validate:"eq=9007199254740993"`
		C bool      `jarvis:"c" validate:"eq=true"`
		D float64   `jarvis:"d" validate:"eq=0.1"`
		E []bool    `jarvis:"e" validate:"dive,eq=false"`
		F []int8    `jarvis:"f" validate:"dive,eq=-1"`
		G []float64 `jarvis:"g" validate:"dive,eq=0.5"`
		H []string  `jarvis:"h" validate:"dive,eq=on"`
	}
	familyPointed struct {
		A *[]int16           `jarvis:"a" validate:"min=1,unique,dive,ne=3"`
		B *map[string]bool   `jarvis:"b" validate:"max=2"`
		C *[]*familyLeaf     `jarvis:"c"`
		D []*float64         `jarvis:"d" validate:"dive,gt=0.5"`
		E *[]string          `jarvis:"e" enum:"on,off" default:"[\"on\"]"`
		F *map[string]*shade `jarvis:"f"`
		G []uint             `jarvis:"g"`
		H *uint              `jarvis:"h" validate:"ne=7"`
	}
	familyPointedEnums struct {
		A *string           `jarvis:"a" enum:"on,off" default:"off"`
		B *int32            `jarvis:"b" enum:"1,-2147483648"`
		C *float64          `jarvis:"c" enum:"0.1,2.50"`
		D *time.Time        `jarvis:"d" enum:"2026-01-18T05:00:00Z"`
		E *jarvis.TimeOfDay `jarvis:"e,required" enum:"05:00,17:30:00Z"`
		F *time.Duration    `jarvis:"f" enum:"PT1H,P1D"`
		G []*int            `jarvis:"g" enum:"1,2"`
		H *shade            `jarvis:"h" enum:"#00ff00"`
		I *string           `jarvis:"i,type=datetime" enum:"2026-01-18T05:00:00Z"`
	}
	familyAnything struct {
		A []any            `jarvis:"a"`
		B map[string]any   `jarvis:"b,required"`
		C []map[string]any `jarvis:"c" validate:"dive,min=1"`
	}
)
