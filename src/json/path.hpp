// JSONPath (RFC 9535): selects values by a query.
//
//     Path path = TRY(Path::parse("$.charges[?@.amount > 100].id"));
//     for (const Path::Hit& hit : TRY(path.select(document))) ...
//
// Numbers are compared as exact decimals. An object with a repeated key counts as having the last
// of them only, as in Value::find.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "json/pointer.hpp"
#include "json/value.hpp"

namespace understudy::json {

class Path {
public:
    static base::Result<Path> parse(std::string_view text);

    struct Hit {
        Pointer pointer;
        const Value* value = nullptr;  // inside the document given to select
    };
    // In the order of the standard; a value selected twice is there twice. Fails only when a limit
    // is passed: `most` hits, ten steps per possible hit (never less than ten million), 1000
    // levels.
    base::Result<std::vector<Hit>> select(const Value& root, std::size_t most = 1'000'000) const;

    const std::string& text() const { return text_; }

    struct Query;  // impl/query.hpp

private:
    std::string text_;
    std::shared_ptr<const Query> query_;
};

// The normalized form of a pointer: $['charges'][0]['amount'].
std::string to_normalized_path(const Pointer& pointer, const Value& root);

}  // namespace understudy::json
