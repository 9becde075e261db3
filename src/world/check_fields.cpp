// The same rules for input that never was a request: the elements of a list that make children, the
// `with` of a `create` or `call` step. Values come by field and typed.
#include "world/impl/reading.hpp"

namespace understudy::world {

namespace {

using json::Value;
using pack::Index;
using pack::kNone;

const Request::Given* given_for(const std::vector<Request::Given>& given, Index field) {
    const Request::Given* last = nullptr;
    for (const Request::Given& one : given) {
        if (one.field == field) last = &one;
    }
    return last;
}

Refusal refuse(const Reading& reading, const pack::Resource& resource, const pack::Field& field,
               const Trail& trail, std::string_view keyword, const Value& value) {
    Refusal refusal;
    refusal.issue = issue_at(reading, trail, Place::Body, keyword);
    refusal.issue.resource = resource.singular;
    refusal.issue.value = value;
    refusal.use = use_for_keyword(reading.pack.errors, field.refuse, keyword);
    return refusal;
}

Trail trail_of(const pack::Field& field) {
    return field.param.empty() ? field.segments : Trail{field.param};
}

}  // namespace

Trouble check_fields(Turn& turn, const pack::Resource& resource,
                     const std::vector<Request::Given>& given, const Request* request) {
    const pack::Pack& pack = turn.eyes.pack();
    const Call no_call;
    Request asked;
    if (request) asked = *request;
    const Call& call = asked.call ? *asked.call : no_call;
    Reading reading{.turn = turn, .call = call, .request = asked, .pack = pack};
    reading.is_form = !pack.serve.input.empty() && pack.serve.input.front() == "form";

    for (Index i = 0; i < resource.fields.size(); ++i) {
        const pack::Field& field = resource.fields[i];
        if (field.from != pack::From::Input || !field.required || field.has_star()) continue;
        if (i == resource.parent_field) continue;
        const Request::Given* one = given_for(given, i);
        if (one && (field.nullable || !one->value.is_null())) continue;
        return refuse(reading, resource, field, trail_of(field), "required", Value());
    }
    ObjectPtr draft;
    const auto position = static_cast<Index>(&resource - pack.resources.data());
    for (const Request::Given& one : given) {
        if (one.field >= resource.fields.size() || one.unset || one.value.is_null()) continue;
        const pack::Field& field = resource.fields[one.field];
        if (field.from != pack::From::Input) continue;
        const Trail trail = trail_of(field);
        // Instants are kept as RFC 3339 texts, whatever number the vendor's schema speaks of.
        if (field.schema.compiled && field.as == pack::TimeForm::None) {
            auto found =
                check_value(reading, *field.schema.compiled, without_unset(field, one.value), trail,
                            Place::Body, field.refuse, 1);
            if (!found.empty()) {
                Refusal refusal;
                refusal.use = std::move(found.front().use);
                refusal.issue = std::move(found.front().issue);
                refusal.issue.resource = resource.singular;
                return refusal;
            }
        }
        if (field.ref != kNone && !one.value.is_array()) {
            auto found = look_up(turn, field.ref, field.found_by, one.value, field.missing,
                                 issue_at(reading, trail, Place::Body, "missing"));
            if (auto* refusal = std::get_if<Refusal>(&found)) return std::move(*refusal);
            if (auto* error = std::get_if<base::Error>(&found)) return std::move(*error);
        }
        if (field.schema_from) {
            if (!draft) draft = draft_of(pack, position, nullptr, given);
            Trouble trouble = check_by_data(reading, draft, field, one.value, trail, Place::Body);
            if (is_trouble(trouble)) return trouble;
        }
    }
    return {};
}

}  // namespace understudy::world
