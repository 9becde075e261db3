#include "world/impl/stream.hpp"

#include <algorithm>

#include "base/hash.hpp"
#include "base/seed.hpp"
#include "http/sse.hpp"
#include "json/write.hpp"

namespace understudy::world {

namespace {

class Writer {
public:
    Writer(const Eyes& eyes, const pack::StreamForm& form, expr::Env& env, std::uint64_t seed)
        : eyes_(eyes), form_(form), env_(env), seed_(seed) {}

    base::Result<void> write(const std::vector<pack::Frame>& script) {
        for (const pack::Frame& frame : script) {
            if (!frame.each_in) {
                TRY_VOID(write(frame));
                continue;
            }
            auto list = TRY(eyes_.evaluate(*frame.each_in, env_));
            if (!list || !list->is_array()) continue;
            if (frame.each_is_pieces) list = joined(*list);
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

    Streamed take() {
        if (form_.pace != pack::kNone) frames_.pace = eyes_.duration(form_.pace);
        frames_.seal();
        made_.frames = std::make_shared<const Frames>(std::move(frames_));
        return std::move(made_);
    }

private:
    base::Result<void> write(const pack::Frame& frame) {
        env_.set(form_.position,
                 expr::Given::own(json::Value(static_cast<std::int64_t>(frames_.size()))));
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
        std::string text;
        if (form_.framing == "jsonl") {
            if (!data) return;
            text = std::move(*data);
            text += '\n';
        } else {
            http::SseBlock block;
            block.event = event;
            block.is_event = data.has_value();
            if (data) block.data = std::move(*data);
            text = http::write_sse(block);
        }
        frames_.add(text, wait_before(text));
        made_.text += text;
    }

    // Some pieces of a text at a time, as many as the profile lets the seed decide.
    json::Value joined(const json::Value& pieces) const {
        std::string whole;
        for (const json::Value& piece : pieces.items()) {
            if (!piece.is_string()) return pieces;  // no text was cut here
            whole += piece.as_string();
        }
        base::Stream draw(seed_, {"pieces"}, base::fast_hash(whole));
        json::Value out = json::Value::array();
        for (std::size_t at = 0; at < pieces.size();) {
            std::string some;
            const std::size_t end =
                std::min<std::size_t>(pieces.size(), at + form_.profile->pieces.draw(draw));
            for (; at < end; ++at) some += pieces.items()[at].as_string();
            out.push_back(json::Value(std::move(some)));
        }
        return out;
    }

    std::uint32_t wait_before(std::string_view text) {
        if (!form_.profile) return Frames::kEven;
        // What comes first tells one answer from another.
        if (!waits_)
            waits_.emplace(seed_, std::initializer_list<std::string_view>{"waits"},
                           base::fast_hash(text));
        return form_.profile->wait.draw(*waits_);
    }

    const Eyes& eyes_;
    const pack::StreamForm& form_;
    expr::Env& env_;
    std::uint64_t seed_;
    std::optional<base::Stream> waits_;
    Streamed made_;
    Frames frames_;
};

}  // namespace

base::Result<std::optional<Streamed>> stream_of(const Eyes& eyes, const pack::StreamForm& form,
                                                expr::Env& env, std::uint64_t seed) {
    if (form.when) {
        // `when: input.stream`: a call that does not say is answered whole.
        const auto asked = TRY(eyes.evaluate(*form.when, env));
        if (!asked || asked->is_null() || !TRY(eyes.holds(*form.when, env))) return std::nullopt;
    }
    Writer writer(eyes, form, env, seed);
    TRY_VOID(writer.write(form.script));
    Streamed made = writer.take();
    made.type = form.framing == "jsonl" ? "application/jsonl" : "text/event-stream; charset=utf-8";
    return made;
}

}  // namespace understudy::world
