#include "http/lines.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "json/write.hpp"

namespace understudy::http {

base::Result<void> LineReader::feed(std::string_view bytes, std::vector<std::string>& lines) {
    if (error_) return base::fail(*error_);
    while (!bytes.empty()) {
        const std::size_t found = bytes.find('\n');
        const bool ends = found != std::string_view::npos;
        const std::string_view some = bytes.substr(0, ends ? found + 1 : found);
        if (some.size() > line_bytes_ - line_.size()) {
            error_ = base::Error{base::Code::HttpMessageTooLarge,
                                 {{"limit", base::with_thousands(line_bytes_)}},
                                 {},
                                 {}};
            line_.clear();
            return base::fail(*error_);
        }
        line_ += some;
        bytes.remove_prefix(some.size());
        if (!ends) break;
        lines.push_back(std::move(line_));
        line_.clear();
    }
    return {};
}

base::Result<void> LineReader::end(std::vector<std::string>& lines) {
    if (error_) return base::fail(*error_);
    if (!line_.empty()) lines.push_back(std::move(line_));
    line_.clear();
    return {};
}

std::string_view line_text(std::string_view line) {
    if (!line.ends_with('\n')) return line;
    line.remove_suffix(1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

void append_line(std::string& out, const json::Value& value) {
    json::write_to(out, value);
    out += '\n';
}

}  // namespace understudy::http
