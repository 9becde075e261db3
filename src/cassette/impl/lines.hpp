// The lines of a cassette as JSON Lines, in time order.
#pragma once

#include <string>
#include <vector>

#include "cassette/impl/values.hpp"
#include "cassette/model.hpp"

namespace understudy::cassette {

// The start, the pieces and the end of one exchange, a line each.
struct ExchangeLines {
    std::int64_t at = 0;              // of the exchange
    std::vector<std::int64_t> times;  // of each line, from the start of the exchange
    std::vector<std::string> lines;   // without line breaks
};
ExchangeLines lines_of(const Exchange& exchange, BodyFiles& bodies);

// One text: by time, lines of one exchange in their order, exchanges beginning in theirs.
void append_in_time_order(std::string& out, const std::vector<ExchangeLines>& exchanges);

}  // namespace understudy::cassette
