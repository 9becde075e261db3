// Content-Disposition of a part of a multipart body: its name and file name.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace understudy::http {

struct Disposition {
    std::optional<std::string> name;
    std::optional<std::string> filename;
};

// Nothing: it cannot be read.
std::optional<Disposition> parse_disposition(std::string_view text);

// form-data; name="..."; filename="..."
std::string to_text(const Disposition& disposition);

}  // namespace understudy::http
