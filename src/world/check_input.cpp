// Judges the input in the order of the format: names nobody declared, names that are missing, other
// keywords. Each failure becomes a Finding; the caller takes the first one, or all of them.
#include "world/impl/reading.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/time.hpp"
#include "schema/check.hpp"

namespace understudy::world {

namespace {

using json::Value;
using Refuse = std::vector<std::pair<std::string, pack::ErrorUse>>;

const Refuse& refuse_of(const Known& known, const Refuse& none) {
    if (known.field) return known.field->refuse;
    return known.param ? known.param->refuse : none;
}

Place place_of_known(const Reading& reading, const Known& known, const Trail& trail) {
    if (known.param && known.param->in == pack::Param::In::Header) return Place::Header;
    if (known.param && trail.size() == 1 && known.param->in == pack::Param::In::Path) {
        return Place::Path;
    }
    return place_of(reading, trail.front());
}

Finding wrong_type(const Reading& reading, const Known& known, const Located& at,
                   std::string_view wanted) {
    const Refuse none;
    Finding finding;
    finding.issue = issue_at(reading, at.trail, place_of_known(reading, known, at.trail), "type");
    finding.issue.value = at.value;
    finding.issue.limit = Value(wanted);
    finding.use = use_for_keyword(reading.pack.errors, refuse_of(known, none), "type");
    return finding;
}

// The object's way in from the path stands for the field that refers to it.
bool is_given_by_path(const Reading& reading, const Known& known) {
    const pack::Operation& operation = *reading.request.operation;
    if (known.kind != Known::Kind::Field || operation.resource == pack::kNone) return false;
    const pack::Resource& resource = reading.pack.resources[operation.resource];
    if (known.index != resource.parent_field) return false;
    for (const PathObject& object : reading.objects) {
        if (!object.is_self && object.resource == resource.parent) return true;
    }
    return false;
}

// Can it stand in one place of the input only?
bool is_plain_name(const Known& known) {
    const bool in_header = known.param && known.param->in == pack::Param::In::Header;
    return !in_header && known.spelled.find('.') == std::string::npos;
}

// Trails at which the parameter should be and is not.
std::vector<Trail> absences(const Reading& reading, const Known& known) {
    const auto is_there = [&](const Located& at) {
        return !at.value.is_null() || (known.field && known.field->nullable);
    };
    std::vector<Trail> out;
    if (is_plain_name(known)) {
        const Value* value = reading.sent.find(known.spelled);
        if (value != nullptr && !value->is_null()) return out;
    }
    const std::vector<Located> found = locate(reading, known);
    if (known.spelled.find(".*.") == std::string::npos) {
        if (found.empty() || !is_there(found.front())) {
            Trail trail;
            for (const std::string_view step : base::split(known.spelled, '.')) {
                trail.emplace_back(step);
            }
            out.push_back(std::move(trail));
        }
        return out;
    }
    const std::size_t dot = known.spelled.rfind('.');
    const std::string last = known.spelled.substr(dot + 1);
    for (const Located& parent : locate_in(reading.sent, known.spelled.substr(0, dot))) {
        const Value* value = parent.value.find(last);
        if (!parent.value.is_object() || (value && is_there({*value, {}}))) continue;
        Trail trail = parent.trail;
        trail.push_back(last);
        out.push_back(std::move(trail));
    }
    return out;
}

// Without a schema there is still something to go by: ids, instants, what a default tells.
std::optional<std::string_view> wrong_kind(const Known& known, const Value& value) {
    const bool is_plain = value.is_string() || value.is_number();
    if (known.ref() != pack::kNone && !is_plain) return "string";
    if (known.kind == Known::Kind::Children) {
        if (!value.is_array()) return "array";
        return std::nullopt;
    }
    if (known.compiled) return std::nullopt;
    if (known.plain == Plain::Whole && !(value.is_number() && value.to_int64())) return "integer";
    if (known.plain == Plain::Truth && !value.is_bool()) return "boolean";
    const pack::TimeForm form =
        known.field && known.kind != Known::Kind::Filter ? known.field->as : pack::TimeForm::None;
    if (form != pack::TimeForm::None && !instant_from(value, form)) return "string";
    return std::nullopt;
}

schema::CheckOptions options_of(std::size_t most) {
    schema::CheckOptions options;
    options.direction = schema::Direction::Request;
    options.refuse_wrong_direction = false;
    options.most_violations = most;
    options.steps = 1'000'000;
    return options;
}

// Nearly every value is right. Nothing is noted of how it was found until one is not; false: look
// again, and say what is wrong.
bool is_right(const Known& known, const Value& value) {
    const pack::Field* field = known.field;
    if (field && (is_unset(*field, value) || (value.is_null() && field->nullable))) return true;
    if (value.is_null() && !known.compiled) return true;
    if (known.kind == Known::Kind::Children || wrong_kind(known, value)) return false;
    if (!known.compiled) return true;
    const Value checked = field ? without_unset(*field, value) : value;
    return schema::judge(*known.compiled, checked, options_of(1)) == schema::Verdict::Valid;
}

void check_one(const Reading& reading, const Known& known, const Located& at,
               std::vector<Finding>& out) {
    const pack::Field* field = known.field;
    if (field && (is_unset(*field, at.value) || (at.value.is_null() && field->nullable))) return;
    if (at.value.is_null() && !known.compiled) return;
    // A list of references is a list of ids.
    if (known.ref() != pack::kNone && at.value.is_array()) {
        for (std::size_t i = 0; i < at.value.size(); ++i) {
            Trail trail = at.trail;
            trail.push_back(std::to_string(i));
            const Located item{at.value[i], std::move(trail)};
            if (const auto wanted = wrong_kind(known, item.value)) {
                out.push_back(wrong_type(reading, known, item, *wanted));
            }
        }
    } else if (const auto wanted = wrong_kind(known, at.value)) {
        out.push_back(wrong_type(reading, known, at, *wanted));
        return;
    }
    if (known.kind == Known::Kind::Children) {
        for (std::size_t i = 0; i < at.value.size(); ++i) {
            if (at.value[i].is_object()) continue;
            Trail trail = at.trail;
            trail.push_back(std::to_string(i));
            out.push_back(wrong_type(reading, known, {at.value[i], std::move(trail)}, "object"));
        }
    }
    if (!known.compiled) return;
    const Refuse none;
    const Value checked = field ? without_unset(*field, at.value) : at.value;
    const std::size_t most = reading.pack.errors.collect_into.empty() ? 1 : 100;
    auto found =
        check_value(reading, *known.compiled, checked, at.trail,
                    place_of_known(reading, known, at.trail), refuse_of(known, none), most);
    for (Finding& finding : found) out.push_back(std::move(finding));
}

}  // namespace

bool is_unset(const pack::Field& field, const Value& value) {
    return field.unset && json::equivalent(*field.unset, value);
}

Value without_unset(const pack::Field& field, const Value& value) {
    if (!field.merge_keys || !field.unset || !value.is_object()) return value;
    const bool removes =
        std::any_of(value.members().begin(), value.members().end(),
                    [&field](const json::Member& member) { return is_unset(field, member.value); });
    if (!removes) return value;
    Value out = Value::object();
    for (const json::Member& member : value.members()) {
        if (!is_unset(field, member.value)) out.append(member.key(), member.value);
    }
    return out;
}

std::optional<Value> instant_from(const Value& value, pack::TimeForm form) {
    std::optional<base::Instant> instant;
    if (value.is_number()) {
        const auto number = value.to_int64();
        if (!number) return std::nullopt;
        const bool millis = form == pack::TimeForm::EpochMs;
        std::int64_t seconds = millis ? *number / 1000 : *number;
        std::int64_t rest = millis ? *number % 1000 : 0;
        if (rest < 0) {
            rest += 1000;
            --seconds;
        }
        instant = base::Instant{seconds, static_cast<std::int32_t>(rest * 1'000'000)};
        if (*instant < base::kFirstInstant || *instant > base::kLastInstant) return std::nullopt;
    } else if (value.is_string()) {
        const std::string_view text = value.as_string();
        instant = base::parse_rfc3339(text);
        if (!instant) instant = base::parse_rfc1123(text);
        if (!instant && base::is_rfc3339_date(text)) {
            instant = base::parse_rfc3339(std::string(text) + "T00:00:00Z");
        }
    }
    return instant ? std::optional(Value(base::to_rfc3339(*instant))) : std::nullopt;
}

std::vector<Finding> check_value(const Reading& reading, const schema::Schema& schema,
                                 const Value& value, const Trail& trail, Place place,
                                 const Refuse& refuse, std::size_t most) {
    std::vector<Finding> out;
    for (const schema::Violation& violation :
         schema::check(schema, value, options_of(most)).violations) {
        Trail full = trail;
        for (const std::string& token : violation.instance_path.tokens()) full.push_back(token);
        if (violation.keyword == "required") {
            for (const base::Arg& arg : violation.args) {
                if (arg.name != "name" || arg.text.size() < 2) continue;
                full.push_back(arg.text.substr(1, arg.text.size() - 2));  // it stands in quotes
            }
        }
        Finding finding;
        finding.issue = issue_at(reading, full, place, violation.keyword);
        finding.issue.value = violation.found;
        finding.issue.limit = violation.demanded;
        finding.use = violation.keyword == "required" && refuse.empty()
                          ? use_for(reading.pack.errors, {"required", "invalid", "type"})
                          : use_for_keyword(reading.pack.errors, refuse, violation.keyword);
        out.push_back(std::move(finding));
    }
    return out;
}

std::vector<Finding> check_unknown(Reading& reading) {
    std::vector<Finding> out;
    const pack::Serve& serve = reading.pack.serve;
    for (const Reading::Stray& stray : reading.unknown) {
        if (serve.unknown == pack::UnknownParam::Keep) return out;
        Finding finding;
        finding.issue = issue_at(reading, stray.trail, stray.place, "unknown");
        finding.issue.value = stray.value;
        if (serve.unknown == pack::UnknownParam::Ignore) {
            reading.request.warnings.push_back(
                {"input_dropped", "the parameter " + base::quoted(finding.issue.param) +
                                      " is not declared and was dropped"});
            continue;
        }
        finding.use = serve.unknown_error
                          ? *serve.unknown_error
                          : use_for(reading.pack.errors, {"unknown", "invalid", "type"});
        out.push_back(std::move(finding));
    }
    return out;
}

std::vector<Finding> check_required(const Reading& reading) {
    std::vector<Finding> out;
    const Refuse none;
    for (const Known& known : reading.known->entries) {
        if (!known.required || is_given_by_path(reading, known)) continue;
        for (const Trail& trail : absences(reading, known)) {
            Finding finding;
            finding.issue =
                issue_at(reading, trail, place_of_known(reading, known, trail), "required");
            finding.issue.limit = Value(true);
            finding.use = use_for_keyword(reading.pack.errors, refuse_of(known, none), "required");
            out.push_back(std::move(finding));
        }
    }
    return out;
}

std::vector<Finding> check_keywords(const Reading& reading) {
    std::vector<Finding> out;
    for (const Reading::Stray& stray : reading.misplaced) {
        Finding finding;
        finding.issue = issue_at(reading, stray.trail, stray.place, "type");
        finding.issue.value = stray.value;
        finding.issue.limit = Value("object");
        finding.use = use_for(reading.pack.errors, {"type"});
        out.push_back(std::move(finding));
    }
    for (const Known& known : reading.known->entries) {
        if (known.kind == Known::Kind::Described || known.kind == Known::Kind::Filter) continue;
        if (is_plain_name(known)) {
            const Value* value = reading.sent.find(known.spelled);
            if (value == nullptr || is_right(known, *value)) continue;
        }
        for (const Located& at : locate(reading, known)) check_one(reading, known, at, out);
    }
    return out;
}

}  // namespace understudy::world
