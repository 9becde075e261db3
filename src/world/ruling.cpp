#include "world/impl/ruling.hpp"

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "world/impl/field_path.hpp"

namespace understudy::world {

namespace {

constexpr std::string_view kKindNames[] = {"input",         "id",       "source_id",
                                           "credential_id", "resource", "operation"};

bool is_better(const Claim& a, const Claim& b) {
    const auto order = a.lever->match.specificity() <=> b.lever->match.specificity();
    return order != 0 ? order > 0 : a.lever->created > b.lever->created;
}

const json::Value& member_or_null(const json::Value& object, std::string_view name) {
    static const json::Value kNull;
    const json::Value* found = object.find(name);
    return found != nullptr ? *found : kNull;
}

std::string_view text_of(const json::Value& value) {
    return value.is_string() ? value.as_string() : std::string_view();
}

}  // namespace

// Nothing where there is none to give; a journal may hold anything.
std::optional<Claim> claim_of(const LeverPtr& lever) {
    const json::Value* value = nullptr;
    std::string by = lever->id();
    if (lever->kind == Lever::Kind::Pin) {
        value = lever->body.find("value");
    } else if (const json::Value* values = lever->body.find("values")) {
        const auto entry =
            entry_at(*values, text_of(member_or_null(lever->body, "then")), lever->position);
        if (entry) value = (*values)[*entry].find("value");
        by += "#" + std::to_string(lever->position);
    }
    if (value == nullptr) return std::nullopt;
    return Claim{lever, *value, std::move(by)};
}

std::vector<Claims> claims_to(const State& state, std::span<const std::string_view> buckets,
                              const Sought& call, std::string_view field) {
    std::map<std::pair<std::size_t, std::string>, Claims> by_path;
    for (const Lever::Kind kind : {Lever::Kind::Pin, Lever::Kind::Tape}) {
        if (!state.has_levers(kind)) continue;
        std::vector<std::uint64_t> seen;
        for (const std::string_view bucket : buckets) {
            if (bucket.empty()) continue;
            for (const LeverPtr& lever : state.levers_in(kind, bucket)) {
                if (!is_at_or_below(lever->field, field) || !lever->match.fits(call)) continue;
                if (std::find(seen.begin(), seen.end(), lever->number) != seen.end()) continue;
                seen.push_back(lever->number);
                auto claim = claim_of(lever);
                if (!claim) continue;
                const std::size_t depth = split_path(lever->field).size();
                Claims& claims = by_path[{depth, lever->field}];
                claims.path = lever->field;
                auto& list = kind == Lever::Kind::Pin ? claims.pins : claims.tapes;
                list.push_back(std::move(*claim));
            }
        }
    }
    std::vector<Claims> all;
    for (auto& [path, claims] : by_path) {
        std::sort(claims.pins.begin(), claims.pins.end(), is_better);
        std::sort(claims.tapes.begin(), claims.tapes.end(), is_better);
        all.push_back(std::move(claims));
    }
    return all;
}

std::string why_lost(const Lever& winner, const Lever& loser) {
    const Specificity best = winner.match.specificity();
    const Specificity less = loser.match.specificity();
    if (best.constraints != less.constraints) {
        return base::plural(less.constraints, "constraint") + " against " +
               std::to_string(best.constraints);
    }
    for (std::size_t i = 0; i < best.by_kind.size(); ++i) {
        if (best.by_kind[i] != less.by_kind[i]) return std::string(kKindNames[i]) + " ranks higher";
    }
    return "older";
}

void use(State& state, const Lever& lever) {
    Lever used = lever;
    ++used.matched;
    ++used.fired;
    if (used.kind == Lever::Kind::Tape) {
        ++used.position;
        used.spent = !entry_at(member_or_null(used.body, "values"),
                               text_of(member_or_null(used.body, "then")), used.position);
    }
    state.put_lever(std::move(used));
}

Sought sought_of(const json::Value& started_by, std::string_view resource) {
    Sought call;
    call.resource = resource;
    call.operation = text_of(member_or_null(started_by, "operation"));
    if (call.operation.empty()) call.operation = resource;
    call.named = text_of(member_or_null(started_by, "named"));
    call.input = started_by.find("input");
    call.facets = started_by.find("facets");
    call.credential_id = member_or_null(started_by, "credential_id");
    call.source_id = member_or_null(started_by, "source_id");
    return call;
}

Source source_by(std::string_view by) {
    if (by.empty()) return Source::Synth;
    return number_in(by.substr(0, by.find('#')), Lever::Kind::Tape) ? Source::Tape : Source::Pinned;
}

std::string branch_bucket(std::string_view move) {
    return std::string(kBranch) + " " + std::string(move);
}

}  // namespace understudy::world
