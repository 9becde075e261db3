// The answer of an operation that made, changed, moved or deleted an object, or worked out values
// without one.
#include "world/impl/answer_form.hpp"

#include "http/message.hpp"

namespace understudy::world {

namespace {

// Values of a `result` were printed where they were worked out; their sources came along. What is
// no part of the answer is accounted for in any case.
void account_for_result(const Executed& executed, bool shown, Account& account) {
    account.named = executed.named;
    for (const Executed::Sourced& one : executed.sources) {
        if (!shown && one.reply.is_null()) continue;
        account.loose.push_back({one.path, one.source, one.by, one.parts, one.reply});
    }
}

// The values of a stream are accounted for as those of the answer it stands for.
base::Result<Answer> streamed_answer(const Turn& turn, const Request& request,
                                     const pack::AnswerForm& form, Streamed streamed) {
    Answer answer = TRY(make_answer(turn, request, form, nullptr, std::nullopt));
    answer.headers.set("Content-Type", form.type.empty() ? streamed.type : form.type);
    answer.body = std::make_shared<const std::string>(std::move(streamed.text));
    answer.frames = std::move(streamed.frames);
    return answer;
}

// Nothing: the object is shown whole.
base::Result<std::optional<Streamed>> stream_of_object(const Turn& turn, const Request& request,
                                                       const ObjectPtr& object) {
    const auto& stream = request.operation->stream;
    if (!stream || !object || stream->framing == "websocket") return std::nullopt;
    AnswerView view(turn, request, object, stream->locals);
    return stream_of(turn.eyes, *stream, view.env(), turn.seed);
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
        account_for_result(executed, false, account);
    } else if (!http::allows_body(form.status)) {
        // Nothing to show.
    } else if (executed.object) {
        const pack::Pack& pack = turn.eyes.pack();
        const Renderer own(turn.eyes, &request);
        const Renderer& renderer = turn.renderer != nullptr ? *turn.renderer : own;
        const pack::Index view =
            view_of(pack.resources[executed.object->resource], form, executed.deleted);
        body = TRY(renderer.render(executed.object, view, {request.expand, pack.serve.expand_depth},
                                   {}, &account));
    } else {
        account_for_result(executed, true, account);
        account.rest = Source::Derived;
        body = executed.values;
    }
    if (executed.streamed) return streamed_answer(turn, request, form, *executed.streamed);
    if (const auto streamed = TRY(stream_of_object(turn, request, executed.object))) {
        return streamed_answer(turn, request, form, *streamed);
    }
    Answer answer = TRY(make_answer(turn, request, form, executed.object, body));
    const auto& stream = request.operation->stream;
    if (stream && stream->framing == "websocket") answer.socket = request.operation_index;
    return answer;
}

}  // namespace understudy::world
