// The answer of an operation that made, changed, moved or deleted an object, or worked out values
// without one.
#include "world/impl/answer_form.hpp"

#include "http/message.hpp"

namespace understudy::world {

namespace {

// Values of a `result` were printed where they were worked out; their sources came along.
json::Value result_of(const Executed& executed, Account& account) {
    for (const auto& [path, source] : executed.sources) account.loose.push_back({path, source});
    account.rest = Source::Derived;
    return executed.values;
}

pack::Index view_of(const pack::Resource& resource, const pack::AnswerForm& form, bool deleted) {
    if (form.view != pack::kNone) return form.view;
    if (deleted && resource.tombstone != pack::kNone) return resource.tombstone;
    return pack::kRestView;
}

}  // namespace

base::Result<Answer> answer_object(Turn& turn, const Request& request, const Executed& executed,
                                   Account& account) {
    const pack::AnswerForm& form = *TRY(choose_form(turn, request, executed.object));
    std::optional<json::Value> body;
    if (form.body) {
        AnswerView view(turn, request, executed.object);
        body = TRY(turn.eyes.build(*form.body, view.env()));
        account_for(*form.body, {}, account);
    } else if (!http::allows_body(form.status)) {
        // Nothing to show.
    } else if (executed.object) {
        const pack::Pack& pack = turn.eyes.pack();
        const Renderer renderer(turn.eyes, &request);
        const pack::Index view =
            view_of(pack.resources[executed.object->resource], form, executed.deleted);
        body = TRY(renderer.render(executed.object, view, {request.expand, pack.serve.expand_depth},
                                   {}, &account));
    } else {
        body = result_of(executed, account);
    }
    return make_answer(turn, request, form, executed.object, body);
}

}  // namespace understudy::world
