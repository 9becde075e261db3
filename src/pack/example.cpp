// Examples: made, checked, and mended where the check complains.
//
// The first attempt gives every property, the next only the required ones, then others with other
// values. If none passes, what the check complains of is taken out, piece by piece from the inside
// to the outside, as long as that helps.
#include "pack/example.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "pack/code.hpp"
#include "pack/impl/api.hpp"
#include "pack/impl/example_maker.hpp"
#include "schema/check.hpp"

namespace understudy::pack {

namespace {

constexpr std::size_t kMostMends = 40;
constexpr std::size_t kCheckSteps = 2'000'000;

// Removes the member or item at the pointer; false if there is none.
bool remove_at(json::Value& root, const json::Pointer& pointer) {
    if (pointer.is_root()) return false;
    json::Value* at = &root;
    const auto& tokens = pointer.tokens();
    for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
        if (at->is_object()) {
            at = at->find_mutable(tokens[i]);
        } else if (const auto index = json::to_index(tokens[i]);
                   at->is_array() && index && *index < at->size()) {
            at = &at->mutable_items()[*index];
        } else {
            at = nullptr;
        }
        if (at == nullptr) return false;
    }
    if (at->is_object()) return at->erase(tokens.back());
    const auto index = json::to_index(tokens.back());
    if (!at->is_array() || !index || *index >= at->size()) return false;
    at->erase(*index);
    return true;
}

// A value that fits several forms of a `oneOf` is told apart by a member that only some of them
// know, given a value that those refuse.
std::optional<json::Value> told_apart(const schema::Schema& schema, const json::Value& value,
                                      const schema::Violation& violation,
                                      const json::Value& document,
                                      const schema::CheckOptions& options) {
    if (!violation.demanded.is_array()) return std::nullopt;
    std::size_t tries = 0;
    for (const json::Value& branch : violation.demanded.items()) {
        const json::Value* form = followed(document, &branch);
        const json::Value* properties = form != nullptr ? form->find("properties") : nullptr;
        if (properties == nullptr || !properties->is_object()) continue;
        for (const json::Member& property : properties->members()) {
            for (const json::Value& odd : {json::Value(), json::Value(0), json::Value("string")}) {
                json::Value changed = value;
                json::Value* place = &changed;
                for (const std::string& token : violation.instance_path.tokens()) {
                    const auto index = json::to_index(token);
                    if (place->is_array() && index && *index < place->size()) {
                        place = &place->mutable_items()[*index];
                    } else {
                        place = place->find_mutable(token);
                    }
                    if (place == nullptr) return std::nullopt;
                }
                if (!place->is_object() || place->has(property.key())) continue;
                if (++tries > kMostMends) return std::nullopt;
                place->set(property.key(), odd);
                if (schema::judge(schema, changed, options) == schema::Verdict::Valid) {
                    return changed;
                }
            }
        }
    }
    return std::nullopt;
}

// Takes out what the check complains of. Empty: that did not lead to a fitting value.
std::optional<json::Value> mended(const schema::Schema& schema, json::Value value,
                                  const json::Value& document,
                                  const schema::CheckOptions& options) {
    for (std::size_t round = 0; round < kMostMends; ++round) {
        const schema::Outcome outcome = schema::check(schema, value, options);
        if (outcome.verdict != schema::Verdict::Invalid) return value;
        bool changed = false;
        if (outcome.violations.size() == 1 && outcome.violations[0].keyword == "oneOf") {
            auto apart = told_apart(schema, value, outcome.violations[0], document, options);
            if (apart) return apart;
        }
        for (const schema::Violation& violation : outcome.violations) {
            json::Pointer place = violation.instance_path;
            // What is missing cannot be taken out: the thing that misses it goes.
            while (!place.is_root() && !(changed = remove_at(value, place))) place.pop();
            if (changed) break;
        }
        if (!changed) return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

base::Result<json::Value> make_example(const FieldSchema& schema, const ExampleOptions& options) {
    if (!schema.compiled) return json::Value();
    const json::Value& document = options.document != nullptr ? *options.document : schema.written;
    ExampleMaker maker(document, options);
    return make_example(schema, options, maker);
}

base::Result<json::Value> make_example(const FieldSchema& schema, const ExampleOptions& options,
                                       ExampleMaker& maker) {
    if (!schema.compiled) return json::Value();
    const json::Value& document = options.document != nullptr ? *options.document : schema.written;
    const schema::CheckOptions checks{
        .direction = options.direction, .most_violations = 20, .steps = kCheckSteps};
    std::optional<json::Value> uncertain;
    std::optional<json::Value> first;
    const auto give_back = [&maker] {
        maker.set_frugal(false);
        maker.set_variation(0);
    };
    for (const auto& [frugal, variation] : {std::pair<bool, std::uint64_t>{false, 0},
                                            {true, 0},
                                            {true, 1},
                                            {true, 2},
                                            {true, 3},
                                            {false, 7}}) {
        maker.set_frugal(frugal);
        maker.set_variation(variation);
        std::optional<json::Value> made = maker.make(schema.written);
        give_back();
        if (!made) continue;
        const schema::Verdict verdict = schema::judge(*schema.compiled, *made, checks);
        if (verdict == schema::Verdict::Valid) return *made;
        if (verdict == schema::Verdict::Unknown && !uncertain) uncertain = made;
        if (verdict == schema::Verdict::Invalid && !first) {
            first = made;
            if (auto fixed = mended(*schema.compiled, *made, document, checks)) return *fixed;
        }
    }
    if (uncertain) return *uncertain;
    for (const json::Value& last : {json::Value(), json::Value::object(), json::Value::array(),
                                    json::Value(0), json::Value(""), json::Value(false)}) {
        if (schema::judge(*schema.compiled, last, checks) == schema::Verdict::Valid) return last;
    }
    std::string why = "nothing that was tried fits";
    if (first) {
        const schema::Outcome outcome = schema::check(*schema.compiled, *first, checks);
        if (!outcome.violations.empty()) {
            why = base::message(schema::to_error(outcome.violations[0]));
        }
    }
    const std::string what(options.key.empty() ? std::string_view("it") : options.key);
    return base::fail(code::NoExample, {{"what", what}, {"why", why}});
}

}  // namespace understudy::pack
