#include "app/recording_compare.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "cassette/rules.hpp"
#include "json/write.hpp"

namespace understudy::app {

namespace {

using cassette::Cassette;
using cassette::Exchange;

// A captured value this long is one wherever it stands; a shorter one may be anything.
constexpr std::size_t kShortestName = 6;

std::string text_of(const json::Value& value) {
    return value.is_string() ? std::string(value.as_string()) : json::write(value);
}

const cassette::Variable* find(const std::vector<cassette::Variable>& vars, std::string_view name) {
    for (const cassette::Variable& each : vars) {
        if (each.name == name) return &each;
    }
    return nullptr;
}

}  // namespace

std::vector<Exchange> with_values_of(const Cassette& fresh, const Cassette& old) {
    std::vector<Exchange> exchanges = fresh.exchanges;
    for (const cassette::Variable& now : fresh.vars) {
        const cassette::Variable* then = find(old.vars, now.name);
        if (then == nullptr) continue;
        const std::string from = text_of(now.value);
        const std::string to = text_of(then->value);
        if (from == to || from.size() < kShortestName) continue;
        for (Exchange& exchange : exchanges) {
            for (cassette::Piece& piece : exchange.output.pieces) {
                piece.bytes = base::replace_all(piece.bytes, from, to);
            }
        }
    }
    return exchanges;
}

bool are_called_alike(const Cassette& old, const Cassette& fresh) {
    return std::equal(
        old.exchanges.begin(), old.exchanges.end(), fresh.exchanges.begin(), fresh.exchanges.end(),
        [](const Exchange& a, const Exchange& b) { return a.id == b.id && a.input == b.input; });
}

bool have_same_values(const Cassette& old, const Cassette& fresh) {
    return std::equal(old.vars.begin(), old.vars.end(), fresh.vars.begin(), fresh.vars.end(),
                      [](const cassette::Variable& a, const cassette::Variable& b) {
                          return a.name == b.name && a.value == b.value;
                      });
}

base::Result<ComparedRecordings> compare_recordings(const cassette::Manifest& manifest,
                                                    const Cassette& old, const Cassette& fresh) {
    const cassette::Rules rules =
        TRY(cassette::Rules::make(manifest.normalizers, cassette::rules_for(manifest, old)));
    cassette::CompareOptions comparing;
    if (const cassette::Service* service = manifest.find(old.service)) {
        comparing = service->comparing;
    }
    comparing = cassette::comparing_for(old, comparing);
    ComparedRecordings compared;
    const std::vector<Exchange> exchanges = with_values_of(fresh, old);
    compared.comparison = cassette::compare(old.exchanges, exchanges, rules, comparing);
    compared.hits_after = cassette::normalize(exchanges, rules, comparing).hits;
    return compared;
}

}  // namespace understudy::app
