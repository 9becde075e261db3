// The meta-schemas of our dialects, so that a schema can refer to them without any document being
// fetched. Their structure is laid down by the standards; there is no prose in them.
#include <array>
#include <utility>

#include "schema/impl/library.hpp"

namespace understudy::schema {
namespace {

constexpr std::string_view kSchema2020 = R"({
"$schema":"https://json-schema.org/draft/2020-12/schema",
"$id":"https://json-schema.org/draft/2020-12/schema",
"$vocabulary":{
 "https://json-schema.org/draft/2020-12/vocab/core":true,
 "https://json-schema.org/draft/2020-12/vocab/applicator":true,
 "https://json-schema.org/draft/2020-12/vocab/unevaluated":true,
 "https://json-schema.org/draft/2020-12/vocab/validation":true,
 "https://json-schema.org/draft/2020-12/vocab/meta-data":true,
 "https://json-schema.org/draft/2020-12/vocab/format-annotation":true,
 "https://json-schema.org/draft/2020-12/vocab/content":true},
"$dynamicAnchor":"meta",
"allOf":[{"$ref":"meta/core"},{"$ref":"meta/applicator"},{"$ref":"meta/unevaluated"},
 {"$ref":"meta/validation"},{"$ref":"meta/meta-data"},{"$ref":"meta/format-annotation"},
 {"$ref":"meta/content"}],
"type":["object","boolean"],
"properties":{
 "definitions":{"type":"object","additionalProperties":{"$dynamicRef":"#meta"},"deprecated":true,
  "default":{}},
 "dependencies":{"type":"object","additionalProperties":{"anyOf":[{"$dynamicRef":"#meta"},
  {"$ref":"meta/validation#/$defs/stringArray"}]},"deprecated":true,"default":{}},
 "$recursiveAnchor":{"$ref":"meta/core#/$defs/anchorString","deprecated":true},
 "$recursiveRef":{"$ref":"meta/core#/$defs/uriReferenceString","deprecated":true}}})";

constexpr std::string_view kCore2020 = R"({
"$schema":"https://json-schema.org/draft/2020-12/schema",
"$id":"https://json-schema.org/draft/2020-12/meta/core",
"$dynamicAnchor":"meta","type":["object","boolean"],
"properties":{
 "$id":{"$ref":"#/$defs/uriReferenceString","pattern":"^[^#]*#?$"},
 "$schema":{"$ref":"#/$defs/uriString"},
 "$ref":{"$ref":"#/$defs/uriReferenceString"},
 "$anchor":{"$ref":"#/$defs/anchorString"},
 "$dynamicRef":{"$ref":"#/$defs/uriReferenceString"},
 "$dynamicAnchor":{"$ref":"#/$defs/anchorString"},
 "$vocabulary":{"type":"object","propertyNames":{"$ref":"#/$defs/uriString"},
  "additionalProperties":{"type":"boolean"}},
 "$comment":{"type":"string"},
 "$defs":{"type":"object","additionalProperties":{"$dynamicRef":"#meta"}}},
"$defs":{
 "anchorString":{"type":"string","pattern":"^[A-Za-z_][-A-Za-z0-9._]*$"},
 "uriString":{"type":"string","format":"uri"},
 "uriReferenceString":{"type":"string","format":"uri-reference"}}})";

constexpr std::string_view kApplicator2020 = R"({
"$schema":"https://json-schema.org/draft/2020-12/schema",
"$id":"https://json-schema.org/draft/2020-12/meta/applicator",
"$dynamicAnchor":"meta","type":["object","boolean"],
"properties":{
 "prefixItems":{"$ref":"#/$defs/schemaArray"},
 "items":{"$dynamicRef":"#meta"},
 "contains":{"$dynamicRef":"#meta"},
 "additionalProperties":{"$dynamicRef":"#meta"},
 "properties":{"type":"object","additionalProperties":{"$dynamicRef":"#meta"},"default":{}},
 "patternProperties":{"type":"object","additionalProperties":{"$dynamicRef":"#meta"},
  "propertyNames":{"format":"regex"},"default":{}},
 "dependentSchemas":{"type":"object","additionalProperties":{"$dynamicRef":"#meta"},"default":{}},
 "propertyNames":{"$dynamicRef":"#meta"},
 "if":{"$dynamicRef":"#meta"},
 "then":{"$dynamicRef":"#meta"},
 "else":{"$dynamicRef":"#meta"},
 "allOf":{"$ref":"#/$defs/schemaArray"},
 "anyOf":{"$ref":"#/$defs/schemaArray"},
 "oneOf":{"$ref":"#/$defs/schemaArray"},
 "not":{"$dynamicRef":"#meta"}},
"$defs":{"schemaArray":{"type":"array","minItems":1,"items":{"$dynamicRef":"#meta"}}}})";

constexpr std::string_view kUnevaluated2020 = R"({
"$schema":"https://json-schema.org/draft/2020-12/schema",
"$id":"https://json-schema.org/draft/2020-12/meta/unevaluated",
"$dynamicAnchor":"meta","type":["object","boolean"],
"properties":{"unevaluatedItems":{"$dynamicRef":"#meta"},
 "unevaluatedProperties":{"$dynamicRef":"#meta"}}})";

constexpr std::string_view kValidation2020 = R"({
"$schema":"https://json-schema.org/draft/2020-12/schema",
"$id":"https://json-schema.org/draft/2020-12/meta/validation",
"$dynamicAnchor":"meta","type":["object","boolean"],
"properties":{
 "type":{"anyOf":[{"$ref":"#/$defs/simpleTypes"},{"type":"array",
  "items":{"$ref":"#/$defs/simpleTypes"},"minItems":1,"uniqueItems":true}]},
 "const":true,
 "enum":{"type":"array","items":true},
 "multipleOf":{"type":"number","exclusiveMinimum":0},
 "maximum":{"type":"number"},"exclusiveMaximum":{"type":"number"},
 "minimum":{"type":"number"},"exclusiveMinimum":{"type":"number"},
 "maxLength":{"$ref":"#/$defs/nonNegativeInteger"},
 "minLength":{"$ref":"#/$defs/nonNegativeIntegerDefault0"},
 "pattern":{"type":"string","format":"regex"},
 "maxItems":{"$ref":"#/$defs/nonNegativeInteger"},
 "minItems":{"$ref":"#/$defs/nonNegativeIntegerDefault0"},
 "uniqueItems":{"type":"boolean","default":false},
 "maxContains":{"$ref":"#/$defs/nonNegativeInteger"},
 "minContains":{"$ref":"#/$defs/nonNegativeInteger","default":1},
 "maxProperties":{"$ref":"#/$defs/nonNegativeInteger"},
 "minProperties":{"$ref":"#/$defs/nonNegativeIntegerDefault0"},
 "required":{"$ref":"#/$defs/stringArray"},
 "dependentRequired":{"type":"object","additionalProperties":{"$ref":"#/$defs/stringArray"}}},
"$defs":{
 "nonNegativeInteger":{"type":"integer","minimum":0},
 "nonNegativeIntegerDefault0":{"$ref":"#/$defs/nonNegativeInteger","default":0},
 "simpleTypes":{"enum":["array","boolean","integer","null","number","object","string"]},
 "stringArray":{"type":"array","items":{"type":"string"},"uniqueItems":true,"default":[]}}})";

constexpr std::string_view kMetaData2020 = R"({
"$schema":"https://json-schema.org/draft/2020-12/schema",
"$id":"https://json-schema.org/draft/2020-12/meta/meta-data",
"$dynamicAnchor":"meta","type":["object","boolean"],
"properties":{"title":{"type":"string"},"description":{"type":"string"},"default":true,
 "deprecated":{"type":"boolean","default":false},"readOnly":{"type":"boolean","default":false},
 "writeOnly":{"type":"boolean","default":false},"examples":{"type":"array","items":true}}})";

constexpr std::string_view kFormatAnnotation2020 = R"({
"$schema":"https://json-schema.org/draft/2020-12/schema",
"$id":"https://json-schema.org/draft/2020-12/meta/format-annotation",
"$dynamicAnchor":"meta","type":["object","boolean"],"properties":{"format":{"type":"string"}}})";

constexpr std::string_view kFormatAssertion2020 = R"({
"$schema":"https://json-schema.org/draft/2020-12/schema",
"$id":"https://json-schema.org/draft/2020-12/meta/format-assertion",
"$dynamicAnchor":"meta","type":["object","boolean"],"properties":{"format":{"type":"string"}}})";

constexpr std::string_view kContent2020 = R"({
"$schema":"https://json-schema.org/draft/2020-12/schema",
"$id":"https://json-schema.org/draft/2020-12/meta/content",
"$dynamicAnchor":"meta","type":["object","boolean"],
"properties":{"contentEncoding":{"type":"string"},"contentMediaType":{"type":"string"},
 "contentSchema":{"$dynamicRef":"#meta"}}})";

constexpr std::string_view kSchema7 = R"({
"$schema":"http://json-schema.org/draft-07/schema#",
"$id":"http://json-schema.org/draft-07/schema#",
"definitions":{
 "schemaArray":{"type":"array","minItems":1,"items":{"$ref":"#"}},
 "nonNegativeInteger":{"type":"integer","minimum":0},
 "nonNegativeIntegerDefault0":{"allOf":[{"$ref":"#/definitions/nonNegativeInteger"},
  {"default":0}]},
 "simpleTypes":{"enum":["array","boolean","integer","null","number","object","string"]},
 "stringArray":{"type":"array","items":{"type":"string"},"uniqueItems":true,"default":[]}},
"type":["object","boolean"],
"properties":{
 "$id":{"type":"string","format":"uri-reference"},
 "$schema":{"type":"string","format":"uri"},
 "$ref":{"type":"string","format":"uri-reference"},
 "$comment":{"type":"string"},"title":{"type":"string"},"description":{"type":"string"},
 "default":true,"readOnly":{"type":"boolean","default":false},
 "writeOnly":{"type":"boolean","default":false},"examples":{"type":"array","items":true},
 "multipleOf":{"type":"number","exclusiveMinimum":0},
 "maximum":{"type":"number"},"exclusiveMaximum":{"type":"number"},
 "minimum":{"type":"number"},"exclusiveMinimum":{"type":"number"},
 "maxLength":{"$ref":"#/definitions/nonNegativeInteger"},
 "minLength":{"$ref":"#/definitions/nonNegativeIntegerDefault0"},
 "pattern":{"type":"string","format":"regex"},
 "additionalItems":{"$ref":"#"},
 "items":{"anyOf":[{"$ref":"#"},{"$ref":"#/definitions/schemaArray"}],"default":true},
 "maxItems":{"$ref":"#/definitions/nonNegativeInteger"},
 "minItems":{"$ref":"#/definitions/nonNegativeIntegerDefault0"},
 "uniqueItems":{"type":"boolean","default":false},
 "contains":{"$ref":"#"},
 "maxProperties":{"$ref":"#/definitions/nonNegativeInteger"},
 "minProperties":{"$ref":"#/definitions/nonNegativeIntegerDefault0"},
 "required":{"$ref":"#/definitions/stringArray"},
 "additionalProperties":{"$ref":"#"},
 "definitions":{"type":"object","additionalProperties":{"$ref":"#"},"default":{}},
 "properties":{"type":"object","additionalProperties":{"$ref":"#"},"default":{}},
 "patternProperties":{"type":"object","additionalProperties":{"$ref":"#"},
  "propertyNames":{"format":"regex"},"default":{}},
 "dependencies":{"type":"object","additionalProperties":{"anyOf":[{"$ref":"#"},
  {"$ref":"#/definitions/stringArray"}]}},
 "propertyNames":{"$ref":"#"},
 "const":true,
 "enum":{"type":"array","items":true},
 "type":{"anyOf":[{"$ref":"#/definitions/simpleTypes"},{"type":"array",
  "items":{"$ref":"#/definitions/simpleTypes"},"minItems":1,"uniqueItems":true}]},
 "format":{"type":"string"},"contentMediaType":{"type":"string"},
 "contentEncoding":{"type":"string"},
 "if":{"$ref":"#"},"then":{"$ref":"#"},"else":{"$ref":"#"},
 "allOf":{"$ref":"#/definitions/schemaArray"},"anyOf":{"$ref":"#/definitions/schemaArray"},
 "oneOf":{"$ref":"#/definitions/schemaArray"},"not":{"$ref":"#"}},
"default":true})";

constexpr std::string_view kSchema4 = R"({
"id":"http://json-schema.org/draft-04/schema#",
"$schema":"http://json-schema.org/draft-04/schema#",
"definitions":{
 "schemaArray":{"type":"array","minItems":1,"items":{"$ref":"#"}},
 "positiveInteger":{"type":"integer","minimum":0},
 "positiveIntegerDefault0":{"allOf":[{"$ref":"#/definitions/positiveInteger"},{"default":0}]},
 "simpleTypes":{"enum":["array","boolean","integer","null","number","object","string"]},
 "stringArray":{"type":"array","items":{"type":"string"},"minItems":1,"uniqueItems":true}},
"type":"object",
"properties":{
 "id":{"type":"string"},"$schema":{"type":"string"},"title":{"type":"string"},
 "description":{"type":"string"},"default":{},
 "multipleOf":{"type":"number","minimum":0,"exclusiveMinimum":true},
 "maximum":{"type":"number"},"exclusiveMaximum":{"type":"boolean"},
 "minimum":{"type":"number"},"exclusiveMinimum":{"type":"boolean"},
 "maxLength":{"$ref":"#/definitions/positiveInteger"},
 "minLength":{"$ref":"#/definitions/positiveIntegerDefault0"},
 "pattern":{"type":"string","format":"regex"},
 "additionalItems":{"anyOf":[{"type":"boolean"},{"$ref":"#"}],"default":{}},
 "items":{"anyOf":[{"$ref":"#"},{"$ref":"#/definitions/schemaArray"}],"default":{}},
 "maxItems":{"$ref":"#/definitions/positiveInteger"},
 "minItems":{"$ref":"#/definitions/positiveIntegerDefault0"},
 "uniqueItems":{"type":"boolean","default":false},
 "maxProperties":{"$ref":"#/definitions/positiveInteger"},
 "minProperties":{"$ref":"#/definitions/positiveIntegerDefault0"},
 "required":{"$ref":"#/definitions/stringArray"},
 "additionalProperties":{"anyOf":[{"type":"boolean"},{"$ref":"#"}],"default":{}},
 "definitions":{"type":"object","additionalProperties":{"$ref":"#"},"default":{}},
 "properties":{"type":"object","additionalProperties":{"$ref":"#"},"default":{}},
 "patternProperties":{"type":"object","additionalProperties":{"$ref":"#"},"default":{}},
 "dependencies":{"type":"object","additionalProperties":{"anyOf":[{"$ref":"#"},
  {"$ref":"#/definitions/stringArray"}]}},
 "enum":{"type":"array","minItems":1,"uniqueItems":true},
 "type":{"anyOf":[{"$ref":"#/definitions/simpleTypes"},{"type":"array",
  "items":{"$ref":"#/definitions/simpleTypes"},"minItems":1,"uniqueItems":true}]},
 "format":{"type":"string"},
 "allOf":{"$ref":"#/definitions/schemaArray"},"anyOf":{"$ref":"#/definitions/schemaArray"},
 "oneOf":{"$ref":"#/definitions/schemaArray"},"not":{"$ref":"#"}},
"dependencies":{"exclusiveMaximum":["maximum"],"exclusiveMinimum":["minimum"]},
"default":{}})";

constexpr std::string_view kOpenApi31 = R"({
"$schema":"https://json-schema.org/draft/2020-12/schema",
"$id":"https://spec.openapis.org/oas/3.1/dialect/base",
"$dynamicAnchor":"meta",
"allOf":[{"$ref":"https://json-schema.org/draft/2020-12/schema"},
 {"$ref":"https://spec.openapis.org/oas/3.1/meta/base"}]})";

constexpr std::string_view kOpenApi31Base = R"({
"$schema":"https://json-schema.org/draft/2020-12/schema",
"$id":"https://spec.openapis.org/oas/3.1/meta/base",
"$dynamicAnchor":"meta","type":["object","boolean"],
"properties":{"example":true,
 "discriminator":{"type":"object","properties":{"propertyName":{"type":"string"},
  "mapping":{"type":"object","additionalProperties":{"type":"string"}}},
  "required":["propertyName"]},
 "externalDocs":{"type":"object","properties":{"url":{"type":"string","format":"uri-reference"},
  "description":{"type":"string"}},"required":["url"]},
 "xml":{"type":"object"}}})";

constexpr std::array<std::pair<std::string_view, std::string_view>, 13> kMetaSchemas{{
    {"https://json-schema.org/draft/2020-12/schema", kSchema2020},
    {"https://json-schema.org/draft/2020-12/meta/core", kCore2020},
    {"https://json-schema.org/draft/2020-12/meta/applicator", kApplicator2020},
    {"https://json-schema.org/draft/2020-12/meta/unevaluated", kUnevaluated2020},
    {"https://json-schema.org/draft/2020-12/meta/validation", kValidation2020},
    {"https://json-schema.org/draft/2020-12/meta/meta-data", kMetaData2020},
    {"https://json-schema.org/draft/2020-12/meta/format-annotation", kFormatAnnotation2020},
    {"https://json-schema.org/draft/2020-12/meta/format-assertion", kFormatAssertion2020},
    {"https://json-schema.org/draft/2020-12/meta/content", kContent2020},
    {"http://json-schema.org/draft-07/schema", kSchema7},
    {"http://json-schema.org/draft-04/schema", kSchema4},
    {"https://spec.openapis.org/oas/3.1/dialect/base", kOpenApi31},
    {"https://spec.openapis.org/oas/3.1/meta/base", kOpenApi31Base},
}};

}  // namespace

std::string_view meta_schema_text(std::string_view uri) {
    for (const auto& [known, text] : kMetaSchemas) {
        if (known == uri) return text;
    }
    return {};
}

}  // namespace understudy::schema
