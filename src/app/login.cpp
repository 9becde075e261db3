#include "app/login.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "app/files.hpp"
#include "base/text.hpp"
#include "plan/code.hpp"

namespace understudy::app {

namespace {

constexpr std::size_t kMostLoginBytes = std::size_t{1} << 20U;
constexpr std::size_t kShortestWord = 16;  // of a file, to be taken for a secret
constexpr std::size_t kMostWords = 1000;

std::string own_variable(const std::string& name) {
    const char* value = std::getenv(name.c_str());  // NOLINT(concurrency-mt-unsafe)
    return value == nullptr ? "" : value;
}

base::Failure no_login(const plan::Credential& credential, std::string why, std::string help) {
    return base::fail(plan::code::NoLogin,
                      {{"name", base::quoted(credential.name)},
                       {"why", std::move(why)},
                       {"help", std::move(help)}},
                      credential.mark);
}

// Keys and host names of such a file are no secrets: letters alone, or short.
bool looks_secret(std::string_view word) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    return word.size() >= kShortestWord && std::any_of(word.begin(), word.end(), is_digit);
}

void put_words(std::string_view text, const std::string& name, std::vector<secret::Known>& known) {
    constexpr std::string_view kBreaks = " \t\r\n\"':,={}[]<>;";
    std::size_t words = 0;
    while (!text.empty() && words < kMostWords) {
        const std::size_t begin = text.find_first_not_of(kBreaks);
        if (begin == std::string_view::npos) return;
        text.remove_prefix(begin);
        const std::string_view word = text.substr(0, text.find_first_of(kBreaks));
        text.remove_prefix(word.size());
        if (!looks_secret(word)) continue;
        known.push_back({name, std::string(word)});
        ++words;
    }
}

}  // namespace

base::Result<std::string> login_of(const plan::Credential& credential) {
    if (credential.file.empty()) {
        const std::string& from = credential.from.empty() ? credential.variable : credential.from;
        std::string value = own_variable(from);
        if (!value.empty()) return value;
        return no_login(credential, "the variable " + from + " is not set",
                        "without it nothing is run and nothing is changed");
    }
    const std::filesystem::path own = std::filesystem::path(own_variable("HOME")) / credential.file;
    auto read = read_file(own.string(), kMostLoginBytes);
    if (read) return std::move(read->text);
    return no_login(credential, "the file ~/" + credential.file + " cannot be read",
                    "the tool itself writes it when you log in");
}

std::vector<secret::Known> secrets_of(const std::vector<plan::Credential>& credentials) {
    std::vector<secret::Known> known;
    for (const plan::Credential& credential : credentials) {
        const auto value = login_of(credential);
        if (!value) continue;
        if (!credential.file.empty()) {
            put_words(*value, credential.name, known);
        } else {
            const bool is_header = credential.variable.empty();
            known.push_back({is_header ? credential.from : credential.variable, *value});
        }
    }
    return known;
}

}  // namespace understudy::app
