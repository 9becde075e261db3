#include "serve/impl/ending.hpp"
#include "serve/impl/player.hpp"

namespace understudy::serve {

namespace {

using cassette::From;
using cassette::Piece;

class BodyPlayer final : public Player, public std::enable_shared_from_this<BodyPlayer> {
public:
    explicit BodyPlayer(Playing playing) : playing_(std::move(playing)) {}

    void start() override {
        const Playable& playable = playing_.playable();
        io::Exchange& exchange = *playing_.exchange;
        const bool is_spoilt = spoil();
        if (playable.has_whole && !is_spoilt && playing_.stage->options.pace == 0) {
            exchange.answer(playable.head, playable.whole);
            over();
            return;
        }
        began_ = exchange.loop().now();
        for (const http::ResponseHead& head : playable.interim) exchange.respond(head, 0);
        // A body of known length comes with its head; a stream's head comes before there is a body.
        const auto& pieces = playing_.output().pieces;
        if (playable.length) {
            head_at_ = pieces.empty() ? playing_.output().duration : pieces.front().at;
        }
        go_on();
    }

    void on_drained() override { go_on(); }
    void on_gone() override { over(); }

private:
    // What the recording ended with, and what was asked for on top. True: there is some.
    bool spoil() {
        io::Exchange& exchange = *playing_.exchange;
        const http::Version version = exchange.request().version;
        std::unique_ptr<http::WireFault> fault;
        for (const auto& each : playing_.stage->options.faults) {
            if (!fault) fault = each->strike(*playing_.taken.exchange, version);
        }
        if (playing_.playable().breaks_off) {
            fault = ending_with(*playing_.output().end, version, std::move(fault));
        }
        if (!fault) return false;
        exchange.spoil(std::move(fault));
        return true;
    }

    // Sends what is due, and waits for the next.
    void go_on() {
        if (is_over_ || is_inside_ || timer_ != io::Loop::Timer::None) return;
        const auto self = shared_from_this();  // what we send may end the handler that holds us
        is_inside_ = true;
        while (!is_over_ && step()) {
        }
        is_inside_ = false;
    }

    bool step() {
        io::Exchange& exchange = *playing_.exchange;
        if (!exchange.is_open()) return false;
        const auto& pieces = playing_.output().pieces;
        while (next_ < pieces.size() && pieces[next_].from != From::Body) ++next_;
        if (!has_head_) {
            if (!is_due(head_at_)) return false;
            has_head_ = true;
            exchange.respond(playing_.playable().head, playing_.playable().length);
            return true;
        }
        if (exchange.backlog() > io::Exchange::kFull) return false;  // on_drained goes on
        if (next_ == pieces.size()) {
            if (!is_due(playing_.output().duration)) return false;
            exchange.finish(playing_.playable().trailers);
            over();
            return false;
        }
        const Piece& piece = pieces[next_];
        if (!is_due(piece.at)) return false;
        ++next_;
        exchange.piece(piece.bytes);
        return true;
    }

    // False: the timer goes on with it.
    bool is_due(std::int64_t at) {
        io::Loop& loop = playing_.exchange->loop();
        const auto due = began_ + playing_.stage->paced(at);
        if (due <= loop.now()) return true;
        timer_ = loop.after(due - loop.now(), [weak = weak_from_this()] {
            const auto self = weak.lock();
            if (!self) return;
            self->timer_ = io::Loop::Timer::None;
            self->go_on();
        });
        return false;
    }

    void over() {
        if (is_over_) return;
        is_over_ = true;
        playing_.stage->over(playing_.taken.number);
    }

    Playing playing_;
    io::SteadyTime began_;
    std::int64_t head_at_ = 0;
    std::size_t next_ = 0;  // piece
    io::Loop::Timer timer_ = io::Loop::Timer::None;
    bool has_head_ = false;
    bool is_inside_ = false;
    bool is_over_ = false;
};

}  // namespace

std::shared_ptr<Player> play_body(Playing playing) {
    return std::make_shared<BodyPlayer>(std::move(playing));
}

}  // namespace understudy::serve
