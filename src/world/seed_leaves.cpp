// What a seed gives for an object, member by member: which field it is, and whether the field may
// have that value. Objects are written as the service shows them; fields it hides may be given too.
#include <algorithm>

#include "base/text.hpp"
#include "base/time.hpp"
#include "json/write.hpp"
#include "schema/check.hpp"
#include "world/impl/seeding.hpp"
#include "world/impl/stored_instant.hpp"
#include "world/refused.hpp"

namespace understudy::world {

using pack::From;
using pack::Index;
using pack::kNone;

namespace {

bool is_id(const json::Value& value) {
    return value.is_string() || value.is_number();
}

json::Pointer below(json::Pointer place, const json::Pointer& inner) {
    for (const std::string& token : inner.tokens()) place.push(token);
    return place;
}

}  // namespace

Seeding::Problem Seeding::invalid(const pack::Field& field, const std::string& why,
                                  const json::Pointer& place, std::string hint) const {
    return refused(422, "invalid_seed_value", kind_.name + "." + field.path + ": " + why,
                   place.to_text(), std::move(hint));
}

Seeding::Problem Seeding::take(const json::Value& given, const std::string& prefix,
                               const json::Pointer& place, std::vector<Leaf>& leaves) const {
    for (const json::Member& member : given.members()) {
        const std::string path = prefix + std::string(member.key());
        const json::Pointer here = place / member.key();
        const Index field = kind_.find_field(path);
        if (field != kNone && !kind_.fields[field].has_star()) {
            leaves.push_back({field, member.value, here});
            continue;
        }
        const std::string stem = path + ".";
        const bool leads_on =
            std::any_of(kind_.fields.begin(), kind_.fields.end(),
                        [&](const pack::Field& one) { return one.path.starts_with(stem); });
        if (!leads_on) {
            std::vector<std::string> known;
            for (const pack::Field& one : kind_.fields) {
                if (!one.has_star()) known.push_back(one.path);
            }
            return refused(422, "unknown_field", "no field '" + path + "' in " + kind_.name,
                           here.to_text(), nearest_hint(path, known));
        }
        if (!member.value.is_object()) {
            return refused(422, "invalid_seed_value", kind_.name + "." + path + ": it is an object",
                           here.to_text());
        }
        if (auto problem = take(member.value, stem, here, leaves)) return problem;
    }
    return std::nullopt;
}

Seeding::Problem Seeding::check_schema(const pack::Field& field, const schema::Schema& schema,
                                       const json::Value& value, const json::Pointer& place) const {
    const schema::Outcome outcome = schema::check(schema, value, {.most_violations = 1});
    if (outcome.verdict != schema::Verdict::Invalid || outcome.violations.empty()) {
        return std::nullopt;
    }
    const schema::Violation& violation = outcome.violations.front();
    // The field has been named already.
    constexpr std::string_view kWhole = "the value: ";
    std::string why = base::message(schema::to_error(violation));
    if (why.starts_with(kWhole)) why.erase(0, kWhole.size());
    return invalid(field, why, below(place, violation.instance_path),
                   violation.keyword + ": " + json::write(violation.demanded));
}

// An id, or an object with its id inside; the id is what is kept. Whether there is such an object
// is looked at when the whole batch is in: it may come with it.
Seeding::Problem Seeding::refer(const pack::Field& field, json::Value& value,
                                const json::Pointer& place) {
    const pack::Resource& referred = pack_.resources[field.ref];
    if (value.is_object() && referred.id_field != kNone) {
        const json::Value* id = value.find(referred.fields[referred.id_field].segments.front());
        if (id != nullptr) value = json::Value(*id);
    }
    if (!is_id(value)) {
        return invalid(field, json::write(value) + " is no id of " + referred.name, place);
    }
    if (!state_.find(field.ref, key_of(value))) {
        for (const Index by : field.found_by) {
            const ObjectPtr found = state_.find_by(field.ref, {&by, 1}, {&value, 1});
            if (!found) continue;
            value = found->id;
            break;
        }
    }
    references_.push_back({field.ref, value, kind_.name + "." + field.path, place.to_text()});
    return std::nullopt;
}

// The leaves of a list's elements: `items.*.price` of each of `items`.
Seeding::Problem Seeding::check_elements(const pack::Field& field, std::size_t segment,
                                         const json::Value& value, const json::Pointer& place) {
    if (segment == field.segments.size()) {
        if (value.is_null()) return std::nullopt;
        if (field.schema.compiled) {
            if (auto problem = check_schema(field, *field.schema.compiled, value, place)) {
                return problem;
            }
        }
        if (field.ref == kNone) return std::nullopt;
        json::Value id = value;
        return refer(field, id, place);
    }
    const std::string& name = field.segments[segment];
    if (name != "*") {
        const json::Value* inner = value.find(name);
        return inner == nullptr ? std::nullopt
                                : check_elements(field, segment + 1, *inner, place / name);
    }
    if (!value.is_array()) return std::nullopt;
    for (std::size_t i = 0; i < value.size(); ++i) {
        if (auto problem = check_elements(field, segment + 1, value[i], place / i)) return problem;
    }
    return std::nullopt;
}

Seeding::Problem Seeding::check(Leaf& leaf) {
    const pack::Field& field = kind_.fields[leaf.field];
    json::Value& value = leaf.value;
    if (field.from == From::Constant) {
        if (json::equivalent(value, field.value)) return std::nullopt;
        return invalid(field, "it is always " + json::write(field.value), leaf.place,
                       "leave it out");
    }
    if (!field.is_stored()) {
        return invalid(field, "it is worked out and cannot be seeded", leaf.place, "leave it out");
    }
    const bool is_time = field.as != pack::TimeForm::None || field.from == From::Clock;
    if (value.is_null()) {
        const bool fits = field.nullable || (field.before && field.before->is_null()) ||
                          (!is_time && field.schema.compiled &&
                           schema::judge(*field.schema.compiled, value) == schema::Verdict::Valid);
        if (fits || (field.from == From::Moves && field.init)) return std::nullopt;
        return invalid(field, "it cannot be null", leaf.place, "leave it out");
    }
    if (is_time) {
        const json::Value instant = stored_instant(field.as, value);
        if (!instant.is_string() || !base::parse_rfc3339(instant.as_string())) {
            return invalid(field, json::write(value) + " is no instant", leaf.place,
                           "write it as 2025-01-01T00:00:00Z, or as the service does");
        }
        value = instant;
        return std::nullopt;
    }
    if (field.schema.compiled) {
        if (auto problem = check_schema(field, *field.schema.compiled, value, leaf.place)) {
            return problem;
        }
    }
    if (field.ref != kNone && value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i) {
            json::Value& one = value.mutable_items()[i];
            if (auto problem = refer(field, one, leaf.place / i)) return problem;
        }
    } else if (field.ref != kNone) {
        if (auto problem = refer(field, value, leaf.place)) return problem;
    }
    const std::string stem = field.path + ".";
    for (const pack::Field& inner : kind_.fields) {
        if (!inner.has_star() || !inner.path.starts_with(stem)) continue;
        auto problem = check_elements(inner, field.segments.size(), value, leaf.place);
        if (problem) return problem;
    }
    return std::nullopt;
}

std::vector<Seeding::Dangling> Seeding::dangling() const {
    std::vector<Dangling> found;
    for (const Reference& reference : references_) {
        const ObjectPtr object = state_.find(reference.of, key_of(reference.value));
        if (object && !object->deleted) continue;
        found.push_back({reference.field + ": there is no " +
                             pack_.resources[reference.of].singular + " " +
                             json::write(reference.value),
                         reference.place});
    }
    return found;
}

}  // namespace understudy::world
