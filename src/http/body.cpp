#include "http/body.hpp"

#include <optional>

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "http/media_type.hpp"

namespace understudy::http {

namespace {

using base::Code;
using base::Result;
using json::Value;

base::Failure bad_body(std::string form, base::Error cause) {
    return base::fail(Code::HttpBadBody, {{"form", std::move(form)}}, {}, {std::move(cause)});
}

template <class T>
Result<T> as_body(std::string form, Result<T> read) {
    if (read) return read;
    return bad_body(std::move(form), std::move(read.error()));
}

Result<std::string> decoded(const std::string& encoding, std::string_view body,
                            std::uint64_t limit) {
    auto plain = decode(encoding, body, limit);
    if (plain || plain.error().code != Code::HttpBadEncoding) return plain;
    return bad_body("what its Content-Encoding says", std::move(plain.error()));
}

// A header of a part as a Value, which holds text only.
Value text_or_null(std::optional<std::string_view> text) {
    return text ? Value(base::to_valid_utf8(*text)) : Value();
}

Value file_value(const Part& part) {
    return Value::object({{"name", text_or_null(part.filename)},
                          {"type", text_or_null(part.headers.find("Content-Type"))},
                          {"size", static_cast<std::uint64_t>(part.content.size())},
                          {"content", base::to_base64(part.content)}});
}

Result<Value> form_of_parts(const std::vector<Part>& parts, FormStyle style,
                            const FormLimits& limits) {
    std::vector<FormEntry> entries;
    entries.reserve(parts.size());
    for (const Part& part : parts) {
        if (!part.name) {
            return base::fail(Code::HttpBadMultipart, {{"why", "a part of the form has no name"}});
        }
        const bool is_text = !part.filename && base::is_utf8(part.content);
        entries.push_back({*part.name, is_text ? Value(part.content) : file_value(part)});
    }
    return fold_form(entries, style, limits);
}

Result<Value> read_parts(const MediaType& type, std::string_view content_type,
                         std::string_view body, FormStyle style, const BodyLimits& limits) {
    const std::vector<Part> parts = TRY(read_multipart(content_type, body, limits.multipart));
    if (type.subtype == "form-data") return form_of_parts(parts, style, limits.form);
    Value list = Value::array();
    for (const Part& part : parts) list.push_back(file_value(part));
    return list;
}

Result<Value> read_plain(const Headers& headers, const std::optional<MediaType>& type,
                         std::string_view body, FormStyle style, const BodyLimits& limits) {
    if (type) {
        if (is_json(*type)) {
            json::ParseOptions options{.limits = limits.json, .name = "body"};
            return as_body("JSON", json::parse(body, options));
        }
        if (is_form(*type)) return as_body("a form", read_form(body, style, limits.form));
        if (is_multipart(*type)) {
            const std::string_view content_type = headers.get("Content-Type");
            return as_body("multipart", read_parts(*type, content_type, body, style, limits));
        }
    }
    if (base::is_utf8(body)) return Value(body);
    return base::fail(Code::HttpBadBody, {{"form", "text in UTF-8, and its type says no more"}});
}

}  // namespace

Result<Value> read_body(const Headers& headers, std::string_view body, FormStyle style,
                        const BodyLimits& limits) {
    const auto type = parse_media_type(headers.get("Content-Type"));
    return read_body(headers, type, body, style, limits);
}

Result<Value> read_body(const Headers& headers, const std::optional<MediaType>& type,
                        std::string_view body, FormStyle style, const BodyLimits& limits) {
    const std::string encoding = content_encoding(headers);
    std::string plain;
    if (!encoding.empty()) {
        plain = TRY(decoded(encoding, body, limits.decoded_bytes));
        body = plain;
    }
    if (body.empty()) return Value();
    return read_plain(headers, type, body, style, limits);
}

}  // namespace understudy::http
