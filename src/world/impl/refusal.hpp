// The vendor's "no": which error of the catalogue, and what happened. A refusal is a normal answer,
// never a base::Error; an Error inside the engine (a budget that ran out, a result that does not
// fit) becomes a 500 whose message names it.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.hpp"
#include "json/value.hpp"
#include "pack/pack.hpp"

namespace understudy::world {

struct Issue {
    std::string param;     // as the client spelled it: items[0][price]
    json::Value value;     // keys are masked
    std::string resource;  // singular
    std::string verb;
    std::string place;    // "path", "body", "query", "header"
    std::string keyword;  // "required", "type", "minimum", ...
    json::Value limit;    // the keyword's value

    json::Value to_json() const;
};

struct Refusal {
    pack::ErrorUse use;
    Issue issue;
    std::vector<Issue> all;  // with `collect`: every validation failure
    json::Value attach;      // object: members for the error, evaluated already
    json::Value error;       // the finished error object, if it was made before (an `answer` step)
};

// The error use for something the engine refuses: the first of these keys of errors.on that the
// pack maps. A use without a code if it maps none of them (answered as a plain 400).
pack::ErrorUse use_for(const pack::Errors& errors, std::initializer_list<std::string_view> keys);
// For a failed schema keyword: the field's own `refuse`, errors.on, then `invalid`, then `type`.
pack::ErrorUse use_for_keyword(const pack::Errors& errors,
                               const std::vector<std::pair<std::string, pack::ErrorUse>>& refuse,
                               std::string_view keyword);
// For something not found at this place: the nearer declaration, then errors.on.missing.
pack::ErrorUse use_for_missing(const pack::Errors& errors, const pack::Missing& nearer,
                               std::string_view place);

// A key as it may be shown: its first eight characters and an ellipsis.
std::string masked(std::string_view key);

// Nothing (all is well), the vendor's refusal, or our own error.
using Trouble = std::variant<std::monostate, Refusal, base::Error>;
inline bool is_trouble(const Trouble& trouble) {
    return trouble.index() != 0;
}

}  // namespace understudy::world
