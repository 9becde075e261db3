// Fields whose schema is data: a task carries the schema of its own input. The schema is compiled
// for this one check, within small limits, because whoever made the object wrote it.
#include "pack/names.hpp"
#include "schema/compile.hpp"
#include "world/impl/reading.hpp"

namespace understudy::world {

namespace {

using json::Value;
using pack::kNone;

schema::CompileOptions small_limits() {
    schema::CompileOptions options;
    options.limits.nodes = 10'000;
    options.limits.depth = 100;
    options.limits.problems = 1;
    return options;
}

Refusal refusal_of(Finding finding) {
    Refusal refusal;
    refusal.use = std::move(finding.use);
    refusal.issue = std::move(finding.issue);
    return refusal;
}

}  // namespace

ObjectPtr draft_of(const pack::Pack& pack, pack::Index resource, const ObjectPtr& before,
                   const std::vector<Request::Given>& given) {
    Object draft;
    if (before) draft = *before;
    const std::size_t count = pack.resources[resource].fields.size();
    draft.resource = resource;
    draft.values.resize(count);
    draft.origins.resize(count, Origin::Absent);
    for (const Request::Given& one : given) {
        draft.values[one.field] = one.value;
        draft.origins[one.field] = Origin::Input;
    }
    return std::make_shared<const Object>(std::move(draft));
}

Trouble check_by_data(const Reading& reading, const ObjectPtr& draft, const pack::Field& field,
                      const Value& value, const Trail& trail, Place place) {
    expr::Env env = env_of_call(reading.turn, reading.request);
    env.set(pack::slot(pack::Name::Self), reading.turn.eyes.see(draft));
    const auto written = reading.turn.eyes.evaluate(*field.schema_from, env);
    if (!written) return written.error();
    if (!*written || (*written)->is_null()) return {};
    const auto compiled = schema::compile(**written, small_limits());
    if (!compiled) {
        Finding finding;
        finding.issue = issue_at(reading, trail, place, "schema");
        finding.issue.value = Value(base::message(compiled.error()));
        finding.use = use_for_keyword(reading.pack.errors, field.refuse, "schema");
        return refusal_of(std::move(finding));
    }
    const bool collects = !reading.pack.errors.collect_into.empty();
    auto found =
        check_value(reading, *compiled, value, trail, place, field.refuse, collects ? 100 : 1);
    if (found.empty()) return {};
    std::vector<Issue> all;
    for (const Finding& finding : found) all.push_back(finding.issue);
    Refusal refusal = refusal_of(std::move(found.front()));
    if (collects) refusal.all = std::move(all);
    return refusal;
}

Trouble check_by_data(const Reading& reading) {
    const pack::Operation& operation = *reading.request.operation;
    if (operation.resource == kNone || operation.does == pack::Does::Result) return {};
    ObjectPtr draft;
    for (const Known& known : reading.known->entries) {
        if (known.kind != Known::Kind::Field || !known.field->schema_from) continue;
        for (const Located& at : locate(reading, known)) {
            if (at.value.is_null() && known.field->nullable) continue;
            if (!draft) {
                std::vector<Request::Given> given = reading.request.given;
                const pack::Resource& kind = reading.pack.resources[operation.resource];
                if (kind.parent_field != kNone && reading.request.parent) {
                    given.push_back({kind.parent_field, reading.request.parent->id});
                }
                draft = draft_of(reading.pack, operation.resource, reading.request.self, given);
            }
            Trouble trouble = check_by_data(reading, draft, *known.field, at.value, at.trail,
                                            place_of(reading, at.trail.front()));
            if (is_trouble(trouble)) return trouble;
        }
    }
    return {};
}

}  // namespace understudy::world
