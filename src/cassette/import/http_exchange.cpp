// One exchange of a foreign file: address, head and body.
#include <algorithm>
#include <array>

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "cassette/import/http_conversion.hpp"
#include "cassette/import/http_framing.hpp"
#include "cassette/match.hpp"
#include "cassette/target.hpp"
#include "http/encoding.hpp"
#include "http/message.hpp"

namespace understudy::cassette {

using json::Node;

namespace {

constexpr std::int64_t kLeastStatus = 100;
constexpr std::int64_t kMostStatus = 999;
constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// The scheme of `https://...`, in small letters; empty: there is none.
std::string scheme_of(std::string_view url) {
    const std::size_t colon = url.find(':');
    const std::size_t end = url.find_first_of("/?#");
    if (colon == url.npos || colon == 0 || (end != url.npos && end < colon)) return {};
    const bool is_plain =
        std::all_of(url.begin(), url.begin() + static_cast<long>(colon), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                   c == '+' || c == '-' || c == '.';
        });
    return is_plain ? base::to_lower_ascii(url.substr(0, colon)) : "";
}

// Of `https` port 443 goes without saying.
std::string_view without_usual_port(std::string_view authority, std::string_view scheme) {
    const std::string_view usual = scheme == "https" ? ":443" : ":80";
    const std::string_view host = without_port(authority);
    return authority.substr(host.size()) == usual ? host : authority;
}

// Are these the bytes that the header speaks of, or what they decode to?
enum class Packing : std::uint8_t { AsSaid, Unpacked, Broken };

Packing packing_of(std::string_view encodings, std::string_view bytes) {
    if (bytes.empty()) return Packing::AsSaid;
    const auto list = http::parse_encodings(encodings);
    if (!list || list->empty()) return Packing::AsSaid;  // unknown ones are left alone
    if (http::decode(encodings, bytes)) return Packing::AsSaid;
    return is_plain_text(bytes) ? Packing::Unpacked : Packing::Broken;
}

void escape(Pairs& pairs) {
    for (auto& [name, value] : pairs) value = unfilled(value);
}

// `${` of a foreign file is no variable.
void escape(HttpInput& input) {
    for (std::string* text : {&input.host, &input.path, &input.query_text}) *text = unfilled(*text);
    for (Pairs* pairs : {&input.query, &input.headers, &input.trailers}) escape(*pairs);
    if (input.body) input.body->bytes = unfilled(input.body->bytes);
}

}  // namespace

void HttpConversion::begin(const Node& at) {
    exchange_ = {};
    exchange_.id = "call-" + std::to_string(++seen_);
    exchange_.kind = Kind::Http;
    input_ = {};
    start_ = at;
    has_problem_ = false;
    is_inside_ = true;
}

void HttpConversion::set_method(const Node& node) {
    std::string method = text(node, "method");
    if (method.starts_with(':')) method.erase(0, 1);  // a symbol of Ruby
    if (method.empty())
        return problem(node.value == nullptr ? start_ : node, "method", "it is missing");
    for (char& c : method) c = static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    input_.method = std::move(method);
}

bool HttpConversion::set_url(const Node& node) {
    const std::string url = text(node, "the address");
    if (url.empty()) {
        problem(node.value == nullptr ? start_ : node, "the address", "it is missing");
        return false;
    }
    std::string_view rest = url;
    const std::string scheme = scheme_of(url);
    if (!scheme.empty() && !rest.substr(scheme.size()).starts_with("://")) return false;
    if (!scheme.empty()) {
        const bool is_plain = scheme == "http" || scheme == "ws";
        const bool is_secure = scheme == "https" || scheme == "wss";
        if (!is_plain && !is_secure) return false;
        input_.scheme = is_secure ? "https" : "http";
        rest.remove_prefix(scheme.size() + 3);
        const std::size_t end = std::min(rest.find_first_of("/?#"), rest.size());
        std::string_view authority = rest.substr(0, end);
        rest.remove_prefix(end);
        if (const std::size_t at = authority.rfind('@'); at != authority.npos) {
            set_user(node, authority.substr(0, at));
            authority.remove_prefix(at + 1);
        }
        input_.host = without_usual_port(authority, input_.scheme);
    }
    if (const std::size_t hash = rest.find('#'); hash != rest.npos) {
        approximated(node, "the fragment of an address", "it is never sent, and is left out");
        rest = rest.substr(0, hash);
    }
    std::string target(rest);
    if (!target.starts_with('/')) target.insert(0, "/");
    set_target(input_, target);
    return true;
}

// Some tools write a header of basic authentication as a part of the address.
void HttpConversion::set_user(const Node& node, std::string_view user) {
    const auto plain = base::from_percent(user);
    url_authorization_ = "Basic " + base::to_base64(plain ? *plain : std::string(user));
    approximated(node, "user and password of an address",
                 "they are carried as the header field Authorization");
}

void HttpConversion::set_status(const Node& code, const Node& reason) {
    const auto status = whole(code, "status");
    if (!status && code) return;  // told already
    if (!status || *status < kLeastStatus || *status > kMostStatus) {
        return problem(code ? code : start_, "status", "a number from 100 to 999 is expected");
    }
    if (!exchange_.output.answer) exchange_.output.answer.emplace();
    exchange_.output.answer->status = static_cast<int>(*status);
    set_reason(text(reason, "the reason"));
}

void HttpConversion::set_reason(std::string reason) {
    Answer& answer = *exchange_.output.answer;
    if (reason == http::usual_reason(answer.status)) reason.clear();
    answer.reason = std::move(reason);
}

void HttpConversion::set_protocol(const Node& node, std::string_view what) {
    const std::string said = text(node, what);
    const std::string lower = base::to_lower_ascii(said);
    constexpr std::array<std::pair<std::string_view, std::string_view>, 9> kProtocols = {{
        {"http/1.0", "http/1.0"},
        {"1.0", "http/1.0"},
        {"http/1.1", "http/1.1"},
        {"1.1", "http/1.1"},
        {"http/2", "h2"},
        {"http/2.0", "h2"},
        {"h2", "h2"},
        {"2", "h2"},
        {"2.0", "h2"},
    }};
    for (const auto& [name, protocol] : kProtocols) {
        if (lower == name) {
            input_.protocol = protocol;
            return;
        }
    }
    const bool says_nothing = lower.empty() || lower == "unknown";
    if (!says_nothing) not_carried(node, std::string(what), "a cassette knows HTTP/1.0, 1.1 and 2");
}

void HttpConversion::set_answer_body(std::string bytes, const Node& at, bool was_text) {
    Answer& answer = *exchange_.output.answer;
    std::string encodings;
    for (const auto& [name, value] : answer.headers) {
        if (!base::equal_ignoring_case(name, "content-encoding")) continue;
        encodings += (encodings.empty() ? "" : ", ") + value;
    }
    const Packing packing = packing_of(encodings, bytes);
    if (packing == Packing::Broken) {
        approximated(at, "a compressed body", "it is damaged, and carried as it is");
    } else if (packing == Packing::Unpacked) {
        approximated(at, "a body that was sent compressed",
                     "the file holds it unpacked, so it is carried without its Content-Encoding");
        keep(json::Value::object({{"Content-Encoding", encodings}}), exchange_.id);
        remove_header(answer.headers, "content-encoding");
    }
    const auto length = base::parse_int64(header_of(answer.headers, "content-length"));
    const bool is_other_length = length && *length != static_cast<std::int64_t>(bytes.size());
    if (was_text && is_other_length && bytes.find(kReplacement) != bytes.npos) {
        approximated(at, "a body that is no text",
                     "some of its bytes were replaced by U+FFFD when it was recorded");
    }
    set_body(exchange_, std::move(bytes), exchange_.output.duration);
}

void HttpConversion::leave_out(const Node& at, std::string what, std::string why) {
    losses_.clear();
    pending_notes_.clear();
    url_authorization_.clear();
    is_inside_ = false;
    not_carried(at, std::move(what), std::move(why));
    tell_losses();
}

bool HttpConversion::end(std::optional<base::Instant> time) {
    is_inside_ = false;
    if (has_problem_) {
        ++lost_;
        notes_.push_back(exchange_.id + ": left out, because it could not be read");
        losses_.clear();
        pending_notes_.clear();
        url_authorization_.clear();
        return false;
    }
    if (input_.host.empty()) input_.host = header_of(input_.headers, "host");
    if (!url_authorization_.empty() && header_of(input_.headers, "authorization").empty()) {
        input_.headers.emplace_back("Authorization", url_authorization_);
    }
    url_authorization_.clear();
    fidelity_.begin();
    tell_losses();
    fidelity_.end();
    escape(input_);
    exchange_.input = std::move(input_);
    exchanges_.push_back(std::move(exchange_));
    times_.push_back(time);
    return true;
}

void HttpConversion::add_caused(Exchange exchange) {
    fidelity_.begin();
    fidelity_.end();
    exchanges_.push_back(std::move(exchange));
    times_.push_back(std::nullopt);
}

}  // namespace understudy::cassette
