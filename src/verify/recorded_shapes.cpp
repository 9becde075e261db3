#include "verify/recorded_shapes.hpp"

#include <algorithm>

#include "json/write.hpp"

namespace understudy::verify {

namespace {

using cassette::Exchange;
using cassette::Part;
using cassette::PartForm;

// Without the host: a stand-in, or another region, is asked the same.
cassette::Cassette holding(const Exchange& exchange) {
    cassette::Cassette cassette;
    cassette.exchanges.push_back(exchange);
    auto& input = cassette.exchanges.back().input;
    if (auto* http = std::get_if<cassette::HttpInput>(&input)) http->host.clear();
    return cassette;
}

// The call, and how it ended.
std::string key_of(const Exchange& exchange) {
    cassette::ShapeLearner learner;
    learner.add(holding(exchange));
    const cassette::CallAnswer& answer = learner.answers().front();
    std::string key = json::write_canonical(answer.call);
    for (const json::Value& end : answer.ends) key += json::write_canonical(end);
    return key;
}

std::vector<json::Value> values_in(const Part& part) {
    switch (part.form) {
        case PartForm::Json: return {part.value};
        case PartForm::Jsonl:
        case PartForm::Sse: {
            std::vector<json::Value> values;
            for (const cassette::Event& event : part.events) {
                if (!event.is_malformed) values.push_back(event.value);
            }
            return values;
        }
        case PartForm::Table: {
            const json::Value table = cassette::value_of(part);
            const auto rows = table.find("rows")->items();
            return {rows.begin(), rows.end()};
        }
        case PartForm::Lines:
        case PartForm::Bytes: break;
    }
    return {};
}

// Sets are learnt of the whole part; what is compared are its events or rows.
ExpectedShape expected_of(const cassette::PartShape& learnt, PartForm form) {
    ExpectedShape expected;
    expected.shape = learnt.shape;
    const std::string above = form == PartForm::Json    ? ""
                              : form == PartForm::Table ? "/rows/*"
                                                        : "/*";
    for (const auto& [path, values] : learnt.values) {
        if (path.starts_with(above)) expected.sets[path.substr(above.size())] = values;
    }
    return expected;
}

}  // namespace

void RecordedShapes::add(const cassette::Cassette& cassette) {
    for (const Exchange& exchange : cassette.exchanges) {
        if (exchange.kind == cassette::Kind::Webhook) continue;
        cassette::ShapeLearner& learner = learners_[key_of(exchange)];
        learner.add(holding(exchange));
        for (const auto& [place, values] : learner.seen()) seen_[place] = values;
    }
}

std::vector<PartChange> RecordedShapes::against(const Exchange& live) const {
    std::vector<PartChange> changes;
    if (live.kind == cassette::Kind::Webhook) return changes;
    const auto found = learners_.find(key_of(live));
    if (found == learners_.end()) return changes;
    for (const Part& part : cassette::parts_of(live, {})) {
        const auto& parts = found->second.answers().front().parts;
        const auto learnt = std::find_if(parts.begin(), parts.end(), [&](const auto& each) {
            return each.part == part.name && each.has_shape;
        });
        if (learnt == parts.end()) continue;
        const std::string form(cassette::name_of(part.form));
        if (std::find(learnt->forms.begin(), learnt->forms.end(), form) == learnt->forms.end()) {
            changes.push_back({part.name,
                               {ShapeClass::Breaking, "",
                                "it is " + form + ", and was " + learnt->forms.front()}});
            continue;
        }
        for (ShapeChange& change : shape_drift(expected_of(*learnt, part.form), values_in(part))) {
            changes.push_back({part.name, std::move(change)});
        }
    }
    return changes;
}

}  // namespace understudy::verify
