// Lines stand in the order of time, whichever exchange they belong to. Order within an exchange,
// and the order in which exchanges begin, is kept even where times contradict it: reading gives the
// same model back.
#include <algorithm>
#include <queue>
#include <tuple>

#include "cassette/impl/lines.hpp"
#include "json/write.hpp"

namespace understudy::cassette {

using json::Value;

ExchangeLines lines_of(const Exchange& exchange, BodyFiles& bodies) {
    ExchangeLines found;
    found.at = exchange.at;
    const auto add = [&](std::int64_t time, const Value& value) {
        found.times.push_back(time);
        found.lines.push_back(json::write(value));
    };
    add(0, start_value(exchange, "start", bodies));
    for (const Piece& each : exchange.output.pieces) {
        Value piece = Value::object({{"piece", exchange.id}});
        add_piece(piece, each, bodies);
        add(each.at, piece);
    }
    Value end = Value::object({{"end", exchange.id}});
    end.append("output", output_value(exchange, false, bodies));
    add(exchange.output.duration, end);
    return found;
}

void append_in_time_order(std::string& out, const std::vector<ExchangeLines>& exchanges) {
    // By time, then by exchange; the place in the exchange is what is written next.
    using Next = std::tuple<std::int64_t, std::size_t, std::size_t>;
    std::priority_queue<Next, std::vector<Next>, std::greater<>> waiting;
    const auto time_of = [&](std::size_t exchange, std::size_t line) {
        return exchanges[exchange].at + exchanges[exchange].times[line];
    };
    const auto write_line = [&](std::size_t exchange, std::size_t line) {
        out.append(exchanges[exchange].lines[line]).append("\n");
        if (line + 1 < exchanges[exchange].lines.size()) {
            waiting.emplace(time_of(exchange, line + 1), exchange, line + 1);
        }
    };
    for (std::size_t begun = 0; begun < exchanges.size() || !waiting.empty();) {
        const bool is_line_due =
            !waiting.empty() &&
            (begun == exchanges.size() || std::get<0>(waiting.top()) < time_of(begun, 0));
        if (!is_line_due) {
            write_line(begun++, 0);
            continue;
        }
        const auto [time, exchange, line] = waiting.top();
        waiting.pop();
        write_line(exchange, line);
    }
}

}  // namespace understudy::cassette
