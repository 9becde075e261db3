// The small readers that all parts of a policy share.
#include "secret/impl/policy_reader.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "secret/code.hpp"

namespace understudy::secret {

using json::Value;

namespace {

std::string a_kind(const Value& value) {
    switch (value.kind()) {
        case json::Kind::Null: return "nothing";
        case json::Kind::Bool: return "true or false";
        case json::Kind::Number: return "a number";
        case json::Kind::String: return "text";
        case json::Kind::Array: return "a list";
        case json::Kind::Object: return "a map";
    }
    return "";
}

std::string ticked(std::string_view key) {
    return "`" + std::string(key) + "`";
}

}  // namespace

void PolicyProblems::add(std::string what, std::string why, std::string nearest) {
    if (++count_ > kMost) return;
    base::Error error{code::BadPolicy, {}, {}, {}};
    error.args.push_back({"what", std::move(what)});
    error.args.push_back({"why", std::move(why)});
    if (!nearest.empty()) error.args.push_back({"nearest", std::move(nearest)});
    list_.push_back(std::move(error));
}

void PolicyProblems::add(std::vector<base::Error> others) {
    for (base::Error& other : others) {
        if (++count_ <= kMost) list_.push_back(std::move(other));
    }
}

void PolicyProblems::wrong_kind(std::string what, std::string_view expected, const Value& found) {
    add(std::move(what), "it must be " + std::string(expected) + ", not " + a_kind(found));
}

base::Failure PolicyProblems::fail(std::string what, base::Mark where) {
    std::string count = base::plural(count_, "problem");
    return base::fail(code::BadPolicy, {{"what", std::move(what)}, {"why", std::move(count)}},
                      std::move(where), std::move(list_));
}

PolicyMap::PolicyMap(PolicyProblems& problems, const Value& value, std::string what)
    : problems_(problems), value_(value), what_(std::move(what)) {
    if (!is_map()) problems_.wrong_kind(what_, "a map", value_);
}

const Value* PolicyMap::get(std::string_view key) {
    asked_.emplace_back(key);
    return value_.find(key);
}

const Value* PolicyMap::need(std::string_view key) {
    const Value* found = get(key);
    if (found == nullptr && is_map()) problem("it needs " + ticked(key));
    return found;
}

std::string PolicyMap::text(std::string_view key) {
    const Value* found = get(key);
    if (found == nullptr) return "";
    if (found->is_string()) return std::string(found->as_string());
    problem(ticked(key) + " must be text, not " + a_kind(*found));
    return "";
}

std::string PolicyMap::need_text(std::string_view key) {
    if (need(key) == nullptr) return "";
    std::string found = text(key);
    if (value_.find(key)->is_string() && base::trim(found).empty()) {
        problem(ticked(key) + " is empty");
    }
    return found;
}

std::vector<std::string> PolicyMap::texts(std::string_view key) {
    std::vector<std::string> texts;
    const Value* found = list(key);
    if (found == nullptr) return texts;
    for (const Value& item : found->items()) {
        if (item.is_string() && !base::trim(item.as_string()).empty()) {
            texts.emplace_back(item.as_string());
        } else {
            problem(ticked(key) + " must be a list of texts; entry " +
                    std::to_string(&item - found->items().data() + 1) + " is " +
                    (item.is_string() ? "empty" : a_kind(item)));
        }
    }
    return texts;
}

const Value* PolicyMap::list(std::string_view key) {
    const Value* found = get(key);
    if (found == nullptr || found->is_array()) return found;
    problem(ticked(key) + " must be a list, not " + a_kind(*found));
    return nullptr;
}

std::optional<std::int64_t> PolicyMap::whole(std::string_view key, std::int64_t least,
                                             std::int64_t most) {
    const Value* found = get(key);
    if (found == nullptr) return std::nullopt;
    const auto number = found->is_number() ? found->to_int64() : std::nullopt;
    if (number && *number >= least && *number <= most) return number;
    problem(ticked(key) + " must be a whole number from " + std::to_string(least) + " to " +
            std::to_string(most));
    return std::nullopt;
}

void PolicyMap::done() {
    if (!is_map()) return;
    for (const json::Member& member : value_.members()) {
        if (std::find(asked_.begin(), asked_.end(), member.key()) != asked_.end()) continue;
        problems_.add(what_, "it has no key " + base::quoted(member.key()),
                      base::nearest(member.key(), asked_));
    }
}

}  // namespace understudy::secret
