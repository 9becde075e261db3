#include "cassette/mutate.hpp"

#include <algorithm>

#include "cassette/impl/mutations.hpp"

namespace understudy::cassette {

namespace {

constexpr MutationKind kKinds[] = {
    {"exit_code", change_exit},        {"field_dropped", drop_field},
    {"field_retyped", retype_field},   {"field_renamed", rename_field},
    {"order_swapped", swap_order},     {"event_dropped", drop_event},
    {"last_line_cut", cut_last_line},  {"output_emptied", empty_output},
    {"stderr_changed", change_stderr}, {"value_changed", change_value},
};

std::set<std::string> covered_in(const Normalized& normalized, const std::string& exchange) {
    std::set<std::string> covered;
    for (const RuleHit& hit : normalized.hits) {
        if (hit.exchange == exchange) covered.insert(hit.part + ' ' + hit.path);
    }
    return covered;
}

}  // namespace

bool Ground::is_covered(std::string_view part, std::string_view path) const {
    // What is below a covered place, or above one, is covered in part.
    const std::string key = std::string(part) + ' ' + std::string(path);
    return std::any_of(covered.begin(), covered.end(), [&key](const std::string& each) {
        return each == key || each.starts_with(key + '/') || key.starts_with(each + '/');
    });
}

const Part* Ground::find(std::string_view name) const {
    const auto found = std::find_if(parts.begin(), parts.end(),
                                    [name](const Part& part) { return part.name == name; });
    return found == parts.end() ? nullptr : &*found;
}

std::span<const MutationKind> mutation_kinds() {
    return kKinds;
}

std::optional<From> source_of_part(std::string_view name) {
    if (name == "stdout") return From::Stdout;
    if (name == "stderr") return From::Stderr;
    if (name == "body") return From::Body;
    return std::nullopt;
}

Exchange with_bytes(const Exchange& exchange, From from, std::string bytes) {
    Exchange changed = exchange;
    std::vector<Piece>& pieces = changed.output.pieces;
    const auto is_of = [from](const Piece& piece) { return piece.from == from; };
    const auto first = std::find_if(pieces.begin(), pieces.end(), is_of);
    if (first == pieces.end()) {
        pieces.push_back({0, from, std::move(bytes)});
        return changed;
    }
    first->bytes = std::move(bytes);
    pieces.erase(std::remove_if(first + 1, pieces.end(), is_of), pieces.end());
    return changed;
}

Mutants mutate(const Cassette& cassette, const Rules& rules, const MutateOptions& options) {
    const Normalized normalized = normalize(cassette.exchanges, rules, options.comparing);
    std::set<std::string_view> made;
    Mutants result;
    for (std::size_t i = 0; i < cassette.exchanges.size(); ++i) {
        const Exchange& exchange = cassette.exchanges[i];
        const std::vector<Part> parts = parts_of(exchange, options.comparing);
        const std::set<std::string> covered = covered_in(normalized, exchange.id);
        const Ground ground{exchange, parts, covered, options.per_kind, options.comparing.grammar};
        for (const MutationKind& kind : kKinds) {
            std::size_t number = 0;
            for (Altered& change : kind.make(ground)) {
                if (result.mutants.size() >= options.most) return result;
                made.insert(kind.name);
                Mutant mutant;
                mutant.id = std::string(kind.name) + ':' + exchange.id;
                if (++number > 1) mutant.id += ':' + std::to_string(number);
                mutant.kind = kind.name;
                mutant.about = std::move(change.about);
                mutant.exchange = exchange.id;
                mutant.exchanges = cassette.exchanges;
                mutant.exchanges[i] = std::move(change.exchange);
                result.mutants.push_back(std::move(mutant));
            }
        }
    }
    for (const MutationKind& kind : kKinds) {
        if (!made.contains(kind.name)) result.impossible.emplace_back(kind.name);
    }
    return result;
}

std::vector<std::string> all_mutation_kinds() {
    std::vector<std::string> names;
    for (const MutationKind& kind : kKinds) names.emplace_back(kind.name);
    return names;
}

}  // namespace understudy::cassette
