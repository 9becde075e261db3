#include "cassette/import/import_damage.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "cassette/impl/places.hpp"
#include "cassette/import/import_findings.hpp"
#include "secret/code.hpp"
#include "secret/damage.hpp"

namespace understudy::cassette {

namespace {

struct Counted {
    std::string placeholder, place;
    std::size_t count = 0;
};

class Count {
public:
    void look_at(std::string_view text, const std::string& place) {
        for (const secret::Damage& each : secret::find_damage(text)) {
            const auto known = std::find_if(all_.begin(), all_.end(), [&](const Counted& one) {
                return one.placeholder == each.placeholder;
            });
            if (known == all_.end()) {
                all_.push_back({each.placeholder, place, each.count});
            } else {
                known->count += each.count;
            }
        }
    }
    void look_at_names(const Pairs& pairs, const std::string& place) {
        for (const auto& [name, value] : pairs) look_at(name, place);
    }

    const std::vector<Counted>& all() const { return all_; }

private:
    std::vector<Counted> all_;
};

}  // namespace

std::vector<report::Finding> damage_of(const std::vector<Exchange>& exchanges,
                                       const base::Source& source) {
    Count count;
    for (const Exchange& each : exchanges) {
        if (const HttpInput* call = each.http()) {
            count.look_at_names(call->headers, each.id + ", the name of a header field");
            count.look_at_names(call->query, each.id + ", a name in the query");
        }
        if (each.output.answer) {
            count.look_at_names(each.output.answer->headers,
                                each.id + ", the name of a header field of the answer");
        }
        for (const secret::Carrier& carrier : carriers_of(each, 0)) {
            const std::size_t dot = carrier.name.find('.');
            count.look_at(carrier.bytes, each.id + ", " + carrier.name.substr(dot + 1));
        }
    }
    std::vector<report::Finding> findings;
    const std::vector<secret::Damage> in_file = secret::find_damage(source.text);
    for (const Counted& each : count.all()) {
        const auto place = std::find_if(
            in_file.begin(), in_file.end(),
            [&](const secret::Damage& one) { return one.placeholder == each.placeholder; });
        base::Mark mark = place == in_file.end() ? source.whole() : source.mark(place->at);
        mark.excerpt.clear();
        findings.push_back(
            import_finding(report::Severity::Warning, secret::code::Damaged,
                           {{"placeholder", each.placeholder},
                            {"count", "in " + base::plural(each.count, "place")},
                            {"where", ", first in " + base::to_valid_utf8(each.place)},
                            {"pointer", ""}},
                           std::move(mark)));
    }
    return findings;
}

}  // namespace understudy::cassette
