#include "cassette/http_match.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/impl/http_view.hpp"
#include "cassette/impl/replacer.hpp"
#include "cassette/parsed.hpp"
#include "cassette/target.hpp"
#include "json/path.hpp"
#include "json/pointer.hpp"
#include "json/write.hpp"
#include "report/shown.hpp"

namespace understudy::cassette {

namespace {

void add(std::string& key, std::string_view part) {
    key += std::to_string(part.size());
    key += ':';
    key += part;
}

void add_pairs(std::string& key, char kind, const Pairs& pairs) {
    for (const auto& [name, value] : pairs) {
        key += kind;
        add(key, name);
        add(key, value);
    }
}

std::string key_of(const HttpView& view) {
    std::string key;
    key.reserve(view.method.size() + view.path.size() + 32);
    add(key, view.method);
    add(key, view.path);
    if (!view.host.empty()) {
        key += '@';
        add(key, view.host);
    }
    add_pairs(key, '?', view.query);
    add_pairs(key, 'h', view.headers);
    switch (view.form) {
        case HttpView::Form::None: break;
        case HttpView::Form::Json:
            key += 'j';
            add(key, json::write_canonical(view.value));
            break;
        case HttpView::Form::Fields:
            key += 'F';  // none at all is not no body
            add_pairs(key, 'f', view.fields);
            break;
        case HttpView::Form::Bytes:
            key += 'b';
            add(key, view.bytes);
            break;
    }
    return key;
}

void fill(Pairs& pairs, const std::vector<Variable>& vars) {
    for (auto& [name, value] : pairs) value = filled(value, vars);
}

void unfill(Pairs& pairs) {
    for (auto& [name, value] : pairs) value = unfilled(value);
}

bool is_same_part(const HttpPart& call, const HttpPart& sealed, const HttpPart& recorded) {
    if (call.place != sealed.place || call.place != recorded.place) return false;
    if (sealed.value == recorded.value) return true;
    return call.value != sealed.value &&
           without_numbers(sealed.value) == without_numbers(recorded.value);
}

std::string canonical_message(const Rules& rules, std::string_view bytes) {
    Part part = parse_part("frame-in", std::string(bytes), false);
    Replacer replacer(rules);
    Exchange none;
    replacer.mark(none, part);
    replacer.number(part);
    return canonical(part);
}

}  // namespace

bool is_http_call(const Exchange& exchange) {
    if (exchange.http() == nullptr) return false;
    return exchange.kind == Kind::Http ||
           (exchange.kind == Kind::Stream && exchange.carrier != Carrier::Command);
}

HttpInput filled(const HttpInput& input, const std::vector<Variable>& vars) {
    HttpInput call = input;
    call.host = filled(input.host, vars);
    call.path = filled(input.path, vars);
    call.query_text = filled(input.query_text, vars);
    fill(call.query, vars);
    fill(call.headers, vars);
    fill(call.trailers, vars);
    if (call.body) call.body->bytes = filled(call.body->bytes, vars);
    return call;
}

HttpInput unfilled(HttpInput input) {
    input.host = unfilled(input.host);
    input.path = unfilled(input.path);
    input.query_text = unfilled(input.query_text);
    unfill(input.query);
    unfill(input.headers);
    unfill(input.trailers);
    if (input.body) input.body->bytes = unfilled(input.body->bytes);
    return input;
}

base::Result<void> check_match(const Match& policy) {
    for (const std::string& place : policy.body) {
        std::optional<base::Error> problem;
        if (place.empty()) {
            problem = base::Error{};
        } else if (place.starts_with('$')) {
            const auto path = json::Path::parse(place);
            if (!path) problem = path.error();
        } else if (place.starts_with('/')) {
            const auto pointer = json::Pointer::parse(place);
            if (!pointer) problem = pointer.error();
        }
        if (!problem) continue;
        std::vector<base::Error> why;
        if (!place.empty()) why.push_back(*problem);
        return base::fail(code::BadMatch, {{"place", base::quoted(place)}}, {}, std::move(why));
    }
    return {};
}

std::vector<std::string> headers_looked_at(const Match& policy) {
    std::vector<std::string> names = {"content-type", "content-encoding"};
    for (const std::string& name : policy.headers) names.push_back(base::to_lower_ascii(name));
    return names;
}

std::string http_key(const HttpInput& call, const Match& policy, const Rules& rules,
                     bool with_host) {
    return key_of(view_of(call, {policy, rules, with_host}));
}

std::string without_numbers(std::string_view key) {
    std::string all;
    all.reserve(key.size());
    for (const char c : key) {
        const bool is_digit = c >= '0' && c <= '9';
        if (!is_digit) {
            all += c;
        } else if (!all.ends_with('#')) {
            all += '#';
        }
    }
    return all;
}

bool fits_sealed(const HttpInput& call, const HttpInput& sealed, const HttpInput& recorded,
                 const HttpWay& how) {
    const HttpView own = view_of(call, how), clean = view_of(sealed, how);
    const HttpView other = view_of(recorded, how);
    if (own.form != other.form || clean.form != other.form) return false;
    const std::vector<HttpPart> mine = parts_of(own), seen = parts_of(clean);
    const std::vector<HttpPart> theirs = parts_of(other);
    if (mine.size() != seen.size() || mine.size() != theirs.size()) return false;
    for (std::size_t i = 0; i < mine.size(); ++i) {
        if (!is_same_part(mine[i], seen[i], theirs[i])) return false;
    }
    return true;
}

std::string shown_call(const HttpInput& call, bool with_host) {
    constexpr std::size_t kLongest = 400;
    std::string text = call.method + ' ' + (with_host ? url_of(call) : target_of(call));
    text = report::shown(text);
    return text.size() > kLongest ? base::to_valid_utf8(text.substr(0, kLongest)) + "..." : text;
}

bool is_same_message(const Piece& recorded, std::string_view came, bool is_text,
                     const Rules& rules) {
    if ((recorded.frame == Frame::Text) != is_text) return false;
    if (recorded.bytes == came) return true;
    return is_text && canonical_message(rules, recorded.bytes) == canonical_message(rules, came);
}

}  // namespace understudy::cassette
