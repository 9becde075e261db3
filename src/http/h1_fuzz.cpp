// Any cut of the same bytes must be the same conversation, for server and client; nothing may come
// after a refusal; and no order in which an application acts may upset a server.
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "http/cut_testing.hpp"
#include "http/transcript_testing.hpp"

using namespace understudy;

namespace {

http::Limits narrow() {
    http::Limits limits;
    limits.head_bytes = 400;
    limits.header_count = 8;
    limits.target_bytes = 60;
    limits.body_bytes = 200;
    return limits;
}

http::Transcript read(const http::Cuts& pieces, unsigned role, const http::Limits& limits) {
    switch (role) {
        case 0: return http::serve_h1(pieces, limits);
        case 1: return http::ask_h1(pieces, "GET", limits);
        case 2: return http::ask_h1(pieces, "HEAD", limits);
        default: return http::ask_h1(pieces, "CONNECT", limits);
    }
}

void compare(std::string_view bytes, unsigned role, std::uint8_t cuts) {
    const http::Limits limits = (cuts & 1U) != 0 ? narrow() : http::Limits{};
    const http::Transcript whole = read({bytes}, role, limits);
    if (!http::first_line_after_the_end(whole.lines).empty()) std::abort();
    if (read(http::cut_evenly(bytes, cuts % 17U + 1U), role, limits) != whole) std::abort();
    if (read(http::cut(bytes, cuts), role, limits) != whole) std::abort();
}

// The first byte of each piece says what the application does after it.
void disturb(std::string_view bytes, std::uint8_t cuts) {
    http::ServerParty server(http::make_h1_server(narrow()), http::Detail::Full);
    http::ResponseHead head;
    bool began = false;  // our answer to `stream`
    http::StreamId stream = 0;
    for (const std::string_view piece : http::cut(bytes, cuts, 30)) {
        server.take(piece);
        if (!server.requests.empty() && server.requests.rbegin()->first != stream) {
            stream = server.requests.rbegin()->first;
            began = false;
        }
        if (piece.empty() || stream == 0) continue;
        switch (static_cast<unsigned char>(piece[0]) % 11U) {
            case 0: server->answer(stream, head, "answer"); break;
            case 1:
                server->respond(stream, head, {});
                began = true;
                break;
            case 2:
                server->respond(stream, head, 5);
                began = true;
                break;
            case 3:
                if (began) server->piece(stream, "12345");
                break;
            case 4:
                if (began) server->finish(stream, {{"X", "1"}});
                break;
            case 5:
                if (server->upgrade(stream, head)) began = true;
                break;
            case 6: server->shut_down(); break;
            case 7: server.take(""); break;
            case 8: server.says(); break;
            case 9:
                if (piece.size() > 8) server->reset(stream, 0);
                break;
            default:
                if (piece.size() > 8) server->refuse({}, 408);
                break;
        }
        (void)server->phase();
    }
    server.take_end();
    if (server->wants_close() && server->wants_half_close()) std::abort();
    // Only one of the answers that were begun can have been refused, and nothing follows it.
    if (!http::first_line_after_the_end(server.heard()).empty()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2 || size > 4096) return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
    const unsigned role = data[0] % 5U;
    if (role == 4) {
        disturb(bytes, data[1]);
    } else {
        compare(bytes, role, data[1]);
    }
    return 0;
}
