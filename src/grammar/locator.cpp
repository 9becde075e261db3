// Walking a record along a locator. The depth of the walk is the length of the locator, which is
// bounded by the grammar file; the width is bounded by the record.
#include "grammar/impl/locator.hpp"

#include <algorithm>

#include "json/pointer.hpp"

namespace understudy::grammar {

using json::Value;

namespace {

const Value* child_of(const Value& value, const std::string& token) {
    if (value.is_object()) return value.find(token);
    if (!value.is_array()) return nullptr;
    auto index = json::to_index(token);
    return index && *index < value.size() ? &value[*index] : nullptr;
}

struct Descent {
    const std::vector<std::string>& tokens;
    std::vector<Locator::Hit> hits;
    std::vector<std::string> stars;

    void into(const Value& value, std::size_t at, std::string star) {
        stars.push_back(std::move(star));
        from(value, at + 1);
        stars.pop_back();
    }

    void from(const Value& value, std::size_t at) {
        if (at == tokens.size()) {
            hits.push_back({&value, stars});
            return;
        }
        if (tokens[at] != "*") {
            if (const Value* child = child_of(value, tokens[at])) from(*child, at + 1);
            return;
        }
        if (value.is_array()) {
            for (std::size_t i = 0; i < value.size(); ++i) into(value[i], at, std::to_string(i));
        } else if (value.is_object()) {
            for (const json::Member& member : value.members()) {
                into(member.value, at, std::string(member.key()));
            }
        }
    }
};

bool are_prefix(const std::vector<std::string>& shorter, const std::vector<std::string>& longer) {
    if (shorter.size() > longer.size()) return false;
    for (std::size_t i = 0; i < shorter.size(); ++i) {
        if (shorter[i] != longer[i] && shorter[i] != "*" && longer[i] != "*") return false;
    }
    return true;
}

}  // namespace

base::Result<Locator> Locator::parse(std::string_view text) {
    Locator locator;
    locator.text_ = text;
    locator.about_ = text.starts_with('@');
    if (locator.about_) text.remove_prefix(1);
    locator.tokens_ = TRY(json::Pointer::parse(text)).tokens();
    locator.stars_ = static_cast<std::size_t>(
        std::count(locator.tokens_.begin(), locator.tokens_.end(), std::string("*")));
    return locator;
}

std::vector<Locator::Hit> Locator::find(const Value& record, const Value& about) const {
    Descent descent{tokens_, {}, {}};
    descent.from(about_ ? about : record, 0);
    return std::move(descent.hits);
}

const Value* Locator::resolve(const Value& record, const Value& about,
                              std::span<const std::string> stars) const {
    const Value* value = about_ ? &about : &record;
    std::size_t star = 0;
    for (const std::string& token : tokens_) {
        if (token == "*") {
            if (star == stars.size()) return nullptr;
            value = child_of(*value, stars[star++]);
        } else {
            value = child_of(*value, token);
        }
        if (value == nullptr) return nullptr;
    }
    return value;
}

bool Locator::overlaps(const Locator& other) const {
    return is_inside(other) || other.is_inside(*this);
}

bool Locator::is_inside(const Locator& other) const {
    return about_ == other.about_ && are_prefix(other.tokens_, tokens_);
}

}  // namespace understudy::grammar
