// Answers of earlier steps by name, and the texts that refer to them: "${c.id}".
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "json/pointer.hpp"
#include "json/value.hpp"
#include "world/outcome.hpp"

namespace understudy::world {

class NamedAnswers {
public:
    void add(std::string name, json::Value answer);

    // The value with every reference replaced. A text that is one reference and nothing else
    // becomes what it refers to, a number where that is one; `$${` stands for `${`. `place` is
    // where the value stands in the body of the call.
    std::variant<json::Value, Refused> resolve(const json::Value& value,
                                               const json::Pointer& place) const;

private:
    std::variant<json::Value, Refused> resolve_text(std::string_view text,
                                                    const json::Pointer& place) const;
    std::variant<json::Value, Refused> look_up(std::string_view reference,
                                               const json::Pointer& place) const;

    std::map<std::string, json::Value, std::less<>> answers_;
};

}  // namespace understudy::world
