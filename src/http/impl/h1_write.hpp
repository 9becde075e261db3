// Puts heads, chunks and trailers of HTTP/1.1 into bytes.
#pragma once

#include <string>
#include <string_view>

#include "http/message.hpp"

namespace understudy::http {

void append_number(std::string& out, std::uint64_t number);
void append_field(std::string& out, std::string_view name, std::string_view value);
void append_fields(std::string& out, const Headers& headers);  // without the empty line
void append_status_line(std::string& out, const ResponseHead& head);
void append_request_line(std::string& out, const RequestHead& head);
void append_chunk(std::string& out, std::string_view bytes);  // nothing for no bytes
void append_last_chunk(std::string& out, const Headers& trailers);

}  // namespace understudy::http
