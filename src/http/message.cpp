#include "http/message.hpp"

#include <algorithm>

namespace understudy::http {

std::string_view RequestHead::path_and_query() const {
    const std::string_view text = target;
    const std::size_t scheme_end = text.find("://");
    if (text.starts_with('/') || scheme_end == std::string_view::npos) return text;
    const std::size_t path = text.find_first_of("/?#", scheme_end + 3);
    if (path == std::string_view::npos || text[path] == '#') return "/";
    return text.substr(path);
}

std::string Response::body() const {
    std::string whole;
    for (const Piece& piece : pieces) whole += piece.bytes;
    return whole;
}

namespace {

struct Named {
    int status;
    std::string_view reason;
};
// The statuses with a registered reason, in order.
constexpr Named kReasons[] = {
    {100, "Continue"},
    {101, "Switching Protocols"},
    {102, "Processing"},
    {103, "Early Hints"},
    {200, "OK"},
    {201, "Created"},
    {202, "Accepted"},
    {203, "Non-Authoritative Information"},
    {204, "No Content"},
    {205, "Reset Content"},
    {206, "Partial Content"},
    {207, "Multi-Status"},
    {208, "Already Reported"},
    {226, "IM Used"},
    {300, "Multiple Choices"},
    {301, "Moved Permanently"},
    {302, "Found"},
    {303, "See Other"},
    {304, "Not Modified"},
    {305, "Use Proxy"},
    {307, "Temporary Redirect"},
    {308, "Permanent Redirect"},
    {400, "Bad Request"},
    {401, "Unauthorized"},
    {402, "Payment Required"},
    {403, "Forbidden"},
    {404, "Not Found"},
    {405, "Method Not Allowed"},
    {406, "Not Acceptable"},
    {407, "Proxy Authentication Required"},
    {408, "Request Timeout"},
    {409, "Conflict"},
    {410, "Gone"},
    {411, "Length Required"},
    {412, "Precondition Failed"},
    {413, "Content Too Large"},
    {414, "URI Too Long"},
    {415, "Unsupported Media Type"},
    {416, "Range Not Satisfiable"},
    {417, "Expectation Failed"},
    {418, "I'm a teapot"},
    {421, "Misdirected Request"},
    {422, "Unprocessable Content"},
    {423, "Locked"},
    {424, "Failed Dependency"},
    {425, "Too Early"},
    {426, "Upgrade Required"},
    {428, "Precondition Required"},
    {429, "Too Many Requests"},
    {431, "Request Header Fields Too Large"},
    {451, "Unavailable For Legal Reasons"},
    {500, "Internal Server Error"},
    {501, "Not Implemented"},
    {502, "Bad Gateway"},
    {503, "Service Unavailable"},
    {504, "Gateway Timeout"},
    {505, "HTTP Version Not Supported"},
    {506, "Variant Also Negotiates"},
    {507, "Insufficient Storage"},
    {508, "Loop Detected"},
    {511, "Network Authentication Required"},
};

}  // namespace

std::string_view usual_reason(int status) {
    const auto* found =
        std::lower_bound(std::begin(kReasons), std::end(kReasons), status,
                         [](const Named& named, int wanted) { return named.status < wanted; });
    if (found == std::end(kReasons) || found->status != status) return "Unknown";
    return found->reason;
}

bool is_informational(int status) {
    return status >= 100 && status < 200;
}

bool allows_body(int status) {
    return !is_informational(status) && status != 204 && status != 304;
}

}  // namespace understudy::http
