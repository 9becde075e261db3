// Is an answer a stream? By its media type, as a recorder decides it while the bytes come.
#pragma once

#include <string>
#include <string_view>

#include "cassette/model.hpp"

namespace understudy::cassette {

// Sets kind, framing and pieces of an exchange whose answer has its head. Events and lines are
// pieces of their own; `at` is the time of all of them.
void set_body(Exchange& exchange, std::string bytes, std::int64_t at);

// The first value of that name, whatever its case; empty: there is none.
std::string_view header_of(const Pairs& headers, std::string_view name);
void remove_header(Pairs& headers, std::string_view name);

}  // namespace understudy::cassette
