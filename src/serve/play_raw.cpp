#include "base/text.hpp"
#include "serve/code.hpp"
#include "serve/impl/player.hpp"

namespace understudy::serve {

namespace {

using cassette::From;
using cassette::Piece;
using cassette::StreamEnd;

// How the client's bytes were cut when they were recorded says nothing: they are one stream, and
// what was sent after some of them is sent when they have come.
class RawPlayer final : public Player, public std::enable_shared_from_this<RawPlayer> {
public:
    explicit RawPlayer(Playing playing) : playing_(std::move(playing)) {}

    void start() override {
        if (!playing_.exchange->upgrade(playing_.playable().head)) {
            playing_.cannot_play("an upgrade needs HTTP/1.1");
            return over();
        }
        go_on();
    }

    void on_piece(std::string_view bytes) override {
        came_ += bytes;
        go_on();
    }
    void on_end() override {
        has_ended_ = true;
        go_on();
    }
    void on_drained() override { go_on(); }
    void on_gone() override { over(); }

private:
    void go_on() {
        if (is_over_ || is_inside_ || timer_ != io::Loop::Timer::None) return;
        const auto self = shared_from_this();
        is_inside_ = true;
        while (!is_over_ && playing_.exchange->is_open() && step()) {
        }
        is_inside_ = false;
    }

    bool step() {
        const auto& pieces = playing_.output().pieces;
        if (next_ == pieces.size()) return come_to_end();
        const Piece& piece = pieces[next_];
        if (piece.from == From::FrameOut) return send(piece);
        if (piece.from != From::FrameIn) return pass();
        const std::size_t size = std::min(came_.size(), piece.bytes.size() - matched_);
        if (came_.compare(0, size, piece.bytes, matched_, size) != 0) {
            complain();
            return false;
        }
        came_.erase(0, size);
        matched_ += size;
        if (matched_ == piece.bytes.size()) {
            matched_ = 0;
            return pass();
        }
        if (has_ended_) complain();
        return false;
    }

    bool send(const Piece& piece) {
        if (playing_.exchange->backlog() > io::Exchange::kFull) return false;
        const auto wait = playing_.stage->paced(piece.at - last_at_);
        if (wait.count() > 0 && waited_for_ != next_ + 1) {
            waited_for_ = next_ + 1;
            timer_ = playing_.exchange->loop().after(wait, [weak = weak_from_this()] {
                const auto self = weak.lock();
                if (!self) return;
                self->timer_ = io::Loop::Timer::None;
                self->go_on();
            });
            return false;
        }
        playing_.exchange->piece(piece.bytes);
        return pass();
    }

    bool pass() {
        last_at_ = playing_.output().pieces[next_].at;
        ++next_;
        return true;
    }

    bool come_to_end() {
        if (!came_.empty()) {
            complain();
            return false;
        }
        const StreamEnd end = playing_.output().end.value_or(StreamEnd::Complete);
        if (end == StreamEnd::Stalled) return false;
        if (end == StreamEnd::Reset) {
            reset_behind(playing_.exchange);
        } else {
            playing_.exchange->finish();
        }
        over();
        return false;
    }

    void complain() {
        const std::string call = playing_.call();
        playing_.stage->replayer.note_unmatched(call + ", bytes after the upgrade");
        playing_.stage->tell({code::ReplayOtherBytes, {{"call", call}}, {}, {}});
        playing_.exchange->reset(0);
        over();
    }

    void over() {
        if (is_over_) return;
        is_over_ = true;
        playing_.stage->over(playing_.taken.number);
    }

    Playing playing_;
    std::string came_;         // and was not looked at
    std::size_t matched_ = 0;  // bytes of the piece that have come
    std::size_t next_ = 0;
    std::size_t waited_for_ = 0;
    std::int64_t last_at_ = 0;
    io::Loop::Timer timer_ = io::Loop::Timer::None;
    bool has_ended_ = false;
    bool is_inside_ = false;
    bool is_over_ = false;
};

}  // namespace

std::shared_ptr<Player> play_raw(Playing playing) {
    return std::make_shared<RawPlayer>(std::move(playing));
}

}  // namespace understudy::serve
