// What constraints ask of the record in hand: does it fit a selector, does a guard hold, which
// instance does it belong to.
#include "grammar/impl/taken.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "json/write.hpp"

namespace understudy::grammar {

using json::Value;

namespace {

constexpr std::size_t kLongestKey = 160;  // bytes of JSON text kept as they are
constexpr std::size_t kShownBytes = 80;

std::string cut(std::string text, std::size_t limit) {
    if (text.size() <= limit) return text;
    std::size_t end = limit;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
    text.resize(end);
    return text + "...";
}

// Writing a large value only to cut it would make every verdict as costly as its record.
void write_start(std::string& out, const Value& value, std::size_t limit) {
    if (out.size() > limit) return;
    if (value.is_string()) {
        json::write_string_to(out, cut(std::string(value.as_string()), limit));
    } else if (value.is_array()) {
        out += '[';
        bool first = true;
        for (const Value& item : value.items()) {
            if (!std::exchange(first, false)) out += ',';
            write_start(out, item, limit);
            if (out.size() > limit) return;
        }
        out += ']';
    } else if (value.is_object()) {
        out += '{';
        bool first = true;
        for (const json::Member& member : value.members()) {
            if (!std::exchange(first, false)) out += ',';
            write_start(out, member.key_value(), limit);
            out += ':';
            write_start(out, member.value, limit);
            if (out.size() > limit) return;
        }
        out += '}';
    } else {
        json::write_to(out, value);
    }
}

Keys collect(const KeySpec::Rule& rule, const Taken& record,
             const std::vector<std::string>& stars) {
    std::vector<const Value*> parts;
    for (const Locator& part : rule.parts) {
        const Value* value = record.resolve(part, stars);
        if (value == nullptr) return {KeyFound::Missing, {}};
        parts.push_back(value);
    }
    return {KeyFound::Found, {key_text(parts)}};
}

}  // namespace

bool holds(const std::optional<expr::Program>& guard, const Taken& record) {
    if (!guard) return true;
    auto answer = expr::evaluate_bool(*guard, *record.env);
    if (answer) return *answer;
    // A member that is not there is the usual way of not being meant; anything else is worth a
    // word.
    if (answer.error().code == base::Code::ExprMissing) return false;
    GuardTrouble& trouble = *record.trouble;
    if (trouble.times++ == 0) {
        trouble.record = record.number;
        trouble.why = "`" + guard->text() + "` has no answer: " + base::message(answer.error());
    }
    return false;
}

bool Selector::names(TypeId type) const {
    if (std::find(except.begin(), except.end(), type) != except.end()) return false;
    return every || std::find(types.begin(), types.end(), type) != types.end();
}

bool Selector::takes(const Taken& record) const {
    return names(record.type) && holds(when, record);
}

const KeySpec::Rule* KeySpec::rule_for(TypeId type) const {
    for (const Rule& rule : rules) {
        if (rule.type == kNoType || rule.type == type) return &rule;
    }
    return nullptr;
}

std::string KeySpec::to_text() const {
    std::string text;
    for (const Rule& rule : rules) {
        for (const Locator& part : rule.parts) {
            if (!text.empty()) text += ", ";
            text += part.text();
        }
    }
    return text;
}

std::string key_text(const std::vector<const Value*>& parts) {
    std::string text;
    for (const Value* part : parts) {
        if (!text.empty()) text += ' ';
        text += json::write_canonical(*part);
    }
    if (text.size() <= kLongestKey) return text;
    return cut(text, 60) + " sha256:" + base::to_hex(base::sha256(text));
}

Keys keys_of(const KeySpec& spec, const Taken& record) {
    const KeySpec::Rule* rule = spec.rule_for(record.type);
    if (rule == nullptr) return {};
    if (!rule->parts.front().has_stars()) return collect(*rule, record, {});
    Keys keys;
    for (const Locator::Hit& hit : record.find(rule->parts.front())) {
        Keys one = collect(*rule, record, hit.stars);
        if (one.found != KeyFound::Found) continue;
        keys.found = KeyFound::Found;
        keys.keys.push_back(std::move(one.keys.front()));
    }
    return keys;
}

Keys key_beside(const KeySpec& spec, const Taken& record, const std::vector<std::string>& stars) {
    const KeySpec::Rule* rule = spec.rule_for(record.type);
    if (rule == nullptr) return {};
    return collect(*rule, record, stars);
}

std::string shown(const Value& value) {
    std::string text;
    write_start(text, value, kShownBytes);
    return cut(std::move(text), kShownBytes);
}

}  // namespace understudy::grammar
