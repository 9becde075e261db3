#include "serve/impl/relay_heads.hpp"
#include "base/text.hpp"

namespace understudy::serve {

namespace {

constexpr int kSwitching = 101;
constexpr int kUpgradeRequired = 426;

bool is_any_of(std::string_view name, std::initializer_list<std::string_view> names) {
    for (const std::string_view other : names) {
        if (base::equal_ignoring_case(name, other)) return true;
    }
    return false;
}

// RFC 9110, 7.6.1, beside what Connection itself names.
bool is_of_connection(std::string_view name) {
    return is_any_of(name,
                     {"connection", "proxy-connection", "keep-alive", "upgrade", "te",
                      "proxy-authenticate", "proxy-authorization", "proxy-authentication-info"});
}

// What a message cannot do without, whatever its Connection says.
bool is_essential(std::string_view name) {
    return is_any_of(name, {"host", "content-length", "transfer-encoding"});
}

class HopByHop {
public:
    explicit HopByHop(const http::Headers& headers) : headers_(headers) {}

    bool drops(const http::Field& field) const {
        if (is_of_connection(field.name)) return true;
        // We frame anew, in the same way: the field may stay where it is.
        if (base::equal_ignoring_case(field.name, "transfer-encoding")) {
            return !base::equal_ignoring_case(field.value, "chunked");
        }
        return headers_.has("connection") && !is_essential(field.name) &&
               headers_.has_word("connection", field.name);
    }

private:
    const http::Headers& headers_;
};

// HTTP/2 cuts cookies into fields of their own, which HTTP/1.1 may not.
std::string joined_cookies(const http::Headers& headers) {
    std::string joined;
    for (const std::string_view crumb : headers.all("cookie")) {
        if (!joined.empty()) joined += "; ";
        joined += crumb;
    }
    return joined;
}

}  // namespace

bool asks_to_upgrade(const http::RequestHead& request) {
    return request.version == http::Version::Http11 && request.headers.has("upgrade") &&
           request.headers.has_word("connection", "upgrade");
}

http::RequestHead head_for_upstream(const http::RequestHead& request, std::string_view host) {
    http::RequestHead head;
    head.method = request.method;
    head.target = request.path_and_query();
    head.authority = host.empty() ? request.authority : std::string(host);
    head.version = request.version;
    const bool upgrades = asks_to_upgrade(request);
    const bool has_crumbs = request.headers.count("cookie") > 1;
    const HopByHop hop(request.headers);
    bool is_connection_said = false;
    bool are_cookies_said = false;
    for (const http::Field field : request.headers) {
        const bool is_connection = base::equal_ignoring_case(field.name, "connection");
        if (upgrades && is_connection) {
            if (!std::exchange(is_connection_said, true)) head.headers.add(field.name, "Upgrade");
        } else if (upgrades && base::equal_ignoring_case(field.name, "upgrade")) {
            head.headers.add(field.name, field.value);
        } else if (base::equal_ignoring_case(field.name, "te") &&
                   base::equal_ignoring_case(field.value, "trailers")) {
            head.headers.add(field.name, field.value);  // we pass them on
        } else if (hop.drops(field)) {
            continue;
        } else if (!host.empty() && base::equal_ignoring_case(field.name, "host")) {
            head.headers.add(field.name, host);
        } else if (has_crumbs && base::equal_ignoring_case(field.name, "cookie") &&
                   request.version == http::Version::Http2) {
            if (!std::exchange(are_cookies_said, true)) {
                head.headers.add(field.name, joined_cookies(request.headers));
            }
        } else {
            head.headers.add(field.name, field.value);
        }
    }
    return head;
}

http::ResponseHead head_for_program(const http::ResponseHead& answer) {
    if (answer.status == kSwitching) return answer;
    http::ResponseHead head;
    head.status = answer.status;
    head.reason = answer.reason;
    head.version = answer.version;
    const HopByHop hop(answer.headers);
    for (const http::Field field : answer.headers) {
        const bool says_what_is_wanted =
            answer.status == kUpgradeRequired && base::equal_ignoring_case(field.name, "upgrade");
        if (says_what_is_wanted || !hop.drops(field)) head.headers.add(field.name, field.value);
    }
    return head;
}

}  // namespace understudy::serve
