// The door of JSONPath: a query's text with its compiled form, and paths in normalized spelling.
#include "json/path.hpp"

#include "json/impl/query.hpp"

namespace understudy::json {

namespace {

// A single-quoted name as RFC 9535, 2.7 spells it: the short escapes, and \u00xx in lower case.
void append_quoted(std::string& out, std::string_view name) {
    constexpr std::string_view kHex = "0123456789abcdef";
    out += '\'';
    for (const char c : name) {
        switch (c) {
            case '\b': out += "\\b"; break;
            case '\t': out += "\\t"; break;
            case '\n': out += "\\n"; break;
            case '\f': out += "\\f"; break;
            case '\r': out += "\\r"; break;
            case '\'': out += "\\'"; break;
            case '\\': out += "\\\\"; break;
            default:
                if (static_cast<unsigned char>(c) < 0x20) {
                    out += "\\u00";
                    out += kHex[static_cast<unsigned char>(c) / 16];
                    out += kHex[static_cast<unsigned char>(c) % 16];
                } else {
                    out += c;
                }
        }
    }
    out += '\'';
}

}  // namespace

base::Result<Path> Path::parse(std::string_view text) {
    Path path;
    path.text_ = text;
    path.query_ = std::make_shared<const Query>(TRY(parse_query(text)));
    return path;
}

std::string to_normalized_path(const Pointer& pointer, const Value& root) {
    std::string out = "$";
    const Value* at = &root;
    for (const std::string& token : pointer.tokens()) {
        const bool in_array = at != nullptr && at->is_array();
        out += '[';
        if (in_array) {
            out += token;
        } else {
            append_quoted(out, token);
        }
        out += ']';
        if (at != nullptr) at = Pointer({token}).resolve(*at);
    }
    return out;
}

}  // namespace understudy::json
