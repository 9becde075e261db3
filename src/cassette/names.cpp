#include "cassette/impl/names.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace understudy::cassette {

namespace {

constexpr std::size_t kLongest = 200;

bool is_letter_or_digit(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_made_of(std::string_view text, std::string_view others) {
    return !text.empty() && text.size() <= kLongest &&
           std::all_of(text.begin(), text.end(), [&](char c) {
               return is_letter_or_digit(c) || others.find(c) != others.npos;
           });
}

bool are_steps_of_a_path(std::string_view text) {
    const auto steps = base::split(text, '/');
    return std::none_of(steps.begin(), steps.end(), [](std::string_view step) {
        return step.empty() || step == "." || step == "..";
    });
}

}  // namespace

bool is_service_name(std::string_view text) {
    return is_made_of(text, "._+-") && is_letter_or_digit(text[0]);
}

bool is_label(std::string_view text) {
    return is_made_of(text, "._+-");
}

bool is_variable_name(std::string_view text) {
    return is_made_of(text, "_");
}

bool is_exchange_id(std::string_view text) {
    return is_made_of(text, "._:/-");
}

bool is_cassette_name(std::string_view text) {
    return !text.empty() && text.size() <= kLongest && is_plain_text(text) &&
           text.find_first_of("\\@\t\n\r") == text.npos && are_steps_of_a_path(text);
}

bool is_cwd(std::string_view text) {
    const std::string_view base = text.substr(0, text.find('/'));
    return (base == "root" || base == "scratch") && text.find('\0') == text.npos &&
           are_steps_of_a_path(text);
}

std::string file_name_of(const Cassette& cassette) {
    if (!cassette.variant) return cassette.name;
    return cassette.name + "@" + cassette.variant->label;
}

}  // namespace understudy::cassette
