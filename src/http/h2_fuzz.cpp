// Any cut of the same frames must be the same conversation, for server and client; nothing may come
// after a refusal or of an exchange after its end; and no order in which an application acts may
// upset a server.
#include <cstdint>
#include <cstdlib>
#include <string>
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
    limits.streams = 4;
    return limits;
}

void compare(std::string_view bytes, bool is_server, std::uint8_t cuts) {
    const http::Limits limits = (cuts & 1U) != 0 ? narrow() : http::Limits{};
    const auto read = [&](const http::Cuts& pieces) {
        return is_server ? http::serve_h2(pieces, limits) : http::ask_h2(pieces, 4, limits);
    };
    const http::Transcript whole = read({bytes});
    if (!http::first_line_after_the_end(whole.lines).empty()) std::abort();
    if (read(http::cut_evenly(bytes, cuts % 17U + 1U)) != whole) std::abort();
    if (read(http::cut(bytes, cuts)) != whole) std::abort();
}

// The last byte of each piece says what the application does after it.
void disturb(std::string_view bytes, std::uint8_t cuts) {
    http::ServerParty server(http::make_h2_server(narrow()), http::Detail::Full);
    server.consumes = (cuts & 1U) != 0;
    http::ResponseHead head;
    for (const std::string_view piece : http::cut(bytes, cuts, 40)) {
        server.take(piece);
        if (piece.empty() || server.requests.empty()) continue;
        const auto act = static_cast<unsigned char>(piece.back());
        auto chosen = server.requests.begin();
        std::advance(chosen, act / 16U % server.requests.size());
        const http::StreamId stream = chosen->first;
        switch (act % 9U) {
            case 0: server->answer(stream, head, "answer"); break;
            case 1:
                server->respond(stream, head, {});
                server->piece(stream, "begun");
                break;
            case 2:
                server->respond(stream, head, 5);
                server->finish(stream, {{"X", "1"}});
                break;
            case 3: server->reset(stream, act); break;
            case 4: server.says(act); break;
            case 5: server->consumed(stream, act); break;
            case 6: server.take(""); break;
            case 7:
                if (act > 200) server->shut_down(act % 3U, act % 2U == 0);
                break;
            default:
                if (act > 240) server->refuse({}, 408);
                break;
        }
        (void)server->phase();
    }
    server.take_end();
    server.says();
    if (!server->wants_close()) std::abort();
    server.take("");
    if (!http::first_line_after_the_end(server.heard()).empty()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < 2 || size > 4096) return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 2, size - 2);
    // A preface is too long to be found by chance: most of the time it is given.
    const std::string greeted = std::string(http::kH2Preface) + std::string(bytes);
    switch (data[0] % 4U) {
        case 0: compare(greeted, true, data[1]); break;
        case 1: compare(bytes, false, data[1]); break;
        case 2: disturb(greeted, data[1]); break;
        default: compare(bytes, true, data[1]); break;
    }
    return 0;
}
