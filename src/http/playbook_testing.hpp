// A dialogue with a codec, for tests that read like one:
//
//     Server server;
//     EXPECT_EQ(server.hears(crlf("GET / HTTP/1.1\nHost: x\n\n")), (Lines{"1 GET /", "1 ends"}));
//     server->answer(1, {.status = 200}, "ok");
//     EXPECT_EQ(server.says(), crlf("HTTP/1.1 200 OK\nContent-Length: 2\n\nok"));
//
// What is heard comes as short lines, neighbouring pieces of a body joined, so that how the bytes
// were cut does not show. It must never decide anything itself: it feeds, drains and renders.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/code.hpp"
#include "base/text.hpp"
#include "http/codec.hpp"

namespace understudy::http {

using Lines = std::vector<std::string>;

// The text with its line ends as the wire has them.
inline std::string crlf(std::string_view text) {
    return base::replace_all(text, "\n", "\r\n");
}

enum class Detail : std::uint8_t {
    Short,  // what happened; long bodies only by their size
    Full,   // every byte
};

// Turns events into lines:
//
//     1 POST /v1/charges, a body follows        3 200 OK
//     1 body "amount=5"                         3 raw "..."
//     1 ends, X-Sum: 5                          3 raw ends
//     1 reset 8                                 refused 400 http.missing_host: an HTTP/1.1 ...
class Hearing {
public:
    explicit Hearing(Detail detail = Detail::Short) : detail_(detail) {}

    void add(const Event& event) {
        std::visit([this](const auto& one) { this->note(one); }, event);
    }
    void add(const Events& events) {
        for (const Event& event : events) add(event);
    }
    Lines take() {
        Lines lines;
        for (const Entry& entry : entries_) lines.push_back(render(entry));
        entries_.clear();
        return lines;
    }

private:
    struct Entry {
        std::string what;
        bool is_bytes = false;
        std::string bytes;
    };

    void say(std::string what) { entries_.push_back({std::move(what), false, {}}); }
    void say_bytes(std::string what, std::string_view bytes) {
        if (bytes.empty()) return;
        if (entries_.empty() || !entries_.back().is_bytes || entries_.back().what != what) {
            entries_.push_back({std::move(what), true, {}});
        }
        entries_.back().bytes += bytes;
    }
    static std::string named(StreamId stream) {
        return stream == 0 ? std::string{} : std::to_string(stream) + ' ';
    }
    std::string fields(const Headers& headers) const {
        std::string text;
        for (const Field field : headers) {
            text += ", ";
            text += field.name;
            text += ": ";
            text += field.value;
        }
        return text;
    }
    std::string extra(Version version, const Headers& headers) const {
        if (detail_ == Detail::Short) return {};
        return " (" + std::to_string(static_cast<int>(version)) + fields(headers) + ')';
    }

    void note(const RequestBegan& one) {
        std::string what = named(one.stream) + one.head.method + ' ' + one.head.target;
        if (detail_ == Detail::Full)
            what += " <" + one.head.scheme + '|' + one.head.authority + '>';
        what += extra(one.head.version, one.head.headers);
        say(what + (one.has_body ? ", a body follows" : ""));
    }
    void note(const ResponseBegan& one) {
        const std::string reason = one.head.reason.empty() ? "" : ' ' + one.head.reason;
        say(named(one.stream) + std::to_string(one.head.status) + reason +
            extra(one.head.version, one.head.headers));
    }
    void note(const BodyPiece& one) { say_bytes(named(one.stream) + "body", one.bytes); }
    void note(const Ended& one) { say(named(one.stream) + "ends" + fields(one.trailers)); }
    void note(const RawPiece& one) { say_bytes(named(one.stream) + "raw", one.bytes); }
    void note(const RawEnded& one) { say(named(one.stream) + "raw ends"); }
    void note(const StreamReset& one) {
        say(named(one.stream) + "reset " + std::to_string(one.code));
    }
    void note(const Refused& one) {
        say(named(one.stream) + "refused " + std::to_string(one.status) + ' ' +
            std::string(base::name_of(one.error.code)) + ": " + base::message(one.error));
    }
    std::string render(const Entry& entry) const {
        constexpr std::size_t kShown = 200;
        if (!entry.is_bytes) return entry.what;
        if (detail_ == Detail::Short && entry.bytes.size() > kShown) {
            return entry.what + " of " + std::to_string(entry.bytes.size()) + " bytes";
        }
        return entry.what + ' ' + base::quoted(entry.bytes, SIZE_MAX);
    }

    Detail detail_;
    std::vector<Entry> entries_;
};

// One side of a connection. `consumes` false: the application leaves the bodies lying, as one that
// cannot keep up does.
template <class Codec>
class Party {
public:
    explicit Party(std::unique_ptr<Codec> codec, Detail detail = Detail::Short)
        : codec_(std::move(codec)), hearing_(detail) {}

    Codec* operator->() { return codec_.get(); }
    bool consumes = true;
    std::map<StreamId, RequestHead> requests;    // the heads that were heard
    std::map<StreamId, ResponseHead> responses;  // the last of each exchange
    std::map<StreamId, std::string> bodies;
    std::vector<StreamId> ended;

    Lines hears(std::string_view bytes) {
        take(bytes);
        return heard();
    }
    Lines hears_end() {
        take_end();
        return heard();
    }
    // Several at once, in pieces of `step` bytes.
    Lines hears(std::string_view bytes, std::size_t step) {
        for (std::size_t at = 0; at < bytes.size(); at += step) take(bytes.substr(at, step));
        return heard();
    }
    std::string says(std::size_t room = SIZE_MAX) {
        std::string out;
        codec_->drain(out, room);
        return out;
    }
    void take(std::string_view bytes) {
        // A copy of its own that is gone afterwards: a view kept too long shows under a sanitizer.
        const std::string fed(bytes);
        Events events;
        codec_->feed(fed, events);
        note(events);
    }
    void take_end() {
        Events events;
        codec_->feed_end(events);
        note(events);
    }
    Lines heard() { return hearing_.take(); }

private:
    void note(const Events& events) {
        for (const Event& event : events) {
            hearing_.add(event);
            if (const auto* request = std::get_if<RequestBegan>(&event)) {
                requests[request->stream] = request->head;
            } else if (const auto* response = std::get_if<ResponseBegan>(&event)) {
                responses[response->stream] = response->head;
            } else if (const auto* piece = std::get_if<BodyPiece>(&event)) {
                bodies[piece->stream] += piece->bytes;
                if (consumes) codec_->consumed(piece->stream, piece->bytes.size());
            } else if (const auto* end = std::get_if<Ended>(&event)) {
                ended.push_back(end->stream);
            }
        }
    }

    std::unique_ptr<Codec> codec_;
    Hearing hearing_;
};

using ServerParty = Party<ServerCodec>;
using ClientParty = Party<ClientCodec>;

// Moves what each side says to the other, in pieces of `step` bytes, until both are silent.
// `room` is what one drain may take. Returns false if they never fall silent.
inline bool pump(ServerParty& server, ClientParty& client, std::size_t step = SIZE_MAX,
                 std::size_t room = 65536) {
    const auto carry = [&](const std::string& bytes, auto& to) {
        for (std::size_t at = 0; at < bytes.size(); at += std::min(step, bytes.size() - at)) {
            to.take(std::string_view(bytes).substr(at, step));
        }
    };
    constexpr int kTurns = 100'000;
    for (int turn = 0; turn < kTurns; ++turn) {
        const std::string up = client.says(room);
        carry(up, server);
        const std::string down = server.says(room);
        carry(down, client);
        if (up.empty() && down.empty()) return true;
    }
    return false;
}

}  // namespace understudy::http
