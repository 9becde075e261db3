#include "world/impl/stream.hpp"

#include "http/sse.hpp"
#include "json/write.hpp"

namespace understudy::world {

namespace {

class Writer {
public:
    Writer(const Eyes& eyes, const pack::StreamForm& form, expr::Env& env)
        : eyes_(eyes), form_(form), env_(env) {}

    base::Result<void> write(const std::vector<pack::Frame>& script) {
        for (const pack::Frame& frame : script) {
            if (!frame.each_in) {
                TRY_VOID(write(frame));
                continue;
            }
            const auto list = TRY(eyes_.evaluate(*frame.each_in, env_));
            if (!list || !list->is_array()) continue;
            std::int64_t at = 0;
            for (const json::Value& each : list->items()) {
                env_.set(frame.each_as, expr::Given::own(each));
                if (frame.each_at) env_.set(*frame.each_at, expr::Given::own(json::Value(at)));
                ++at;
                TRY_VOID(write(frame));
            }
        }
        return {};
    }

    Streamed take() { return std::move(made_); }

private:
    base::Result<void> write(const pack::Frame& frame) {
        env_.set(
            form_.position,
            expr::Given::own(json::Value(static_cast<std::int64_t>(made_.frames.ends.size()))));
        if (frame.when && !TRY(eyes_.holds(*frame.when, env_))) return {};
        if (!frame.script.empty()) return write(frame.script);
        std::optional<std::string> data;
        if (frame.text) {
            const auto text = TRY(eyes_.evaluate(*frame.text, env_));
            if (text && text->is_string()) data = std::string(text->as_string());
        } else if (frame.body) {
            const auto body = TRY(eyes_.build(*frame.body, env_));
            if (body) data = json::write(*body);
        }
        add(frame.event, std::move(data));
        return {};
    }

    void add(const std::string& event, std::optional<std::string> data) {
        if (form_.framing == "jsonl") {
            if (!data) return;
            made_.text += *data + '\n';
        } else {
            http::SseBlock block;
            block.event = event;
            block.is_event = data.has_value();
            if (data) block.data = std::move(*data);
            made_.text += http::write_sse(block);
        }
        made_.frames.ends.push_back(made_.text.size());
    }

    const Eyes& eyes_;
    const pack::StreamForm& form_;
    expr::Env& env_;
    Streamed made_;
};

}  // namespace

base::Result<std::optional<Streamed>> stream_of(const Eyes& eyes, const pack::StreamForm& form,
                                                expr::Env& env) {
    if (form.when) {
        // `when: input.stream`: a call that does not say is answered whole.
        const auto asked = TRY(eyes.evaluate(*form.when, env));
        if (!asked || asked->is_null() || !TRY(eyes.holds(*form.when, env))) return std::nullopt;
    }
    Writer writer(eyes, form, env);
    TRY_VOID(writer.write(form.script));
    Streamed made = writer.take();
    if (form.pace != pack::kNone) made.frames.pace = eyes.duration(form.pace);
    made.type = form.framing == "jsonl" ? "application/jsonl" : "text/event-stream; charset=utf-8";
    return made;
}

}  // namespace understudy::world
