#include "cassette/impl/http_view.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "cassette/impl/parsing.hpp"
#include "cassette/impl/replacer.hpp"
#include "http/encoding.hpp"
#include "http/lines.hpp"
#include "http/media_type.hpp"
#include "http/multipart.hpp"
#include "http/query.hpp"
#include "json/parse.hpp"
#include "json/path.hpp"
#include "json/pointer.hpp"
#include "json/write.hpp"

namespace understudy::cassette {

namespace {

using json::Value;

constexpr std::string_view kAll = "*";
constexpr std::string_view kNothing = "none";

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

std::string_view header_of(const HttpInput& call, std::string_view name) {
    for (const auto& [each, value] : call.headers) {
        if (base::equal_ignoring_case(each, name)) return value;
    }
    return {};
}

void sort_by_name(Pairs& pairs) {
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
}

// --- rules

Value to_object(const Pairs& pairs) {
    Value all = Value::object();
    for (const auto& [name, text] : pairs) {
        const std::string key = base::to_valid_utf8(name);
        Value* before = all.find_mutable(key);
        if (before == nullptr) {
            all.set(key, text_value(text));
        } else if (before->is_array()) {
            before->push_back(text_value(text));
        } else {
            *before = Value::array({*before, text_value(text)});
        }
    }
    return all;
}

Pairs from_object(const Value& object) {
    Pairs pairs;
    for (const json::Member& member : object.members()) {
        pairs.emplace_back(member.key(), json::write_canonical(member.value));
    }
    return pairs;
}

class InputRules {
public:
    explicit InputRules(const Rules& rules) : replacer_(rules) {}

    void apply(HttpView& view) {
        Part path;
        path.name = "path";
        path.form = PartForm::Lines;
        path.lines = {view.path};
        run(path);
        view.path = path.lines.front();
        view.query = fields("query", view.query);
        view.headers = fields("request-headers", view.headers);
        body(view);
    }

private:
    void run(Part& part) {
        replacer_.mark(none_, part);
        replacer_.number(part);
    }
    Value value(std::string name, Value given) {
        Part part;
        part.name = std::move(name);
        part.form = PartForm::Json;
        part.value = std::move(given);
        run(part);
        return part.value;
    }
    Pairs fields(std::string name, const Pairs& pairs) {
        return from_object(value(std::move(name), to_object(pairs)));
    }
    void body(HttpView& view) {
        switch (view.form) {
            case HttpView::Form::None: break;
            case HttpView::Form::Json: view.value = value("request-body", view.value); break;
            case HttpView::Form::Fields: view.fields = fields("request-body", view.fields); break;
            case HttpView::Form::Bytes: {
                Part part = parse_as("request-body", std::move(view.bytes), PartForm::Lines);
                run(part);
                view.bytes = canonical(part);
                break;
            }
        }
    }

    Exchange none_;  // rules that name an exchange say nothing of a call that is looked up
    Replacer replacer_;
};

// --- bodies

bool is_json_lines(const http::MediaType& type) {
    constexpr std::string_view kTypes[] = {"application/jsonl", "application/x-jsonlines",
                                           "application/x-ndjson", "application/ndjson"};
    return std::find(std::begin(kTypes), std::end(kTypes), type.essence()) != std::end(kTypes);
}

// `1.0`, `1e0` and `1` are one number: clients write the same value in different ways.
Value plain_number(const Value& number) {
    if (number.is_integer_text()) return number;
    if (const auto whole = number.to_int64()) return *whole;
    std::string text = number.to_decimal().to_text();
    const bool has_point = text.find('.') != std::string::npos;
    if (!has_point || text.find_first_of("eE") != std::string::npos) return number;
    while (text.ends_with('0')) text.pop_back();
    return Value::number(text);
}

bool has_odd_number(const Value& value) {
    if (value.is_number()) return !value.is_integer_text();
    const auto items = value.is_array() ? value.items() : std::span<const Value>();
    if (std::any_of(items.begin(), items.end(), has_odd_number)) return true;
    if (!value.is_object()) return false;
    const auto members = value.members();
    return std::any_of(members.begin(), members.end(),
                       [](const json::Member& member) { return has_odd_number(member.value); });
}

Value with_plain_numbers(const Value& value) {
    if (value.is_number()) return plain_number(value);
    Value plain = value;
    if (value.is_array()) {
        plain = Value::array();
        for (const Value& item : value.items()) plain.push_back(with_plain_numbers(item));
    } else if (value.is_object()) {
        plain = Value::object();
        for (const json::Member& member : value.members()) {
            plain.append(member.key(), with_plain_numbers(member.value));
        }
    }
    return plain;
}

bool take_json(HttpView& view, std::string_view bytes) {
    auto value = json::parse(bytes);
    if (!value) return false;
    view.form = HttpView::Form::Json;
    view.value = has_odd_number(*value) ? with_plain_numbers(*value) : *std::move(value);
    return true;
}

bool take_json_lines(HttpView& view, std::string_view bytes) {
    Value all = Value::array();
    for (const std::string& line : lines_with_ends(bytes)) {
        const std::string_view record = http::line_text(line);
        if (base::trim(record).empty()) continue;
        auto value = json::parse(record);
        if (!value) return false;
        all.push_back(*std::move(value));
    }
    view.form = HttpView::Form::Json;
    view.value = std::move(all);
    return true;
}

void take_form(HttpView& view, std::string_view bytes) {
    view.form = HttpView::Form::Fields;
    for (http::QueryPair& pair : http::parse_query(bytes)) {
        view.fields.emplace_back(std::move(pair.name), pair.value.value_or(""));
    }
    sort_by_name(view.fields);
}

// A part is what it is called, what it says it is, and its bytes.
bool take_multipart(HttpView& view, std::string_view type, std::string_view bytes) {
    auto parts = http::read_multipart(type, bytes);
    if (!parts) return false;
    view.form = HttpView::Form::Fields;
    for (http::Part& part : *parts) {
        const std::string name = part.name.value_or("");
        if (part.filename) view.fields.emplace_back(name + " (file name)", *part.filename);
        if (const auto its_type = part.headers.find("content-type")) {
            view.fields.emplace_back(name + " (type)", base::to_lower_ascii(*its_type));
        }
        view.fields.emplace_back(name, std::move(part.content));
    }
    sort_by_name(view.fields);
    return true;
}

bool begins_like_json(std::string_view bytes) {
    const std::string_view text = base::trim(bytes.substr(0, 64));
    return text.starts_with('{') || text.starts_with('[');
}

void take_body(HttpView& view, const HttpInput& call, std::string bytes) {
    const std::string_view said = header_of(call, "content-type");
    const auto type = http::parse_media_type(said);
    if (type && http::is_form(*type)) return take_form(view, bytes);
    if (type && http::is_multipart(*type) && take_multipart(view, said, bytes)) return;
    if (type && is_json_lines(*type) && take_json_lines(view, bytes)) return;
    const bool may_be_json = (type && http::is_json(*type)) || begins_like_json(bytes);
    if (may_be_json && take_json(view, bytes)) return;
    view.form = HttpView::Form::Bytes;
    view.bytes = std::move(bytes);
}

// What cannot be decoded is compared as it came.
std::string decoded_body(const HttpInput& call) {
    const std::string& bytes = call.body->bytes;
    const std::string_view encoding = header_of(call, "content-encoding");
    if (encoding.empty()) return bytes;
    auto plain = http::decode(encoding, bytes);
    return plain ? *std::move(plain) : bytes;
}

// --- `match.body`

// What stands at a place; a place that is not there gives nothing.
void add_at(Pairs& kept, const Value& value, const std::string& place) {
    if (place.starts_with('$')) {
        const auto path = json::Path::parse(place);
        if (!path) return;
        const auto hits = path->select(value);
        if (!hits) return;
        for (const json::Path::Hit& hit : *hits) {
            kept.emplace_back(hit.pointer.to_text(), json::write_canonical(*hit.value));
        }
        return;
    }
    json::Pointer pointer({place});
    if (place.starts_with('/')) {
        auto parsed = json::Pointer::parse(place);
        if (!parsed) return;
        pointer = *std::move(parsed);
    }
    const Value* found = pointer.resolve(value);
    if (found != nullptr) kept.emplace_back(pointer.to_text(), json::write_canonical(*found));
}

void limit_json(HttpView& view, const std::vector<std::string>& places) {
    Pairs kept;
    for (const std::string& place : places) add_at(kept, view.value, place);
    std::sort(kept.begin(), kept.end());
    kept.erase(std::unique(kept.begin(), kept.end()), kept.end());
    view.form = HttpView::Form::Fields;
    view.value = {};
    view.is_limited = true;
    view.fields = std::move(kept);
}

void limit_fields(HttpView& view, const std::vector<std::string>& places) {
    std::erase_if(view.fields, [&](const auto& field) {
        const std::string_view name = std::string_view(field.first);
        return std::none_of(places.begin(), places.end(), [&](std::string_view place) {
            if (place.starts_with('/')) place.remove_prefix(1);
            return name == place ||
                   (name.starts_with(place) && name.substr(place.size()).starts_with(" ("));
        });
    });
}

// True: nothing of the body is left to compare.
bool is_without_body(const Match& policy) {
    return policy.body.size() == 1 && policy.body.front() == kNothing;
}

void limit_body(HttpView& view, const Match& policy) {
    const auto& places = policy.body;
    if (places.empty() || std::find(places.begin(), places.end(), kAll) != places.end()) return;
    if (view.form == HttpView::Form::Json) {
        limit_json(view, places);
    } else if (view.form == HttpView::Form::Fields) {
        limit_fields(view, places);
    }
}

Pairs looked_at(const HttpInput& call, const Match& policy) {
    Pairs kept;
    if (policy.headers.empty()) return kept;
    for (const auto& [name, value] : call.headers) {
        const bool counts = std::any_of(
            policy.headers.begin(), policy.headers.end(),
            [&](const std::string& each) { return base::equal_ignoring_case(each, name); });
        if (counts) kept.emplace_back(base::to_lower_ascii(name), value);
    }
    sort_by_name(kept);
    return kept;
}

// --- places and values

void add_leaves(std::vector<HttpPart>& parts, const std::string& place, const Value& value) {
    const bool is_leaf = (!value.is_object() && !value.is_array()) || value.size() == 0;
    if (is_leaf) {
        parts.push_back({place, json::write(value), true});
    } else if (value.is_array()) {
        for (std::size_t i = 0; i < value.size(); ++i) {
            add_leaves(parts, place + '/' + std::to_string(i), value.items()[i]);
        }
    } else {
        // `{"0": 1}` is not `[1]`, though the places in them are called the same.
        if (json::to_index(value.members().front().key())) parts.push_back({place, "an object"});
        for (const json::Member& member : value.members()) {
            add_leaves(parts, place + json::Pointer({std::string(member.key())}).to_text(),
                       member.value);
        }
    }
}

void add_pairs(std::vector<HttpPart>& parts, const std::string& lead, const Pairs& pairs,
               bool is_json = false) {
    for (const auto& [name, value] : pairs) parts.push_back({lead + name, value, is_json});
}

void add_body(std::vector<HttpPart>& parts, const HttpView& view) {
    switch (view.form) {
        case HttpView::Form::None: break;
        case HttpView::Form::Json:
            add_leaves(parts, view.value.size() > 0 ? "body " : "body", view.value);
            break;
        case HttpView::Form::Fields: add_pairs(parts, "body ", view.fields, view.is_limited); break;
        case HttpView::Form::Bytes: parts.push_back({"body", view.bytes}); break;
    }
}

}  // namespace

std::string canonical_path(std::string_view path) {
    if (path.ends_with('?')) path.remove_suffix(1);
    if (path.empty()) return "/";
    if (path.find('%') == std::string_view::npos) return std::string(path);
    std::string text;
    for (std::size_t at = 0; at < path.size(); ++at) {
        const int high = path[at] == '%' && at + 2 < path.size() ? hex_digit(path[at + 1]) : -1;
        const int low = high < 0 ? -1 : hex_digit(path[at + 2]);
        if (low < 0) {
            text += path[at];
            continue;
        }
        const char byte = static_cast<char>(high * 16 + low);
        // What would be read otherwise when it stands there by itself keeps its escape.
        if (byte == '/') {
            text += "%2F";
        } else if (byte == '%') {
            text += "%25";
        } else {
            text += byte;
        }
        at += 2;
    }
    return text;
}

std::string canonical_host(std::string_view host, std::string_view scheme) {
    std::string text = base::to_lower_ascii(host);
    for (const auto& [its_scheme, port] :
         {std::pair<std::string_view, std::string_view>("https", ":443"), {"http", ":80"}}) {
        if ((scheme.empty() || scheme == its_scheme) && text.ends_with(port)) {
            text.resize(text.size() - port.size());
            break;
        }
    }
    if (text.ends_with('.')) text.pop_back();
    return text;
}

HttpView head_view_of(const HttpInput& call, const HttpWay& how) {
    HttpView view;
    view.method = call.method;
    if (how.with_host) view.host = canonical_host(call.host, call.scheme);
    view.path = canonical_path(call.path);
    view.query = call.query;
    if (view.query.size() > 1) sort_by_name(view.query);
    view.headers = looked_at(call, how.policy);
    return view;
}

HttpView view_of(const HttpInput& call, const HttpWay& how) {
    HttpView view = head_view_of(call, how);
    const bool has_body = call.body && !call.body->bytes.empty() && !is_without_body(how.policy);
    if (has_body) take_body(view, call, decoded_body(call));
    if (how.rules.has_input_rules()) InputRules(how.rules).apply(view);
    limit_body(view, how.policy);
    return view;
}

std::vector<HttpPart> parts_of(const HttpView& view) {
    std::vector<HttpPart> parts;
    parts.push_back({"method", view.method});
    if (!view.host.empty()) parts.push_back({"host", view.host});
    parts.push_back({"path", view.path});
    add_pairs(parts, "query ", view.query);
    add_pairs(parts, "header ", view.headers);
    add_body(parts, view);
    std::stable_sort(parts.begin(), parts.end(),
                     [](const HttpPart& a, const HttpPart& b) { return a.place < b.place; });
    return parts;
}

}  // namespace understudy::cassette
