// A view: the recorded value cut down and renamed to the shape of a fake that returns objects. It
// is looked at here and nowhere else; the recording keeps everything.
#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "cassette/impl/timeline.hpp"
#include "json/path.hpp"

namespace understudy::cassette {

namespace {

using json::Pointer;
using json::Value;

std::size_t leaves_of(const Value& value) {
    std::size_t count = 0;
    if (value.is_array()) {
        for (const Value& item : value.items()) count += leaves_of(item);
    } else if (value.is_object()) {
        for (const json::Member& member : value.members()) count += leaves_of(member.value);
    }
    return std::max<std::size_t>(count, 1);
}

struct Chosen {
    std::set<std::string> whole;  // paths kept with all that is below
    std::set<std::string> on_the_way;
};

Chosen chosen_of(const std::vector<json::Path::Hit>& hits) {
    Chosen chosen;
    for (const json::Path::Hit& hit : hits) {
        chosen.whole.insert(hit.pointer.to_text());
        for (Pointer above = hit.pointer; !above.is_root(); above.pop()) {
            chosen.on_the_way.insert(above.to_text());
        }
    }
    return chosen;
}

// What is on the way to something that is kept, and only that.
Value pruned(const Value& value, const Pointer& at, const Chosen& chosen) {
    if (chosen.whole.contains(at.to_text())) return value;
    const auto is_kept = [&chosen](const Pointer& below) {
        return chosen.on_the_way.contains(below.to_text());
    };
    if (value.is_array()) {
        Value kept = Value::array();
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (is_kept(at / i)) kept.push_back(pruned(value[i], at / i, chosen));
        }
        return kept;
    }
    Value kept = Value::object();
    for (const json::Member& member : value.members()) {
        const Pointer below = at / member.key();
        if (is_kept(below)) kept.append(member.key(), pruned(member.value, below, chosen));
    }
    return kept;
}

struct Renames {
    std::vector<std::pair<std::string, std::string>> names;  // path, new key

    const std::string* find(const std::string& path) const {
        const auto found = std::find_if(names.begin(), names.end(),
                                        [&path](const auto& each) { return each.first == path; });
        return found == names.end() ? nullptr : &found->second;
    }
};

Value renamed(const Value& value, const Pointer& at, const Renames& renames) {
    if (value.is_array()) {
        Value all = Value::array();
        for (std::size_t i = 0; i < value.size(); ++i) {
            all.push_back(renamed(value[i], at / i, renames));
        }
        return all;
    }
    if (!value.is_object()) return value;
    Value all = Value::object();
    for (const json::Member& member : value.members()) {
        const Pointer below = at / member.key();
        const std::string* key = renames.find(below.to_text());
        all.append(key == nullptr ? member.key() : std::string_view(*key),
                   renamed(member.value, below, renames));
    }
    return all;
}

base::Result<std::vector<json::Path::Hit>> select(const std::string& path, const Value& value) {
    return TRY(json::Path::parse(path)).select(value);
}

}  // namespace

Viewed view_of(const Value& value, const View& view) {
    Viewed viewed;
    viewed.value = value;
    viewed.leaves = leaves_of(value);
    const auto trouble_with = [&viewed](const std::string& path, const base::Error& error) {
        viewed.trouble = "the view holds " + base::quoted(path) + ": " + base::message(error);
    };
    std::vector<json::Path::Hit> hits;
    for (const std::string& path : view.select) {
        auto more = select(path, value);
        if (!more) {
            trouble_with(path, more.error());
            return viewed;
        }
        hits.insert(hits.end(), more->begin(), more->end());
    }
    if (!view.select.empty()) {
        viewed.value = pruned(value, {}, chosen_of(hits));
        const std::size_t left = hits.empty() ? 0 : leaves_of(viewed.value);
        viewed.ignored = viewed.leaves - std::min(viewed.leaves, left);
    }
    Renames renames;
    for (const auto& [path, key] : view.rename) {
        const auto named = select(path, viewed.value);
        if (!named) {
            trouble_with(path, named.error());
            return viewed;
        }
        for (const json::Path::Hit& hit : *named)
            renames.names.emplace_back(hit.pointer.to_text(), key);
    }
    if (!renames.names.empty()) viewed.value = renamed(viewed.value, {}, renames);
    return viewed;
}

}  // namespace understudy::cassette
