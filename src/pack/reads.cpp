// By the paths an expression writes out. What it does with what it has read there is not followed,
// so the answers err on the careful side.
#include "pack/impl/reads.hpp"

namespace understudy::pack {

namespace {

constexpr std::string_view kSelf = "self.";
constexpr std::string_view kConfig = "config";

// What a path of an expression leads to, seen from the object it is evaluated for.
bool stays_inside(const std::vector<Field>& fields, std::string_view path) {
    if (path == kConfig || path.starts_with("config.")) return true;
    if (!path.starts_with(kSelf)) return false;
    const std::string_view rest = path.substr(kSelf.size());
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (!touches(fields[i], rest)) continue;
        // The id of another object stands in the row; what is behind it does not, and a name or a
        // condition may lead there: `cel.bind(m, self.maker, m.name)`.
        if (fields[i].ref != kNone) return false;
        if (!is_own(fields, static_cast<Index>(i))) return false;
    }
    return true;
}

}  // namespace

bool touches(const Field& field, std::string_view path) {
    const std::string_view own = field.path;
    if (path == own) return true;
    if (path.starts_with(own)) return path[own.size()] == '.' || path[own.size()] == '[';
    return own.starts_with(path) && own[path.size()] == '.';
}

std::vector<Index> reads(const Expression& expression, const std::vector<Field>& fields) {
    std::vector<Index> found;
    for (const std::string& path : expression.paths_read()) {
        if (path == "self") {
            for (std::size_t i = 0; i < fields.size(); ++i) found.push_back(static_cast<Index>(i));
            continue;
        }
        if (!path.starts_with(kSelf)) continue;
        const std::string_view rest = std::string_view(path).substr(kSelf.size());
        for (std::size_t i = 0; i < fields.size(); ++i) {
            if (touches(fields[i], rest)) found.push_back(static_cast<Index>(i));
        }
    }
    return found;
}

bool is_own(const std::vector<Field>& fields, Index index) {
    const Field& field = fields[index];
    if (field.from == From::Children || field.from == From::Aggregate) return false;
    if (field.from != From::Derived) return true;
    if (!field.is || field.is->text().find("schedule") != std::string::npos) return false;
    // Derived fields do not lead back to themselves: what reads what is in order when it is loaded.
    for (const std::string& path : field.is->paths_read()) {
        if (!stays_inside(fields, path)) return false;
    }
    return true;
}

}  // namespace understudy::pack
