// get: one object as it is now. What was deleted is missing, unless the pack leaves a tombstone.
#include "world/impl/answer_form.hpp"

namespace understudy::world {

namespace {

// The vendor's "no such object", with the path's last parameter as what was asked for.
Refusal missing(const Turn& turn, const Request& request) {
    const pack::Pack& pack = turn.eyes.pack();
    const pack::Resource& resource = pack.resources[request.operation->resource];
    Refusal refusal;
    if (request.operation->missing.path) {
        refusal.use = *request.operation->missing.path;
    } else if (pack.errors.missing.path) {
        refusal.use = *pack.errors.missing.path;
    } else if (pack.errors.missing.body) {
        refusal.use = *pack.errors.missing.body;
    }
    if (request.captured.size() != 0) {
        const json::Member& last = request.captured.members().back();
        refusal.issue.param = last.key();
        refusal.issue.value = last.value;
    }
    refusal.issue.resource = resource.singular;
    refusal.issue.verb = request.operation->verb;
    refusal.issue.place = "path";
    return refusal;
}

}  // namespace

std::variant<Answer, Refusal, base::Error> answer_get(Turn& turn, const Request& request,
                                                      Account& account) {
    const pack::Pack& pack = turn.eyes.pack();
    const pack::Resource& resource = pack.resources[request.operation->resource];
    Executed seen;
    seen.object = request.self;
    if (!seen.object && resource.one) {
        Where only;
        only.resource = request.operation->resource;
        const State::Slice slice = turn.state.after(only, {}, 1);
        if (!slice.items.empty()) seen.object = slice.items.front();
    }
    if (!seen.object) return missing(turn, request);
    seen.deleted = seen.object->deleted;
    if (seen.deleted && resource.tombstone == pack::kNone) return missing(turn, request);
    auto answer = answer_object(turn, request, seen, account);
    if (!answer) return std::move(answer).error();
    return std::move(*answer);
}

}  // namespace understudy::world
