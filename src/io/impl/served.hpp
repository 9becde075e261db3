// The Exchange a server's handler holds: passes the answer to the codec of its connection, through
// a wire fault if one is armed. Outlives its connection harmlessly.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "io/impl/connection.hpp"

namespace understudy::io {

class Served final : public Exchange, public std::enable_shared_from_this<Served> {
public:
    Served(Connection& connection, http::RequestBegan& event, Origin origin)
        : connection_(&connection),
          stream_(event.stream),
          request_(std::move(event.head)),
          origin_(std::move(origin)),
          loop_(connection.ground_.loop),
          has_body_(event.has_body) {}

    const http::RequestHead& request() const override { return request_; }
    const Origin& origin() const override { return origin_; }
    Loop& loop() override { return loop_; }
    bool is_open() const override { return connection_ != nullptr; }
    bool has_body() const override { return has_body_; }
    void respond(const http::ResponseHead& head, http::Length length) override;
    void piece(std::string_view bytes) override;
    void finish(const http::Headers& trailers) override;
    void answer(const http::ResponseHead& head, std::string_view body) override;
    bool upgrade(const http::ResponseHead& head) override;
    bool intercept() override;
    void reset(std::uint32_t code) override;
    void break_off(bool hard, std::uint32_t code) override;
    void spoil(std::unique_ptr<http::WireFault> fault) override { fault_ = std::move(fault); }
    std::size_t backlog() const override;
    void hold(bool held) override;

    http::StreamId stream() const { return stream_; }
    bool is_finished() const { return finished_; }
    bool is_held() const { return held_; }
    bool hangs() const { return hangs_; }  // a fault has it unanswered for ever
    // The last step, of a fault or of an answer that is broken off, to be taken once what was sent
    // has left; null: there is none.
    const http::Step* ending() const { return ending_ ? &*ending_ : nullptr; }
    void let_go();  // the connection or the stream is no more

private:
    void play();  // the steps of a fault, as far as they go now
    void play_on();
    bool play_step(http::Step& step);
    void sent();
    void settle_later();
    using Kept = std::variant<http::AnswerHead, std::string, http::AnswerEnd>;  // a Part of our own
    void pass(Kept part);
    bool next_steps();

    Connection* connection_;
    http::StreamId stream_;
    http::RequestHead request_;
    Origin origin_;
    Loop& loop_;
    std::unique_ptr<http::WireFault> fault_;
    std::deque<Kept> parts_;         // that the fault has not seen yet
    std::deque<http::Step> steps_;   // that are still to be taken
    std::size_t waiting_bytes_ = 0;  // in both
    Loop::Timer waiting_ = Loop::Timer::None;
    std::optional<http::Step> ending_;
    bool hangs_ = false;
    bool finished_ = false;
    bool held_ = false;
    bool raw_ = false;
    bool settling_ = false;
    bool has_body_;
};

}  // namespace understudy::io
