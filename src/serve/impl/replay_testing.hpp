// Recordings made by hand, for tests of this room.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "cassette/target.hpp"
#include "serve/replayer.hpp"

namespace understudy::serve {

inline cassette::HttpInput get_call(std::string_view target, std::string host = "") {
    cassette::HttpInput input;
    input.method = "GET";
    input.host = std::move(host);
    cassette::set_target(input, target);
    return input;
}

inline cassette::Exchange answered(std::string id, cassette::HttpInput input, std::string body,
                                   int status = 200) {
    cassette::Exchange exchange;
    exchange.id = std::move(id);
    exchange.kind = cassette::Kind::Http;
    exchange.input = std::move(input);
    exchange.output.answer = cassette::Answer{status, {}, {}};
    exchange.output.answer->headers = {{"Content-Length", std::to_string(body.size())}};
    if (!body.empty()) {
        exchange.output.pieces.push_back({0, cassette::From::Body, std::move(body)});
    }
    return exchange;
}

inline Recording recording_of(std::string file, std::vector<cassette::Exchange> exchanges) {
    Recording recording;
    recording.file = std::move(file);
    recording.cassette.service = "things";
    recording.cassette.name = "one";
    recording.cassette.exchanges = std::move(exchanges);
    return recording;
}

inline std::unique_ptr<Replayer> replayer_of(std::vector<Recording> recordings,
                                             ReplayerOptions options = {}) {
    if (!options.sealed) {
        options.sealed = [](const cassette::HttpInput& call) { return std::optional(call); };
    }
    auto made = Replayer::make(std::move(recordings), std::move(options));
    EXPECT_TRUE(made.has_value()) << (made ? "" : base::render(made.error()));
    return made ? std::move(*made) : nullptr;
}

}  // namespace understudy::serve
