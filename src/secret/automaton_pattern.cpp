#include "secret/impl/automaton_pattern.hpp"

namespace understudy::secret {

namespace {

std::string escaped(std::string_view text) {
    std::string pattern;
    for (const char c : text) {
        const bool is_plain = c == '_' || c == '-' || c == ' ' || (c >= '0' && c <= '9') ||
                              (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        if (!is_plain) pattern += '\\';
        pattern += c;
    }
    return pattern;
}

std::string one_of(const std::vector<std::string>& words) {
    std::string pattern;
    for (const std::string& word : words) {
        pattern += (pattern.empty() ? "(?i:" : "|") + escaped(word);
    }
    return pattern + ")";
}

}  // namespace

bool is_found_by_near_words(const Rule& rule) {
    return rule.words.empty() && !rule.near.empty();
}

std::string automaton_pattern(const Rule& rule) {
    return is_found_by_near_words(rule) ? one_of(rule.near) : rule.finds.text();
}

std::string key_pattern() {
    // The words of key_name.cpp, in any case and joined in any way. What stands before and between
    // them, and what is neutral behind them, is judged there. `>` ends `=>`.
    return "(?i:passw(?:or)?d|passwort|passphrase|pwd|secret|token|key|auth|authorization|"
           "credentials?|cookie|national[_-]?id|ssn|(?:card|cc)[_-]?(?:number|num)|pan|cvc|cvv)"
           "(?i:[_.-]?(?:value|text|string|plain|raw|old|new|current|confirm|confirmation|base64|"
           "b64|hex|prod|production|test|dev|live|staging|[0-9]{1,2}))?"
           "\\\\?[\"'`]?\\]?[ \\t]{0,8}(?:[:=]|%3[dD])";
}

}  // namespace understudy::secret
