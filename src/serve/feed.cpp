#include "serve/feed.hpp"

#include "json/write.hpp"

namespace understudy::serve {

namespace {

constexpr std::size_t kFramesAtOnce = 100;
// Proxies and clients give up on silence.
constexpr std::chrono::seconds kPause{15};

void append_frame(std::string& out, std::uint64_t position, std::string_view kind,
                  const json::Value& record) {
    if (position != 0) out += "id: " + std::to_string(position) + '\n';
    out += "event: ";
    out += kind;
    out += "\ndata: ";
    json::write_to(out, record);
    out += "\n\n";
}

}  // namespace

FeedText feed_after(RunningWorld& world, std::uint64_t position, bool is_first) {
    const world::World::FeedPage page =
        world.look([&](const world::World& one) { return one.feed(position, kFramesAtOnce); });
    FeedText feed;
    feed.evicted = page.evicted;
    feed.position = position + page.evicted;
    feed.more = page.frames.size() == kFramesAtOnce;
    if (is_first && page.evicted != 0) {
        append_frame(feed.text, 0, "evicted", json::Value::object({{"evicted", page.evicted}}));
    }
    for (const world::World::FeedFrame& frame : page.frames) {
        append_frame(feed.text, frame.position, frame.kind, frame.record);
        feed.position = frame.position;
    }
    return feed;
}

FeedReader::FeedReader(std::shared_ptr<io::Exchange> exchange, std::shared_ptr<RunningWorld> world,
                       std::uint64_t position)
    : exchange_(std::move(exchange)), world_(std::move(world)), position_(position) {}

void FeedReader::start(http::ResponseHead head) {
    head.headers.set("Content-Type", "text/event-stream");
    head.headers.set("Cache-Control", "no-store");
    exchange_->respond(head, std::nullopt);
    world_->listen(weak_from_this());
    write();
    wait_a_while();
}

void FeedReader::wake() {
    if (woken_.exchange(true)) return;
    exchange_->loop().post([self = shared_from_this()] { self->write(); });
}

void FeedReader::write() {
    woken_ = false;
    while (exchange_->is_open() && exchange_->backlog() < io::Exchange::kFull) {
        const FeedText feed = feed_after(*world_, position_, is_first_);
        if (!is_first_ && feed.evicted != 0) {
            exchange_->finish();  // too far behind; it resumes, and is told how much is gone
            return;
        }
        is_first_ = false;
        position_ = feed.position;
        if (!feed.text.empty()) exchange_->piece(feed.text);
        if (!feed.more) return;
    }
}

void FeedReader::wait_a_while() {
    exchange_->loop().after(kPause, [weak = weak_from_this()] {
        const auto self = weak.lock();
        if (!self || !self->exchange_->is_open()) return;
        self->exchange_->piece(": nothing new\n\n");
        self->wait_a_while();
    });
}

}  // namespace understudy::serve
