#include "world/refused.hpp"

#include <algorithm>
#include <span>

#include "base/text.hpp"

namespace understudy::world {

Refused refused(int status, std::string code, std::string message, std::string field,
                std::string hint) {
    Refused made;
    made.status = status;
    made.code = std::move(code);
    made.message = std::move(message);
    made.field = std::move(field);
    made.hint = std::move(hint);
    return made;
}

std::string nearest_hint(std::string_view name, const std::vector<std::string>& known) {
    constexpr std::size_t kMost = 10;
    const std::string near = base::nearest(name, known);
    if (!near.empty()) return "did you mean '" + near + "'?";
    if (known.empty()) return {};
    const auto shown = std::span(known).first(std::min(known.size(), kMost));
    return "there is " + base::join(shown, ", ") + (known.size() > kMost ? ", ..." : "");
}

}  // namespace understudy::world
