// See impl/walk.hpp.
#include "pack/impl/walk.hpp"

namespace understudy::pack {

void each_steps(
    const Pack& pack,
    const std::function<void(const Resource&, const Move&, const Arm*, const Steps&)>& visit) {
    for (const Resource& resource : pack.resources) {
        if (!resource.lifecycle) continue;
        for (const Move& move : resource.lifecycle->moves) {
            visit(resource, move, nullptr, move.steps);
            for (const Arm& arm : move.arms) visit(resource, move, &arm, arm.steps);
        }
    }
}

void each_emit(const Pack& pack, const std::function<void(const Emit&, const Move*)>& visit) {
    for (const Resource& resource : pack.resources) {
        if (!resource.lifecycle) continue;
        for (const auto& start : resource.lifecycle->start) {
            for (const Emit& emit : start.what.emits) visit(emit, nullptr);
        }
    }
    each_steps(pack, [&](const Resource&, const Move& move, const Arm*, const Steps& steps) {
        for (const Emit& emit : steps.emits) visit(emit, &move);
    });
}

namespace {

using Visit = std::function<void(const ErrorUse&)>;

void visit_all(const std::optional<ErrorUse>& use, const Visit& visit) {
    if (use) visit(*use);
}
void visit_all(const Missing& missing, const Visit& visit) {
    visit_all(missing.path, visit);
    visit_all(missing.body, visit);
}
void visit_all(const std::vector<Guard>& guards, const Visit& visit) {
    for (const Guard& guard : guards) visit(guard.otherwise);
}
void visit_all(const std::vector<std::pair<std::string, ErrorUse>>& uses, const Visit& visit) {
    for (const auto& [key, use] : uses) visit(use);
}
void visit_all(const std::vector<Param>& params, const Visit& visit) {
    for (const Param& param : params) visit_all(param.refuse, visit);
}
void visit_all(const std::vector<Field>& fields, const Visit& visit) {
    for (const Field& field : fields) {
        visit_all(field.refuse, visit);
        visit_all(field.missing, visit);
    }
}

void visit_resource(const Resource& resource, const Visit& visit) {
    visit_all(resource.fields, visit);
    for (const Unique& unique : resource.unique) visit_all(unique.otherwise, visit);
    if (resource.lists) visit_all(resource.lists->page.both, visit);
    if (!resource.lifecycle) return;
    visit_all(resource.lifecycle->refuse, visit);
    for (const Move& move : resource.lifecycle->moves) {
        visit_all(move.refuse, visit);
        visit_all(move.params, visit);
        visit_all(move.guards, visit);
        if (move.cause) visit_all(move.cause->data, visit);
    }
}

}  // namespace

void each_error_use(const Pack& pack, const Visit& visit) {
    visit_all(pack.errors.on, visit);
    visit_all(pack.errors.missing, visit);
    visit_all(pack.serve.auth.fails, visit);
    visit_all(pack.serve.unknown_error, visit);
    visit_all(pack.serve.guards, visit);
    visit_all(pack.serve.params, visit);
    visit_all(pack.lists.page.both, visit);
    if (pack.idempotency) {
        visit(pack.idempotency->mismatch);
        visit_all(pack.idempotency->concurrent_error, visit);
        visit_all(pack.idempotency->key_error, visit);
    }
    for (const Magic& magic : pack.magic) visit_all(magic.outcome.error, visit);
    for (const Scenario& scenario : pack.scenarios) visit_all(scenario.outcome.error, visit);
    for (const Resource& resource : pack.resources) visit_resource(resource, visit);
    for (const Operation& operation : pack.operations) {
        visit_all(operation.guards, visit);
        visit_all(operation.params, visit);
        visit_all(operation.missing, visit);
        visit_all(operation.fields, visit);
        if (operation.lists) visit_all(operation.lists->page.both, visit);
    }
    each_steps(pack, [&](const Resource&, const Move&, const Arm*, const Steps& steps) {
        if (steps.answer) visit(steps.answer->error);
    });
}

}  // namespace understudy::pack
