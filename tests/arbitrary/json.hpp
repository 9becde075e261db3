// RapidCheck generators for JSON values, shared by the property tests of every room. Their bodies
// live in a library of their own: instantiating them in each test file would cost seconds of
// compile time.
#pragma once

#include <rapidcheck.h>

#include <iosfwd>
#include <string>

#include "json/value.hpp"

namespace understudy::arbitrary {

// Text with the characters that break writers: quotes, controls, several planes, long runs.
rc::Gen<std::string> text();

// Any spelling of a JSON number.
rc::Gen<std::string> number_text();

// Values without repeated keys, nested up to `depth`.
rc::Gen<json::Value> value(int depth = 4);

}  // namespace understudy::arbitrary

namespace understudy::json {

void showValue(const Value& value, std::ostream& os);

}  // namespace understudy::json

namespace rc {

template <>
struct Arbitrary<understudy::json::Value> {
    static Gen<understudy::json::Value> arbitrary() { return understudy::arbitrary::value(); }
};

}  // namespace rc
