// The functions of the language: one row per form, grouped in families (functions_*.cpp).
//
// A call is checked against the rows of its name when it is compiled, and the row is chosen by the
// kinds of its arguments when it is evaluated.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "expr/impl/datum.hpp"
#include "expr/impl/tree.hpp"

namespace understudy::expr {

class Machine;

using Builtin = Datum (*)(Machine&, const Node& call, std::span<const Datum> arguments);

// How steps and the size of the result follow from the sizes of the arguments; cost.cpp reads it.
enum class Growth : std::uint8_t {
    Constant,  // neither depends on sizes
    One,       // one item of a list
    Scan,      // looks at all text, gives something small
    Copy,      // gives at most as much text as it got
    Widen,     // gives at most six times as much: escapes, percent encoding
    Replace,   // text.replace(old, new)
    Split,     // a list of pieces of the text
    Join,      // the items of a list, one after the other
    Items,     // looks at all items
    Form,      // the keys and values of a map, one after the other
    Part,      // some of the items of a list
    Packed,    // the items of a list, six bytes each
    Written,   // a whole value as text
    Vector,    // a list of so many numbers, 4,096 at most
    Round,     // a decimal with up to a thousand digits behind the point
    Pattern,   // a regular expression, perhaps made on the spot
};

enum Style : std::uint8_t { kGlobal = 1, kMethod = 2, kEither = 3 };

inline constexpr std::size_t kMaxParameters = 4;

struct Overload {
    std::string_view name;
    std::uint8_t style;
    std::uint8_t count;  // of parameters, the receiver included
    TypeKind parameters[kMaxParameters];
    TypeKind result;
    Growth growth;
    Builtin call;
};

std::span<const Overload> conversion_functions();
std::span<const Overload> text_functions();
std::span<const Overload> time_functions();
std::span<const Overload> list_functions();
std::span<const Overload> number_functions();
std::span<const Overload> octet_functions();

// All rows of that name.
std::vector<const Overload*> overloads_named(std::string_view name);
std::vector<std::string_view> function_names();

// `text.indexOf(string, int)`, `size(list)`: as people would write it.
std::string to_text(const Overload& overload);

// Steps are charged for text by this many bytes.
inline constexpr std::uint64_t kBytesPerStep = 32;
// ... and for finding a member among this many.
inline constexpr std::uint64_t kMembersPerStep = 64;
// ... in a map made by the expression, whose entries are looked through.
inline constexpr std::uint64_t kEntriesPerStep = 64;
// ... and for drawing this many numbers.
inline constexpr std::uint64_t kNumbersPerStep = 8;
// The longest vector of a text.
inline constexpr std::uint64_t kMostNumbers = 4'096;
// Making a pattern that is not a literal.
inline constexpr std::uint64_t kPatternSteps = 100;

}  // namespace understudy::expr
