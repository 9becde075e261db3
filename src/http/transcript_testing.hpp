// Everything a codec makes of some bytes, written down so that two readings can be compared: for
// the properties and fuzz targets that say "the same for any cut".
//
// The other side of each exchange is played in one fixed way, so that a reading depends on the
// bytes only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "http/playbook_testing.hpp"

namespace understudy::http {

using Cuts = std::vector<std::string_view>;

struct Transcript {
    Lines lines;
    std::string said;
    bool wants_close = false;
    friend bool operator==(const Transcript&, const Transcript&) = default;
};

// All but the last piece is `step` bytes long.
inline Cuts cut_evenly(std::string_view bytes, std::size_t step) {
    Cuts pieces;
    for (std::size_t at = 0; at < bytes.size(); at += step)
        pieces.push_back(bytes.substr(at, step));
    return pieces;
}

// What a server says to a request of which it knows everything.
inline ResponseHead usual_answer(StreamId stream) {
    ResponseHead head;
    head.status = 200;
    head.headers.add("X-Stream", std::to_string(stream));
    return head;
}

// An HTTP/1.1 server answers each request when it has ended, and then goes on with what waits;
// whoever asks for another protocol gets it.
inline Transcript serve_h1(const Cuts& pieces, const Limits& limits) {
    ServerParty server(make_h1_server(limits), Detail::Full);
    std::size_t answered = 0;
    const auto settle = [&] {
        while (answered < server.ended.size()) {
            const StreamId stream = server.ended[answered++];
            const RequestHead& request = server.requests[stream];
            if (request.method == "CONNECT" || request.headers.has("upgrade")) {
                server->upgrade(stream, usual_answer(stream));
                server->piece(stream, "raw");
            } else {
                server->answer(stream, usual_answer(stream), "answer");
            }
            server.take("");
        }
    };
    for (const std::string_view piece : pieces) {
        server.take(piece);
        settle();
    }
    Transcript transcript;
    transcript.wants_close = server->wants_close();
    server.take_end();
    settle();
    transcript.lines = server.heard();
    transcript.said = server.says();
    return transcript;
}

// An HTTP/1.1 client asks for the first answer with `method`, and asks no further: what follows
// its answer is nobody's.
inline Transcript ask_h1(const Cuts& pieces, std::string_view method, const Limits& limits) {
    ClientParty client(make_h1_client(limits), Detail::Full);
    RequestHead request;
    request.method = method;
    request.authority = request.target = "a.test:443";
    client->request(request, 0);
    for (const std::string_view piece : pieces) client.take(piece);
    Transcript transcript;
    transcript.wants_close = client->wants_close();
    client.take_end();
    transcript.lines = client.heard();
    transcript.said = client.says();
    return transcript;
}

// How much of a body is seen before its stream is reset is nghttp2's to say; the rest must not
// depend on the cut.
inline Lines without_cut_bodies(Lines lines) {
    std::set<std::string> ended;
    for (const std::string& line : lines) {
        if (const std::size_t at = line.find(" ends"); at != std::string::npos) {
            ended.insert(line.substr(0, at));
        }
    }
    std::erase_if(lines, [&](const std::string& line) {
        const std::size_t at = line.find(" body ");
        return at != std::string::npos && !ended.contains(line.substr(0, at));
    });
    return lines;
}

// HTTP/2 interleaves, so its server answers when all has been read.
inline Transcript serve_h2(const Cuts& pieces, const Limits& limits) {
    ServerParty server(make_h2_server(limits), Detail::Full);
    for (const std::string_view piece : pieces) server.take(piece);
    Transcript transcript;
    transcript.said = server.says();
    transcript.wants_close = server->wants_close();
    for (const StreamId stream : server.ended) {
        server->answer(stream, usual_answer(stream), "answer");
    }
    transcript.said += server.says();
    server.take_end();
    transcript.lines = without_cut_bodies(server.heard());
    return transcript;
}

// An HTTP/2 client with `count` requests under way, every other with a body that never ends.
inline Transcript ask_h2(const Cuts& pieces, unsigned count, const Limits& limits) {
    ClientParty client(make_h2_client(limits), Detail::Full);
    for (unsigned i = 0; i < count; ++i) {
        RequestHead request;
        request.authority = "a.test";
        request.method = i % 4 == 2 ? "HEAD" : "GET";
        client->request(request, i % 2 == 0 ? Length{0} : Length{});
    }
    Transcript transcript;
    transcript.said = client.says();
    for (const std::string_view piece : pieces) client.take(piece);
    transcript.said += client.says();
    transcript.wants_close = client->wants_close();
    client.take_end();
    transcript.lines = without_cut_bodies(client.heard());
    return transcript;
}

// What every reading must keep to: nothing of the connection after it was refused, nothing of an
// exchange after its end. Returns the first line that does not, or nothing.
inline std::string first_line_after_the_end(const Lines& lines) {
    std::set<std::string> over;
    bool all_over = false;
    for (const std::string& line : lines) {
        if (all_over) return line;
        if (line.starts_with("refused ")) {
            all_over = true;
            continue;
        }
        const std::string stream = line.substr(0, line.find(' '));
        if (over.contains(stream)) return line;
        const std::string_view what = std::string_view(line).substr(stream.size() + 1);
        const bool ends = what == "ends" || what.starts_with("ends,") ||
                          what.starts_with("reset ") || what.starts_with("refused ");
        // A request that has ended may still become raw bytes.
        const bool may_go_on = what == "ends" || what.starts_with("ends,");
        if (ends && !may_go_on) over.insert(stream);
    }
    return {};
}

}  // namespace understudy::http
