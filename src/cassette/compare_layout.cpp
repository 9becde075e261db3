// The dress of parsed data: what is left when the data itself is taken away. Two texts that say the
// same in other white space, other key order or other escapes differ in dress only.
//
//     {"a": 12, "b":"x\/y"}     ->     {"a": v, "b":s1}
//
// Values are left out, because a rule may have covered them and their length is theirs.
#include "cassette/impl/drifting.hpp"
#include "cassette/impl/parsing.hpp"

namespace understudy::cassette {

namespace {

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// A string from its opening quote: where it ends, and how many escapes it could have done without.
struct Quoted {
    std::size_t end = 0;
    std::size_t needless = 0;
};

Quoted quoted_at(std::string_view text, std::size_t at) {
    Quoted quoted;
    for (++at; at < text.size() && text[at] != '"'; ++at) {
        if (text[at] != '\\') continue;
        ++at;
        // \u is needed for control characters only: \u0000 to \u001f.
        const bool is_unicode = at < text.size() && text[at] == 'u';
        const bool is_control =
            is_unicode && (text.substr(at + 1, 3) == "000" || text.substr(at + 1, 3) == "001");
        if ((is_unicode && !is_control) || (at < text.size() && text[at] == '/')) ++quoted.needless;
    }
    quoted.end = std::min(at + 1, text.size());
    return quoted;
}

bool is_key(std::string_view text, std::size_t after) {
    while (after < text.size() && is_space(text[after])) ++after;
    return after < text.size() && text[after] == ':';
}

std::string dress_of(std::string_view text) {
    std::string dress;
    for (std::size_t at = 0; at < text.size();) {
        const char c = text[at];
        if (c == '"') {
            const Quoted quoted = quoted_at(text, at);
            if (is_key(text, quoted.end)) {
                dress += text.substr(at, quoted.end - at);
            } else {
                dress += 's' + std::to_string(quoted.needless);
            }
            at = quoted.end;
        } else if (is_space(c) || std::string_view("{}[]:,").find(c) != std::string_view::npos) {
            dress += c;
            ++at;
        } else {
            dress += 'v';
            at = std::min(text.find_first_of(" \t\r\n{}[]:,\"", at), text.size());
        }
    }
    return dress;
}

// The name of the field with what parts it from its value, and the dress of that.
std::string dress_of_sse(std::string_view text) {
    std::string dress;
    for (const std::string& line : lines_with_ends(text)) {
        std::size_t at = std::min(line.find(':'), line.size());
        while (at < line.size() && (line[at] == ':' || line[at] == ' ')) ++at;
        dress += line.substr(0, at) + dress_of(std::string_view(line).substr(at));
    }
    return dress;
}

}  // namespace

bool is_same_layout(const SidePart& expected, const SidePart& actual) {
    const std::string& before = expected.raw.bytes;
    const std::string& after = actual.raw.bytes;
    if (before == after) return true;
    const bool has_hits = expected.has_hits || actual.has_hits;
    switch (expected.raw.form) {
        case PartForm::Json:
        case PartForm::Jsonl: return has_hits && dress_of(before) == dress_of(after);
        case PartForm::Sse: return has_hits && dress_of_sse(before) == dress_of_sse(after);
        // The width of a column follows the values in it, so where one was replaced nothing is
        // said.
        case PartForm::Table: return has_hits;
        case PartForm::Lines:
        case PartForm::Bytes: break;
    }
    return true;  // their layout is their data
}

}  // namespace understudy::cassette
