// JSON Lines, NDJSON and whatever else is one record a line: bytes cut into lines, piece by piece.
//
//     LineReader reader;
//     TRY_VOID(reader.feed("{\"a\":1}\r\n{\"b\"", lines));   // {"a":1}\r\n
//     TRY_VOID(reader.end(lines));                           // {"b"
//
// A line ends with LF. Lines come out as their exact bytes, end included, so that joining them
// gives the stream back; `line_text` takes the end off. What a line says is not looked at.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "json/value.hpp"

namespace understudy::http {

// Past the limit: Code::HttpMessageTooLarge, which every further call repeats.
class LineReader {
public:
    static constexpr std::size_t kLineBytes = std::size_t{16} * 1024 * 1024;

    explicit LineReader(std::size_t line_bytes = kLineBytes) : line_bytes_(line_bytes) {}

    base::Result<void> feed(std::string_view bytes, std::vector<std::string>& lines);
    base::Result<void> end(std::vector<std::string>& lines);  // the last line, if it has no end

private:
    std::size_t line_bytes_;  // of one line, its end included
    std::string line_;
    std::optional<base::Error> error_;
};

std::string_view line_text(std::string_view line);  // without LF or CR LF

void append_line(std::string& out, const json::Value& value);  // compact JSON and LF

}  // namespace understudy::http
