// get: one object as it is now. What was deleted is missing, unless the pack leaves a tombstone.
#include "world/impl/answer_form.hpp"
#include "world/impl/shown_bodies.hpp"

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

// The one form of the answer, if the object and the state are all that its text depends on: no
// choice between forms, no templates, nothing expanded.
const pack::AnswerForm* plain_form(const Request& request) {
    const auto& forms = request.operation->answers;
    const pack::AnswerForm& form = forms.front().what;
    const bool is_plain = !forms.front().when && !form.body && form.headers.empty() &&
                          request.expand.empty() && http::allows_body(form.status) &&
                          !request.operation->stream;
    return is_plain ? &form : nullptr;
}

std::optional<Answer> shown_before(const Turn& turn, const Request& request,
                                   const ObjectPtr& object, Account& account) {
    if (turn.shown == nullptr || !request.expand.empty()) return std::nullopt;
    const ShownBodies::Shown* shown =
        turn.shown->find(*object, request.operation_index, turn.state.revision(), turn.state.now());
    Allowance& allowance = turn.eyes.allowance();
    if (shown == nullptr || shown->steps > allowance.steps) return std::nullopt;
    allowance.steps -= shown->steps;
    account.parts.push_back({std::string(), object, shown->view});
    return make_answer(request.operation->answers.front().what, shown->body);
}

// Keeps the text for the next time. Objects within the object, what a view adds and lists of
// children also tell of the request, so such bodies are not kept.
void keep_shown(const Turn& turn, const Request& request, const ObjectPtr& object,
                const Account& account, std::uint64_t steps, const Answer& answer) {
    if (turn.shown == nullptr || plain_form(request) == nullptr) return;
    if (account.parts.size() != 1 || !account.loose.empty()) return;
    const pack::Resource& resource = turn.eyes.pack().resources[object->resource];
    const pack::View& view = resource.views[account.parts.front().view];
    if (!view.add.members.empty()) return;
    bool is_timeless = true;
    for (pack::Index i = 0; i < resource.fields.size(); ++i) {
        if (!view.shows[i] || resource.fields[i].hidden) continue;
        if (resource.fields[i].children) return;
        is_timeless = is_timeless && resource.fields[i].from != pack::From::Derived;
    }
    turn.shown->keep({object, request.operation_index, account.parts.front().view,
                      turn.state.revision(), turn.state.now(), is_timeless, steps, answer.body});
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
    if (auto known = shown_before(turn, request, seen.object, account)) return std::move(*known);
    const std::uint64_t steps = turn.eyes.allowance().steps;
    auto answer = answer_object(turn, request, seen, account);
    if (!answer) return std::move(answer).error();
    keep_shown(turn, request, seen.object, account, steps - turn.eyes.allowance().steps, *answer);
    return std::move(*answer);
}

}  // namespace understudy::world
