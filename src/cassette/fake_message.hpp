// The lines that `check` and a fake of the protocol exchange. docs/reference/fake-protocol.md.
//
//     send(reset_message(cassette.given));
//     send(call_message(7, call, vars));
//     Answered answered = TRY(read_answer(line, 7, call));
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "cassette/model.hpp"
#include "cassette/play.hpp"

namespace understudy::cassette {

inline constexpr std::size_t kMaxAnswerBytes = std::size_t{64} << 20U;

// Each ends in its line feed.
std::string reset_message(std::string_view given);
std::string call_message(std::uint64_t id, const Exchange& call, const std::vector<Variable>& vars);

// A line without its end. cassette.fake_bad_answer with all that is wrong; cassette.fake_refused
// if the fake says that it does not serve the call.
base::Result<Answered> read_answer(std::string_view line, std::uint64_t id, const Exchange& call);

}  // namespace understudy::cassette
