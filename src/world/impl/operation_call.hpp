// An operation with its input as the request a client would have sent: path parameters filled in,
// the rest in the query or the body, in a form the pack reads.
#pragma once

#include <string>
#include <variant>

#include "http/message.hpp"
#include "json/value.hpp"
#include "pack/pack.hpp"

namespace understudy::world {

// Gives the name of a path parameter that is neither in the input nor, for one of the pack's
// prefix, in the config.
std::variant<http::Request, std::string> request_of(const pack::Pack& pack,
                                                    const pack::Operation& operation,
                                                    const json::Value& input,
                                                    const json::Value& config);

}  // namespace understudy::world
