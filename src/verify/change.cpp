#include "verify/change.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "cassette/place.hpp"
#include "json/write.hpp"

namespace understudy::verify {

namespace {

using cassette::Difference;
using cassette::Drift;
using cassette::RuleHit;

constexpr std::size_t kDigits = 12;
constexpr std::string_view kLine = "line ";

// What a change of shape is about: members and types, not the values of one day.
std::string shape_of(const json::Value& value) {
    switch (value.kind()) {
        case json::Kind::Null: return "null";
        case json::Kind::Bool: return "bool";
        case json::Kind::Number: return "number";
        case json::Kind::String: return "string";
        case json::Kind::Array: {
            std::vector<std::string> shapes;
            for (const json::Value& item : value.items()) shapes.push_back(shape_of(item));
            std::sort(shapes.begin(), shapes.end());
            shapes.erase(std::unique(shapes.begin(), shapes.end()), shapes.end());
            return "[" + base::join(shapes, ",") + "]";
        }
        case json::Kind::Object: break;
    }
    std::vector<std::string> members;
    for (const json::Member& member : value.members()) {
        members.push_back(json::write(member.key_value()) + ":" + shape_of(member.value));
    }
    std::sort(members.begin(), members.end());
    return "{" + base::join(members, ",") + "}";
}

bool is_of_shape(Drift drift) {
    return drift >= Drift::FieldRemoved && drift <= Drift::FieldAdded;
}

// `deployed at 10:31` and `deployed at 10:32` are one content where a rule covers the time.
std::string without_volatile(std::string text, const Difference& of,
                             std::span<const RuleHit> hits) {
    std::vector<std::string_view> values;
    for (const RuleHit& hit : hits) {
        const bool is_here = hit.exchange == of.exchange && hit.part == of.part;
        if (is_here && !hit.value.empty()) values.push_back(hit.value);
    }
    std::sort(values.begin(), values.end(), [](std::string_view a, std::string_view b) {
        return std::tuple(b.size(), a) < std::tuple(a.size(), b);
    });
    for (const std::string_view value : values) text = base::replace_all(text, value, "\x01");
    return text;
}

std::string content_of(const std::optional<json::Value>& value, const Difference& of,
                       std::span<const RuleHit> hits) {
    if (!value) return "nothing";
    if (is_of_shape(of.drift)) return shape_of(*value);
    return without_volatile(json::write(*value), of, hits);
}

std::string place_of(const Difference& difference) {
    if (difference.path.empty()) return difference.part;
    const bool is_line = difference.path.starts_with(kLine);
    return difference.part + ' ' + (is_line ? "line *" : cassette::generalized(difference.path));
}

std::size_t rank_of(std::string_view kind) {
    for (std::size_t i = 0; i <= static_cast<std::size_t>(Drift::LayoutOnly); ++i) {
        if (kind == cassette::name_of(static_cast<Drift>(i))) return i;
    }
    return static_cast<std::size_t>(Drift::LayoutOnly) + 1;
}

}  // namespace

std::string short_digest(std::span<const std::string> parts) {
    std::string text;
    for (const std::string& part : parts) text += std::to_string(part.size()) + ':' + part;
    return base::to_hex(base::sha256(text)).substr(0, kDigits);
}

std::string change_id(const Change& change) {
    const std::array<std::string, 5> parts = {change.service, change.cassette, change.exchange,
                                              change.place, change.kind};
    return short_digest(parts);
}

std::vector<Change> changes_of(const Owner& owner, const cassette::Comparison& comparison,
                               std::span<const report::Finding> findings,
                               std::span<const RuleHit> hits_after) {
    std::vector<Change> changes;
    std::map<std::string, std::size_t> by_id;
    std::vector<std::vector<std::string>> contents;
    for (std::size_t i = 0; i < comparison.differences.size(); ++i) {
        const Difference& difference = comparison.differences[i];
        Change change;
        change.service = owner.service;
        change.cassette = owner.cassette;
        change.exchange = difference.exchange;
        change.place = place_of(difference);
        change.kind = cassette::name_of(difference.drift);
        change.severity = owner.severities != nullptr
                              ? cassette::severity_for(*owner.severities, difference)
                              : cassette::severity_of(difference.drift);
        if (i < findings.size()) change.message = findings[i].message;
        change.id = change_id(change);
        const auto [at, is_new] = by_id.emplace(change.id, changes.size());
        if (is_new) {
            changes.push_back(std::move(change));
            contents.emplace_back();
        }
        std::vector<std::string>& content = contents[at->second];
        content.push_back(content_of(difference.before, difference, comparison.hits));
        content.push_back(content_of(difference.after, difference, hits_after));
        content.push_back(cassette::generalized(difference.renamed_to));
    }
    for (std::size_t i = 0; i < changes.size(); ++i) {
        changes[i].fingerprint = short_digest(contents[i]);
    }
    return changes;
}

Change plain_change(Change change, std::span<const std::string> content) {
    change.id = change_id(change);
    change.fingerprint = short_digest(content);
    return change;
}

std::string set_fingerprint(std::span<const Change> changes) {
    std::vector<std::string> parts;
    for (const Change& change : changes) parts.push_back(change.id + change.fingerprint);
    std::sort(parts.begin(), parts.end());
    return short_digest(parts);
}

void sort_by_rank(std::vector<Change>& changes) {
    std::stable_sort(changes.begin(), changes.end(), [](const Change& a, const Change& b) {
        return std::tuple(rank_of(a.kind), a.cassette, a.exchange, a.place) <
               std::tuple(rank_of(b.kind), b.cassette, b.exchange, b.place);
    });
}

bool needs_a_person(const Change& change) {
    return change.kind == cassette::name_of(Drift::NowRefused) ||
           change.kind == cassette::name_of(Drift::ExitChanged);
}

}  // namespace understudy::verify
