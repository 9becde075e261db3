// What went wrong, where, and what to do about it: as data. Prose is made here and nowhere else.
//
//     return fail(Code::PackUnknownField, {{"field", name}, {"nearest", nearest}}, mark);
//
// The argument called "nearest" is special: if it is not empty the rendered error ends with
// `did you mean "amount"?`. An Error with `because` entries is a group: a file with eleven problems
// is one Error with eleven reasons, and all of them are shown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/code.hpp"
#include "base/mark.hpp"

namespace understudy::base {

struct Arg {
    std::string name;
    std::string text;
    friend bool operator==(const Arg&, const Arg&) = default;
};

struct Error {
    Code code{};
    std::vector<Arg> args;
    Mark where;
    std::vector<Error> because;

    std::string_view arg(std::string_view name) const;  // empty if absent
    friend bool operator==(const Error&, const Error&) = default;
};

// The sentence with its arguments filled in, without place: `nested deeper than 512 levels`.
std::string message(const Error& error);

// The hint with its arguments filled in, `did you mean ...?` included; empty if there is none.
std::string hint(const Error& error);

struct RenderOptions {
    bool colour = false;
};

// For people:
//
//     packs/parcel/pack.yaml:7:3: error: unknown field "amuont" [pack.unknown_field]
//         amuont: { from: input }
//         ^~~~~~
//       hint: did you mean "amount"?
std::string render(const Error& error, RenderOptions options = {});

}  // namespace understudy::base
