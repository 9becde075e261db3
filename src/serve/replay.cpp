#include "serve/replay.hpp"

#include "base/text.hpp"
#include "cassette/target.hpp"
#include "json/write.hpp"
#include "serve/code.hpp"
#include "serve/impl/arrival.hpp"
#include "serve/impl/player.hpp"

namespace understudy::serve {

namespace {

using cassette::HttpInput;

http::ResponseHead told_head(int status) {
    http::ResponseHead head;
    head.status = status;
    head.headers.add("Content-Type", "application/json");
    head.headers.add("Cache-Control", "no-store");
    // To clients that try again what ends with 5xx: it would only be missed again.
    head.headers.add("X-Should-Retry", "false");
    head.headers.add("Stripe-Should-Retry", "false");
    return head;
}

std::string error_body(const base::Error& error, json::Value nearest) {
    json::Value told = json::Value::object({{"type", "understudy_replay"},
                                            {"code", base::name_of(error.code)},
                                            {"message", base::message(error)}});
    if (nearest.size() > 0) told.set("nearest", std::move(nearest));
    if (const std::string hint = base::hint(error); !hint.empty()) told.set("hint", hint);
    return json::write_pretty(json::Value::object({{"error", std::move(told)}})) + '\n';
}

// The request as it may be recorded; with only some of its headers, as far as matching needs it.
HttpInput input_of(const http::RequestHead& request, const io::Origin& origin, std::string body,
                   const std::vector<std::string>* only) {
    HttpInput input;
    input.method = request.method;
    input.scheme = origin.secure ? "https" : "http";
    input.host = request.authority.empty() ? origin.tunnel : request.authority;
    cassette::set_target(input, request.path_and_query());
    if (!body.empty()) input.body = cassette::Body{std::move(body), {}};
    for (const http::Field field : request.headers) {
        bool is_wanted = only == nullptr;
        for (std::size_t i = 0; !is_wanted && i < only->size(); ++i) {
            is_wanted = base::equal_ignoring_case(field.name, (*only)[i]);
        }
        if (is_wanted) input.headers.emplace_back(field.name, field.value);
    }
    return input;
}

void answer_miss(io::Exchange& exchange, Stage& stage, const HttpInput& whole, bool by_proxy) {
    const Replayer::Miss miss = stage.replayer.miss(whole, by_proxy);
    stage.tell(miss.error);
    exchange.answer(told_head(kMissStatus), miss_body(miss));
}

class Asked final : public io::Handler {
public:
    Asked(std::shared_ptr<io::Exchange> exchange, std::shared_ptr<Stage> stage)
        : exchange_(std::move(exchange)), stage_(std::move(stage)) {}

    void on_piece(std::string_view bytes) override {
        if (player_) return player_->on_piece(bytes);
        body_ += bytes;
    }

    void on_end(const http::Headers& /*trailers*/) override {
        if (player_) return player_->on_end();
        const http::RequestHead& request = exchange_->request();
        if (request.method == "CONNECT") {
            if (exchange_->intercept()) return;
            exchange_->answer(told_head(kMissStatus),
                              error_body({code::ReplayNoTunnel, {}, {}, {}}, {}));
            return;
        }
        const bool by_proxy = destination_of(request, exchange_->origin(), 0).by_proxy;
        const HttpInput call = input_of(request, exchange_->origin(), std::move(body_),
                                        &stage_->replayer.headers_looked_at());
        const auto taken = stage_->replayer.take(call, by_proxy);
        if (!taken) return miss(call, by_proxy);
        play(*taken);
    }

    void on_drained() override {
        if (player_) player_->on_drained();
    }
    void on_gone() override {
        if (player_) player_->on_gone();
    }

    void play(const Replayer::Taken& taken) {
        const Playing playing{exchange_, stage_, taken};
        const Playable& playable = playing.playable();
        switch (playable.way) {
            case Playable::Way::Body: player_ = play_body(playing); break;
            case Playable::Way::Frames: player_ = play_frames(playing); break;
            case Playable::Way::Raw: player_ = play_raw(playing); break;
            case Playable::Way::Reset:
                stage_->over(taken.number);
                exchange_->reset(0);
                return;
            case Playable::Way::Never:
                stage_->over(taken.number);
                never_answer();
                return;
            case Playable::Way::Not:
                playing.cannot_play(playable.trouble);
                stage_->over(taken.number);
                return;
        }
        const auto player = player_;  // what it sends may end this handler
        player->start();
    }

private:
    void miss(const HttpInput& call, bool by_proxy) {
        std::string body = call.body ? call.body->bytes : std::string();
        answer_miss(*exchange_, *stage_,
                    input_of(exchange_->request(), exchange_->origin(), std::move(body), nullptr),
                    by_proxy);
    }

    // There was no answer when it was recorded, and there is none now.
    void never_answer() {
        const json::Value hang = json::Value::object({{"kind", "latency"}, {"hang", true}});
        if (auto fault = http::make_fault(hang, {})) exchange_->spoil(std::move(*fault));
        exchange_->finish();
    }

    std::shared_ptr<io::Exchange> exchange_;
    std::shared_ptr<Stage> stage_;
    std::shared_ptr<Player> player_;
    std::string body_;
};

class RecordedAnswers final : public Answers {
public:
    using IsUsable = std::function<bool(const Replayer::Taken&)>;
    RecordedAnswers(std::shared_ptr<Stage> stage, IsUsable is_usable)
        : stage_(std::move(stage)), is_usable_(std::move(is_usable)) {}

    std::unique_ptr<io::Handler> take(const std::shared_ptr<io::Exchange>& exchange,
                                      const HttpInput& call, bool by_proxy) override {
        const auto taken = stage_->replayer.take(call, by_proxy);
        if (!taken) return nullptr;
        if (is_usable_ && !is_usable_(*taken)) {
            stage_->over(taken->number);
            return nullptr;
        }
        auto asked = std::make_unique<Asked>(exchange, stage_);
        asked->play(*taken);
        return asked;
    }
    void refuse(const std::shared_ptr<io::Exchange>& exchange, const HttpInput& call,
                bool by_proxy) override {
        answer_miss(*exchange, *stage_, call, by_proxy);
    }

private:
    std::shared_ptr<Stage> stage_;
    IsUsable is_usable_;
};

}  // namespace

Stage::Stage(Replayer& from, ReplayOptions how) : replayer(from), options(std::move(how)) {
    playables.reserve(replayer.count());
    for (std::uint32_t number = 0; number < replayer.count(); ++number) {
        playables.push_back(playable_of(*replayer.at(number).exchange));
    }
}

void Stage::over(std::uint32_t number) {
    if (replayer.end(number) && options.answered) options.answered(number);
}

void Stage::tell(const base::Error& error) const {
    if (options.told) options.told(error);
}

std::chrono::nanoseconds Stage::paced(std::int64_t milliseconds) const {
    return std::chrono::microseconds(milliseconds * options.pace);
}

std::string Playing::call() const {
    return cassette::shown_call(*taken.exchange->http(), false);
}

void Playing::cannot_play(std::string why) const {
    const base::Error error{
        code::ReplayCannotPlay, {{"call", call()}, {"why", std::move(why)}}, {}, {}};
    stage->replayer.note_unmatched(call());
    stage->tell(error);
    exchange->answer(told_head(kMissStatus), error_body(error, {}));
}

void reset_behind(const std::shared_ptr<io::Exchange>& exchange) {
    exchange->loop().after(std::chrono::nanoseconds(0), [exchange] { exchange->reset(0); });
}

std::string miss_body(const Replayer::Miss& miss) {
    json::Value nearest = json::Value::array();
    for (const Replayer::Near& near : miss.nearest) {
        json::Value differences = json::Value::array();
        for (const std::string& each : near.differences) differences.push_back(each);
        nearest.push_back(json::Value::object({{"file", base::to_valid_utf8(near.file)},
                                               {"exchange", near.exchange},
                                               {"call", near.call},
                                               {"differences", std::move(differences)}}));
    }
    return error_body(miss.error, std::move(nearest));
}

io::Accept replay(Replayer& replayer, ReplayOptions options) {
    auto stage = std::make_shared<Stage>(replayer, std::move(options));
    return [stage](const std::shared_ptr<io::Exchange>& exchange) {
        return std::make_unique<Asked>(exchange, stage);
    };
}

std::unique_ptr<Answers> recorded_answers(
    Replayer& replayer, ReplayOptions options,
    std::function<bool(const Replayer::Taken& taken)> is_usable) {
    return std::make_unique<RecordedAnswers>(std::make_shared<Stage>(replayer, std::move(options)),
                                             std::move(is_usable));
}

}  // namespace understudy::serve
