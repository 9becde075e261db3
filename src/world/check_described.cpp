// What an API description demands of the call: its parameters and the schema of its body. Where the
// pack itself declares a field or parameter, the pack's own schema has spoken already (it narrows
// the shape's, or differs from it for a named reason), and the description is not asked again.
#include "world/impl/reading.hpp"

#include "base/text.hpp"

namespace understudy::world {

namespace {

using json::Value;

const pack::Description* description_of(const Reading& reading) {
    const pack::Operation* operation = reading.request.operation;
    if (!operation || operation->described == pack::kNone) return nullptr;
    return &reading.pack.descriptions[operation->described];
}

bool is_own(const Reading& reading, std::string_view spelled) {
    const auto declares = [&](std::string_view name) {
        const Known* known = reading.known->exact(name);
        return known && known->kind != Known::Kind::Described;
    };
    if (declares(spelled)) return true;
    if (const Known* known = reading.known->exact(spelled); known) return false;
    return reading.known->has_below(spelled);
}

Place place_named(std::string_view in) {
    if (in == "path") return Place::Path;
    return in == "header" ? Place::Header : Place::Query;
}

Trail trail_of(const std::string& spelled) {
    Trail trail;
    for (const std::string_view step : base::split(spelled, '.')) trail.emplace_back(step);
    return trail;
}

std::optional<Value> value_of(const Reading& reading, const pack::DescribedParameter& parameter,
                              const std::string& spelled) {
    if (parameter.in == "header") {
        const Value* text =
            reading.request.headers.value().find(base::to_lower_ascii(parameter.name));
        if (!text) return std::nullopt;
        return coerce(*text, parameter.schema.written, {&reading.pack, &parameter.schema.written});
    }
    const Value& source = parameter.in == "path" ? reading.request.captured : reading.request.query;
    const auto found = locate_in(source, spelled);
    if (found.empty()) return std::nullopt;
    return coerce(found.front().value, parameter.schema.written,
                  {&reading.pack, &parameter.schema.written});
}

void check_parameters(const Reading& reading, const pack::Description& description, bool required,
                      std::vector<Finding>& out) {
    for (const pack::DescribedParameter& parameter : description.parameters) {
        if (parameter.in == "cookie") continue;
        const std::string spelled = pack::dotted(parameter.name);
        if (parameter.in != "header" && is_own(reading, spelled)) continue;
        const auto value = value_of(reading, parameter, spelled);
        const Place place = place_named(parameter.in);
        const Trail trail = parameter.in == "header" ? Trail{parameter.name} : trail_of(spelled);
        if (required) {
            if (value || !parameter.required || parameter.in == "path") continue;
            Finding finding;
            finding.issue = issue_at(reading, trail, place, "required");
            finding.issue.limit = Value(true);
            finding.use = use_for(reading.pack.errors, {"required", "invalid", "type"});
            out.push_back(std::move(finding));
        } else if (value && parameter.schema.compiled) {
            for (Finding& finding :
                 check_value(reading, *parameter.schema.compiled, *value, trail, place, {}, 100)) {
                out.push_back(std::move(finding));
            }
        }
    }
}

void check_body(const Reading& reading, const pack::Description& description, bool required,
                std::vector<Finding>& out) {
    if (reading.request.body.is_null()) {
        const bool wanted = required && description.body_required;
        if (!wanted || reading.request.operation->does != pack::Does::Shape) return;
        Finding finding;
        finding.issue = issue_at(reading, {}, Place::Body, "required");
        finding.issue.limit = Value(true);
        finding.use = use_for(reading.pack.errors, {"required", "invalid", "type"});
        out.push_back(std::move(finding));
        return;
    }
    if (!description.body.compiled) return;
    const Value& body = reading.request.body.is_object() ? reading.body : reading.request.body;
    for (Finding& finding :
         check_value(reading, *description.body.compiled, body, {}, Place::Body, {}, 100)) {
        const std::size_t end = finding.issue.param.find_first_of(".[");
        const std::string name = finding.issue.param.substr(0, end);
        const bool at_root = end == std::string::npos;
        if (!name.empty() && is_own(reading, name)) continue;
        // Names nobody declared are serve.unknown's affair.
        if (at_root && (finding.issue.keyword == "additionalProperties" ||
                        finding.issue.keyword == "unevaluatedProperties")) {
            continue;
        }
        if ((finding.issue.keyword == "required" && at_root) == required) {
            out.push_back(std::move(finding));
        }
    }
}

}  // namespace

std::vector<Finding> check_described(const Reading& reading, bool required) {
    std::vector<Finding> out;
    const pack::Description* description = description_of(reading);
    if (!description) return out;
    check_parameters(reading, *description, required, out);
    check_body(reading, *description, required, out);
    return out;
}

}  // namespace understudy::world
