#include "app/plan_request.hpp"

#include <memory>
#include <optional>

#include "cassette/http_match.hpp"
#include "cassette/http_take.hpp"
#include "cassette/target.hpp"
#include "http/url.hpp"
#include "io/client.hpp"
#include "plan/code.hpp"
#include "plan/recording.hpp"

namespace understudy::app {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kGlance{50};  // how often we look whether we were told to stop
constexpr std::size_t kMostAnswer = std::size_t{64} << 20U;

std::string_view protocol_of(http::Version version) {
    switch (version) {
        case http::Version::Http10: return "http/1.0";
        case http::Version::Http11: return "http/1.1";
        case http::Version::Http2: return "h2";
    }
    return {};
}

// The answer while it comes: for the plan, and for the cassette.
class Taking final : public io::Answer {
public:
    Taking(io::Loop& loop, cassette::HttpTaking& taking) : loop_(loop), taking_(taking) {}

    void on_response(const http::ResponseHead& head) override {
        taking_.answered(head);
        if (!http::is_informational(head.status) || head.status == 101) response.head = head;
    }
    void on_piece(std::string_view bytes) override {
        taking_.came(now(), bytes);
        response.pieces.push_back({std::string(bytes), milliseconds(now())});
        if (taking_.too_large().empty()) return;
        error.emplace(
            base::Error{plan::code::TooMuchOutput,
                        {{"program", "the service"}, {"limit", std::to_string(kMostAnswer)}},
                        {},
                        {}});
        loop_.stop();
    }
    void on_end(const http::Headers& trailers) override {
        taking_.ended(now(), trailers);
        response.trailers = trailers;
        loop_.stop();
    }
    void on_failed(const base::Error& why) override {
        error = why;
        loop_.stop();
    }

    http::Response response;
    std::optional<base::Error> error;

private:
    std::int64_t now() const {
        return std::chrono::duration_cast<milliseconds>(Clock::now() - start_).count();
    }
    io::Loop& loop_;
    cassette::HttpTaking& taking_;
    Clock::time_point start_ = Clock::now();
};

// Some services answer nobody without these.
void put_usual_headers(http::Headers& headers) {
    if (!headers.has("User-Agent")) headers.add("User-Agent", "understudy");
    if (!headers.has("Accept")) headers.add("Accept", "*/*");
}

void watch_for_stop(io::Loop& loop, const std::function<bool()>& is_stopped, bool& was_stopped) {
    if (!is_stopped) return;
    if (is_stopped()) {
        was_stopped = true;
        return loop.stop();
    }
    loop.after(kGlance, [&] { watch_for_stop(loop, is_stopped, was_stopped); });
}

}  // namespace

base::Result<TakenRequest> send(const PlanRequest& request) {
    const http::Url url = TRY(http::parse_url(request.url));
    auto loop = std::make_shared<io::Loop>();
    io::ClientOptions options;
    options.proxies = TRY(io::proxies_of_process());
    const auto client = TRY(io::Client::make(loop, std::move(options)));
    http::RequestHead head = request.request.head;
    put_usual_headers(head.headers);
    const std::string& body = request.request.body;
    head.target = http::target(url);
    cassette::HttpTaking taking(url.scheme, http::authority(url), head, !body.empty(), kMostAnswer);
    taking.sent(0, body);
    taking.sent_end({});
    Taking answer(*loop, taking);
    const auto call =
        TRY(client->begin(request.url, std::move(head), body.size(), answer, request.limit));
    call->piece(body);
    call->finish();
    bool was_stopped = false;
    watch_for_stop(*loop, request.is_stopped, was_stopped);
    loop->run();
    call->cancel();  // an upgraded one would go on
    if (was_stopped) return base::fail(plan::code::Stopped);
    if (answer.error) return base::fail(std::move(*answer.error));
    TakenRequest taken{taking.exchange(), std::move(answer.response)};
    std::get<cassette::HttpInput>(taken.exchange.input).protocol =
        protocol_of(taken.response.head.version);
    return taken;
}

cassette::HttpInput with_holes(const cassette::HttpInput& sent, const plan::Call& marked,
                               const std::vector<std::string>& texts, const std::string& url) {
    cassette::HttpInput input = sent;
    const auto back = [&](std::string_view text) {
        return plan::with_holes(cassette::unfilled(text), texts);
    };
    // Below the path of the plan's address.
    const auto address = marked.url.empty() ? http::parse_url(url) : http::parse_url(marked.url);
    std::string base_path = address && marked.url.empty() ? address->path : "";
    if (base_path == "/") base_path.clear();
    cassette::set_target(input, base_path + marked.request.head.target);
    input.path = back(input.path);
    input.query_text = back(input.query_text);
    for (auto& [name, value] : input.query) {
        name = back(name);
        value = back(value);
    }
    // What the plan says, and behind it what was added: logins and the usual ones.
    cassette::Pairs headers;
    for (const http::Field& field : marked.request.head.headers) {
        headers.emplace_back(field.name, back(field.value));
    }
    for (std::size_t i = headers.size(); i < sent.headers.size(); ++i) {
        headers.emplace_back(sent.headers[i].first, cassette::unfilled(sent.headers[i].second));
    }
    input.headers = std::move(headers);
    if (input.body) input.body->bytes = back(marked.request.body);
    return input;
}

}  // namespace understudy::app
