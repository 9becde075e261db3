#include "cassette/write.hpp"

#include <algorithm>

#include "cassette/impl/lines.hpp"
#include "cassette/impl/values.hpp"
#include "json/write.hpp"
#include "yaml/write.hpp"

namespace understudy::cassette {

namespace {

constexpr std::size_t kMostPiecesInYaml = 64;

bool is_long(const SealedExchange& sealed) {
    return sealed.exchange().output.pieces.size() > kMostPiecesInYaml;
}

}  // namespace

Written write(const Sealed& sealed, Form form) {
    const auto& exchanges = sealed.exchanges();
    Written written;
    written.is_lines =
        form == Form::Lines ||
        (form == Form::Auto && std::any_of(exchanges.begin(), exchanges.end(), is_long));
    json::Value head = head_value(sealed.head());
    if (written.is_lines) {
        std::vector<ExchangeLines> lines;
        for (const SealedExchange& each : exchanges) {
            lines.push_back(lines_of(each.exchange(), written.bodies));
        }
        written.text = json::write(head) + "\n";
        append_in_time_order(written.text, lines);
        return written;
    }
    json::Value list = json::Value::array();
    list.reserve(exchanges.size());
    for (const SealedExchange& each : exchanges) {
        list.push_back(exchange_value(each.exchange(), written.bodies));
    }
    head.append("exchanges", std::move(list));
    written.text = yaml::write(head);
    return written;
}

}  // namespace understudy::cassette
