// Forms (application/x-www-form-urlencoded) as JSON values and back. What brackets and repetition
// mean differs from service to service, so it is data:
//
//     Brackets   Stripe and its like      metadata[k]=v   {"metadata": {"k": "v"}}
//                                         items[0][id]=x  {"items": [{"id": "x"}]}
//                                         expand[]=a      {"expand": ["a"]}
//                                         a=1&a=2         {"a": ["1", "2"]}
//                                         name=           {"name": null}, meaning "unset this"
//     Repeated   Twilio and its like      M=1&M=2         {"M": ["1", "2"]}
//                                         DateSent>=x     {"DateSent>": "x"}
//                                         Body=           {"Body": ""}
//
// Scalars stay strings: which of them are numbers is for a schema to say. Members stand in the
// order in which their names first came. Never here: types, defaults, required names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "http/query.hpp"
#include "json/value.hpp"

namespace understudy::http {

enum class FormStyle : std::uint8_t { Brackets, Repeated };

struct FormLimits {
    std::size_t pairs = 10'000;
    std::size_t depth = 16;      // names in a row: a[b][c] is three
    std::size_t index = 10'000;  // the largest number in brackets that is a place in a list
};

// Brackets, in detail. Numbers may come in any order and with gaps: the items of a list stand in
// the order of their numbers. If one name in brackets is no number, or a number past the limit, all
// of them are keys (metadata[6735901]=x). Items of `a[]` follow those with a number; `a[][b]=1`
// goes on with the last item until one of its names repeats. A name whose brackets do not pair up
// is a name like any other. The reader is lenient about broken escapes, as services are.
//
// Code::HttpBadForm: a limit, text that is not UTF-8, a name that is a scalar here and a container
// there.
base::Result<json::Value> read_form(std::string_view text, FormStyle style,
                                    const FormLimits& limits = {});
// The same for a query that was read already.
base::Result<json::Value> read_form(std::span<const QueryPair> pairs, FormStyle style,
                                    const FormLimits& limits = {});

// The same for names whose values are not plain text: the parts of a multipart form. An empty
// string becomes null under Brackets.
struct FormEntry {
    std::string name;
    json::Value value;
};
base::Result<json::Value> fold_form(std::span<const FormEntry> entries, FormStyle style,
                                    const FormLimits& limits = {});

// An object as a form; anything else is an empty form. Lists are numbered (Brackets) or repeated
// (Repeated). Brackets stand literally, all other text is percent-encoded. null is `name=` under
// Brackets and left out under Repeated; empty lists and objects are left out; under Repeated,
// containers inside a list or object are written as their JSON text.
//
// Reads back as the same value if all scalars are strings or (Brackets) null and what is left out
// above does not occur; under Brackets also: no empty string, no key that is empty or holds a
// bracket, no object with numbers as its only keys, no list longer than the limit; under Repeated:
// no null, no list shorter than two.
std::string write_form(const json::Value& value, FormStyle style,
                       SpaceStyle spaces = SpaceStyle::Percent);

}  // namespace understudy::http
