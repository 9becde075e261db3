#include "http/impl/h1_policy.hpp"

#include <algorithm>
#include <charconv>

#include "base/text.hpp"

namespace understudy::http {

using base::Code;
using base::fail;
using base::Result;

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// A port is optional, and may even be empty; CONNECT needs one.
bool is_port(std::string_view text) {
    if (text.empty() || text.size() > 5 || !std::all_of(text.begin(), text.end(), is_digit)) {
        return false;
    }
    std::uint32_t port = 0;
    std::from_chars(text.data(), text.data() + text.size(), port);
    return port <= 65535;
}

enum class Port : std::uint8_t { Optional, Needed };

// host or host:port: a registered name, an IPv4 address or [IPv6]. May be empty.
bool is_host(std::string_view text, Port needs_port) {
    std::size_t at = 0;
    if (text.starts_with('[')) {
        at = text.find(']');
        if (at == std::string_view::npos || at == 1) return false;
        for (const char c : text.substr(1, at - 1)) {
            const bool hex = is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
            if (!hex && c != ':' && c != '.') return false;
        }
        ++at;
    } else {
        while (at < text.size() && text[at] != ':') {
            const char c = text[at];
            if (!is_digit(c) && !is_letter(c) &&
                std::string_view("-._~%!$&'()*+,;=").find(c) == std::string_view::npos) {
                return false;
            }
            ++at;
        }
    }
    if (at == text.size()) return needs_port == Port::Optional;
    if (text[at] != ':' || at == 0) return false;
    const std::string_view port = text.substr(at + 1);
    return is_port(port) || (port.empty() && needs_port == Port::Optional);
}

bool is_scheme(std::string_view text) {
    return !text.empty() && is_letter(text.front()) &&
           std::all_of(text.begin(), text.end(), [](char c) {
               return is_letter(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
           });
}

Result<void> judge_target(RequestHead& head) {
    const std::string_view target = head.target;
    const auto bad = [&](std::string_view why) {
        return fail(Code::HttpBadTarget,
                    {{"target", base::quoted(target)}, {"why", std::string(why)}});
    };
    if (head.method == "CONNECT") {
        if (!is_host(target, Port::Needed)) return bad("CONNECT needs host:port");
        head.authority = target;
        return {};
    }
    if (target.front() == '/') return {};
    if (target == "*") {
        if (head.method != "OPTIONS") return bad("* belongs to OPTIONS");
        return {};
    }
    const std::size_t colon = target.find("://");
    if (colon == std::string_view::npos || !is_scheme(target.substr(0, colon))) {
        return bad("it neither begins with / nor is a whole URL");
    }
    const std::string_view rest = target.substr(colon + 3);
    const std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
    if (authority.empty() || !is_host(authority, Port::Optional)) return bad("it names no host");
    head.scheme = base::to_lower_ascii(target.substr(0, colon));
    head.authority = authority;
    return {};
}

Result<void> judge_host(RequestHead& head) {
    const auto hosts = head.headers.all("host");
    if (hosts.size() > 1) {
        return fail(Code::HttpRepeatedHost, {{"count", std::to_string(hosts.size())}});
    }
    if (hosts.empty()) {
        if (head.version == Version::Http11) return fail(Code::HttpMissingHost);
        return {};
    }
    if (!is_host(hosts[0], Port::Optional)) {
        return fail(Code::HttpBadHost, {{"host", base::quoted(hosts[0])}});
    }
    if (head.authority.empty()) head.authority = hosts[0];
    return {};
}

Result<Length> judge_length(const Headers& headers) {
    const auto lengths = headers.all("content-length");
    if (lengths.empty()) return Length{};
    for (const std::string_view other : lengths) {
        if (other != lengths[0]) {
            return fail(Code::HttpDifferingLengths,
                        {{"first", base::quoted(lengths[0])}, {"second", base::quoted(other)}});
        }
    }
    const std::string_view text = lengths[0];
    std::uint64_t length = 0;
    const char* end = text.data() + text.size();
    const auto [stopped, problem] = std::from_chars(text.data(), end, length);
    // from_chars takes no sign and no white space; a list `5, 5` and a second, equal header are
    // refused too: nobody sends them but to confuse.
    if (lengths.size() > 1 || text.empty() || text.front() == '-' || problem != std::errc{} ||
        stopped != end) {
        std::string shown;
        for (const std::string_view one : lengths) {
            if (!shown.empty()) shown += ", ";
            shown += one;
        }
        return fail(Code::HttpBadLength, {{"value", base::quoted(shown)}});
    }
    return Length{length};
}

// True: chunked. Every other coding, and chunked anywhere but last, is refused.
Result<bool> judge_coding(const Headers& headers, Version version) {
    const auto values = headers.all("transfer-encoding");
    if (values.empty()) return false;
    if (version == Version::Http10) {
        return fail(Code::HttpUnexpectedTransferCoding, {{"where", "an HTTP/1.0 message"}});
    }
    // Nothing but this one word is certain to be read alike by everybody: not `, chunked`, not a
    // second, empty header.
    if (values.size() == 1 && base::equal_ignoring_case(values[0], "chunked")) return true;
    std::string whole;
    for (const std::string_view value : values) {
        if (!whole.empty()) whole += ", ";
        whole += value;
    }
    const std::vector<std::string_view> codings = words_of(whole);
    std::size_t chunked = 0;
    for (const std::string_view coding : codings) {
        if (base::equal_ignoring_case(coding, "chunked")) ++chunked;
    }
    if (chunked > 1 || codings.size() == chunked ||
        (chunked == 1 && !base::equal_ignoring_case(codings.back(), "chunked"))) {
        return fail(Code::HttpChunkedNotLast, {{"value", base::quoted(whole)}});
    }
    return fail(Code::HttpUnknownTransferCoding, {{"coding", base::quoted(codings.front())}});
}

Result<void> judge_size(Length length, const Limits& limits) {
    if (length.value_or(0) <= limits.body_bytes) return {};
    return fail(Code::HttpBodyTooLarge, {{"limit", base::with_thousands(limits.body_bytes)}});
}

}  // namespace

Result<Framing> judge_request(RequestHead& head, const Limits& limits) {
    TRY_VOID(judge_target(head));
    TRY_VOID(judge_host(head));
    const bool chunked = TRY(judge_coding(head.headers, head.version));
    const Length length = TRY(judge_length(head.headers));
    if (length && head.headers.has("transfer-encoding")) return fail(Code::HttpLengthAndChunked);
    TRY_VOID(judge_size(length, limits));
    for (const std::string_view expect : head.headers.all("expect")) {
        if (base::equal_ignoring_case(expect, "100-continue")) continue;
        return fail(Code::HttpUnknownExpectation, {{"value", base::quoted(expect)}});
    }
    if (chunked) return Framing{Framing::Kind::Chunked, 0};
    if (length) return Framing{Framing::Kind::Counted, *length};
    return Framing{};
}

Result<Framing> judge_response(const ResponseHead& head, std::string_view method,
                               const Limits& limits) {
    if (head.status == 101) return Framing{Framing::Kind::Raw, 0};
    if (method == "CONNECT" && head.status >= 200 && head.status < 300) {
        return Framing{Framing::Kind::Raw, 0};
    }
    const bool chunked = TRY(judge_coding(head.headers, head.version));
    const Length length = TRY(judge_length(head.headers));
    if (length && head.headers.has("transfer-encoding")) return fail(Code::HttpLengthAndChunked);
    if (method == "HEAD" || !allows_body(head.status)) return Framing{};
    TRY_VOID(judge_size(length, limits));
    if (chunked) return Framing{Framing::Kind::Chunked, 0};
    if (length) return Framing{Framing::Kind::Counted, *length};
    return Framing{Framing::Kind::UntilClose, 0};
}

bool keeps_alive(Version version, const Headers& headers) {
    if (headers.has_word("connection", "close")) return false;
    return version != Version::Http10 || headers.has_word("connection", "keep-alive");
}

int status_for(Code code) {
    switch (code) {
        case Code::HttpTooSlow: return 408;
        case Code::HttpBodyTooLarge: return 413;
        case Code::HttpTargetTooLong: return 414;
        case Code::HttpUnknownExpectation: return 417;
        case Code::HttpHeadTooLarge:
        case Code::HttpTooManyFields: return 431;
        case Code::HttpUnknownTransferCoding: return 501;
        case Code::HttpUnsupportedVersion: return 505;
        default: return 400;
    }
}

}  // namespace understudy::http
