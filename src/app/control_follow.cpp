// `request follow`: the feed of a world, frame by frame, until interrupted, until --limit, or until
// the server is gone. The server cuts off readers who fall behind; we go on where we were.
#include "app/code.hpp"
#include "app/control_talk.hpp"
#include "app/control_verbs.hpp"
#include "app/shown_answers.hpp"
#include "base/text.hpp"
#include "http/sse.hpp"

namespace understudy::app {

namespace {

class Feed final : public io::Answer {
public:
    Feed(ControlTalk& talk, io::Loop& loop, std::int64_t most)
        : talk_(talk), loop_(loop), left_(most) {}

    void on_response(const http::ResponseHead& head) override { head_ = head; }
    void on_piece(std::string_view bytes) override {
        if (head_.status != 200) {
            refusal_ += bytes;
            return;
        }
        http::SseBlocks blocks;
        const auto fed = reader_.feed(bytes, blocks);
        for (const http::SseBlock& block : blocks) put(block);
        if (!fed) stop(fed.error());
    }
    void on_end(const http::Headers& /*trailers*/) override { loop_.stop(); }
    void on_failed(const base::Error& error) override { stop(error); }

    void begin_again() {
        reader_ = http::SseReader();
        heard_ = false;
    }

    bool is_done() const { return left_ <= 0; }
    bool has_heard() const { return heard_; }  // since the connection was made
    const http::ResponseHead& head() const { return head_; }
    const std::string& refusal() const { return refusal_; }
    const std::optional<base::Error>& error() const { return error_; }
    const std::string& last_id() const { return last_id_; }

private:
    void put(const http::SseBlock& block) {
        if (is_done()) return;
        heard_ = true;
        last_id_ = block.last_id;
        talk_.terminal().out(talk_.wants_json()
                                 ? block.data + '\n'
                                 : shown_frame(block.last_id, block.event, block.data));
        if (--left_ == 0) loop_.stop();
    }
    void stop(const base::Error& error) {
        error_ = error;
        loop_.stop();
    }

    ControlTalk& talk_;
    io::Loop& loop_;
    std::int64_t left_;
    http::SseReader reader_;
    bool heard_ = false;
    http::ResponseHead head_;
    std::string refusal_;
    std::optional<base::Error> error_;
    std::string last_id_;
};

}  // namespace

base::Result<ExitCode> follow_feed(ControlTalk& talk) {
    const std::int64_t most = TRY(talk.limit());
    ControlRequest request = TRY(talk.request());
    const http::RequestHead head = TRY(head_of(talk.server(), request, talk.route().whose));
    const auto loop = std::make_shared<io::Loop>();
    const auto client = TRY(io::Client::make(loop, control_client_options()));
    Feed feed(talk, *loop, most);
    std::string url;
    do {
        feed.begin_again();
        if (!feed.last_id().empty()) request.query = {{"from", feed.last_id()}};
        url = talk.server().url + request.target();
        const auto call = TRY(client->begin(url, head, 0, feed));
        loop->run();
        call->cancel();
        if (feed.error()) return base::fail(*feed.error());
        TRY_VOID(check_head(feed.head(), url));
        if (feed.head().status != 200) {
            return base::fail(refusal_of(feed.head().status, url, feed.refusal()));
        }
        if (feed.is_done()) return ExitCode::Done;
    } while (feed.has_heard());
    return base::fail(code::FeedEnded, {{"url", base::quoted(url)}});
}

}  // namespace understudy::app
