// The stream of an answer: the frames of an operation's script, as the bytes that carry them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/result.hpp"
#include "pack/operation.hpp"
#include "world/impl/eyes.hpp"
#include "world/outcome.hpp"

namespace understudy::world {

struct Streamed {
    std::string type;  // "text/event-stream; charset=utf-8"
    std::string text;  // all frames, one after the other
    std::shared_ptr<const Frames> frames;
};

// Nothing if the call is to be answered whole. `env` has room for the locals of the stream.
// The steps that one change may take bound it.
// Its profile is followed by the seed: the same text is always cut the same way.
base::Result<std::optional<Streamed>> stream_of(const Eyes& eyes, const pack::StreamForm& form,
                                                expr::Env& env, std::uint64_t seed);

}  // namespace understudy::world
