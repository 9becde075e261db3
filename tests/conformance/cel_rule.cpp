// The rule of the subset. It reads the words of an expression outside its string literals, and the
// field names and type names of everything else in the case.
#include "cel_rule.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace understudy::conformance {

namespace {

using Names = std::vector<std::string>;

// Files that test one library the language does not have.
constexpr std::array<std::string_view, 5> kLibraries = {"optionals", "math_ext", "network_ext",
                                                        "block_ext", "proto2_ext"};

constexpr std::array<std::string_view, 11> kTypeNames = {
    "bool", "int", "uint", "double", "string", "bytes", "list", "map", "null_type", "type", "dyn"};

bool is_name(char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

struct Words {
    Names names;  // identifiers and numbers, as written; a call ends in "("
    bool bytes = false;
    bool optional_syntax = false;
    bool message = false;  // Name{...}
};

std::size_t skip_string(std::string_view text, std::size_t at, bool raw) {
    const char quote = text[at];
    const std::string three(3, quote);
    const bool triple = text.substr(at, 3) == three;
    at += triple ? 3 : 1;
    while (at < text.size()) {
        if (triple ? text.substr(at, 3) == three : text[at] == quote) return at + (triple ? 3 : 1);
        at += text[at] == '\\' && !raw ? 2 : 1;
    }
    return text.size();
}

char next_mark(std::string_view text, std::size_t at) {
    while (at < text.size() && (text[at] == ' ' || (text[at] >= 9 && text[at] <= 13))) ++at;
    return at < text.size() ? text[at] : '\0';
}

Words words_of(std::string_view text) {
    Words words;
    std::size_t at = 0;
    while (at < text.size()) {
        const char c = text[at];
        if (c == '"' || c == '\'' || c == '`') {
            at = skip_string(text, at, false);
        } else if (text.substr(at, 2) == "//") {
            at = std::min(text.find('\n', at), text.size());
        } else if (is_name(c)) {
            const std::size_t begin = at;
            while (at < text.size() && is_name(text[at])) ++at;
            std::string word(text.substr(begin, at - begin));
            const bool prefix = word.size() <= 2 && at < text.size() &&
                                (text[at] == '"' || text[at] == '\'') &&
                                word.find_first_not_of("rRbB") == std::string::npos;
            if (prefix) {
                words.bytes = words.bytes || word.find_first_of("bB") != std::string::npos;
                at = skip_string(text, at, word.find_first_of("rR") != std::string::npos);
                continue;
            }
            const char mark = next_mark(text, at);
            if (mark == '{' && !is_digit(word.front()) && word != "in") words.message = true;
            const bool field = begin > 0 && text[begin - 1] == '.';
            if (mark == '(') word += '(';
            if (field) word.insert(0, ".");
            words.names.push_back(std::move(word));
        } else {
            const char mark = next_mark(text, at + 1);
            if ((c == '.' || c == '[' || c == '{') && mark == '?') words.optional_syntax = true;
            ++at;
        }
    }
    return words;
}

bool has(const Names& names, std::string_view wanted) {
    return std::find(names.begin(), names.end(), wanted) != names.end();
}

// All field names, type urls and enum words below `message`.
void collect(const Message& message, Names& names) {
    for (const auto& [name, value] : message.fields) {
        names.push_back(name);
        if (!value.is_string && value.message.empty()) names.push_back(value.text);
        for (const Message& child : value.message) collect(child, names);
    }
}

bool is_unsigned(std::string_view word) {
    return is_digit(word.front()) && (word.back() == 'u' || word.back() == 'U');
}

bool is_foreign_message(std::string_view name) {
    return name.starts_with("[type.googleapis.com/") &&
           name != "[type.googleapis.com/google.protobuf.Timestamp]" &&
           name != "[type.googleapis.com/google.protobuf.Duration]";
}

bool has_namespace(const Message& test) {
    if (test.has("container")) return true;
    const auto dotted = [](const Message* entry, std::string_view key) {
        return entry->text(key).find('.') != std::string::npos;
    };
    for (const Message* binding : test.children("bindings")) {
        if (dotted(binding, "key")) return true;
    }
    for (const Message* declared : test.children("type_env")) {
        if (dotted(declared, "name")) return true;
    }
    return false;
}

}  // namespace

std::optional<std::string> outside_subset(std::string_view file, const Message& test) {
    if (std::find(kLibraries.begin(), kLibraries.end(), file) != kLibraries.end()) {
        return "tests the library " + std::string(file);
    }
    const Words words = words_of(test.text("expr"));
    Names data;
    collect(test, data);

    const auto any_word = [&](auto test_word) {
        return std::any_of(words.names.begin(), words.names.end(), test_word);
    };
    if (has(data, "message_type") || has(data, "enum_value") || has(data, "wrapper") ||
        std::any_of(data.begin(), data.end(), is_foreign_message) || words.message ||
        has(words.names, "google") || has(words.names, "TestAllTypes") ||
        (has(words.names, "cel") && has(words.names, ".expr"))) {
        return "needs protocol buffers";
    }
    if (any_word(is_unsigned) || has(words.names, "uint(") || has(words.names, "uint") ||
        has(data, "uint64_value") || has(data, "UINT64")) {
        return "uses unsigned integers";
    }
    if (words.bytes || has(words.names, "bytes(") || has(data, "bytes_value") ||
        has(data, "BYTES")) {
        return "uses bytes";
    }
    const auto is_type_value = [](const std::string& word) {
        return std::find(kTypeNames.begin(), kTypeNames.end(), word) != kTypeNames.end();
    };
    if (has(words.names, "type(") || has(data, "type_value") || any_word(is_type_value)) {
        return "uses types as values";
    }
    if (has_namespace(test)) return "uses namespaces";
    if (has(words.names, ".format(")) return "uses format strings";
    if (words.optional_syntax || has(words.names, "optional") || has(data, "abstract_type")) {
        return "uses optional values";
    }
    if (test.has("disable_macros")) return "turns macros off";
    if (test.has("unknown") || test.has("any_unknowns")) return "expects unknown values";
    return std::nullopt;
}

}  // namespace understudy::conformance
