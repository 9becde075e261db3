// Addresses, host names and e-mail addresses.
#include "base/text.hpp"
#include "schema/impl/format.hpp"

namespace understudy::schema {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
bool is_hex(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool is_hex_group(std::string_view text) {
    if (text.empty() || text.size() > 4) return false;
    for (const char c : text) {
        if (!is_hex(c)) return false;
    }
    return true;
}

// Number of 16-bit groups written, or -1. `last`: an IPv4 address may stand at the end.
int count_groups(std::string_view text, bool last) {
    if (text.empty()) return 0;
    int groups = 0;
    const std::vector<std::string_view> parts = base::split(text, ':');
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (is_hex_group(parts[i])) {
            ++groups;
        } else if (last && i + 1 == parts.size() && is_ipv4(parts[i])) {
            groups += 2;
        } else {
            return -1;
        }
    }
    return groups;
}

bool is_label(std::string_view label, bool international) {
    if (label.empty() || label.front() == '-' || label.back() == '-') return false;
    for (const char c : label) {
        const bool foreign = international && static_cast<unsigned char>(c) >= 128;
        if (!is_digit(c) && !is_letter(c) && c != '-' && !foreign) return false;
    }
    // "xn--" has its own rules; every other "--" in third place is reserved.
    const bool encoded = label.size() > 4 && base::equal_ignoring_case(label.substr(0, 4), "xn--");
    if (label.size() >= 4 && label.substr(2, 2) == "--" && !encoded) return false;
    const std::size_t length = international ? base::count_code_points(label) : label.size();
    return length <= 63;
}

bool are_labels(std::string_view text, bool international) {
    if (text.empty() || text.size() > 253) return false;
    for (const std::string_view label : base::split(text, '.')) {
        if (!is_label(label, international)) return false;
    }
    return true;
}

bool is_atom_text(char c, bool international) {
    constexpr std::string_view kMarks = "!#$%&'*+-/=?^_`{|}~";
    return is_digit(c) || is_letter(c) || kMarks.find(c) != std::string_view::npos ||
           (international && static_cast<unsigned char>(c) >= 128);
}

bool is_quoted_local(std::string_view text, bool international) {
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
        const char c = text[i];
        if (c == '\\' && i + 2 < text.size()) {
            ++i;
            continue;
        }
        const bool foreign = static_cast<unsigned char>(c) >= 128;
        if (c == '"' || c == '\\' || (c >= 0 && c < ' ') || (foreign && !international)) {
            return false;
        }
    }
    return true;
}

bool is_local_part(std::string_view text, bool international) {
    if (text.empty() || text.size() > 64) return false;
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"') {
        return is_quoted_local(text, international);
    }
    for (const std::string_view atom : base::split(text, '.')) {
        if (atom.empty()) return false;
        for (const char c : atom) {
            if (!is_atom_text(c, international)) return false;
        }
    }
    return true;
}

}  // namespace

bool is_ipv4(std::string_view text) {
    const std::vector<std::string_view> parts = base::split(text, '.');
    if (parts.size() != 4) return false;
    for (const std::string_view part : parts) {
        if (part.empty() || part.size() > 3 || (part.size() > 1 && part.front() == '0')) {
            return false;
        }
        int number = 0;
        for (const char c : part) {
            if (!is_digit(c)) return false;
            number = number * 10 + (c - '0');
        }
        if (number > 255) return false;
    }
    return true;
}

bool is_ipv6(std::string_view text) {
    const std::size_t gap = text.find("::");
    if (gap == std::string_view::npos) return count_groups(text, true) == 8;
    if (text.find("::", gap + 1) != std::string_view::npos) return false;
    const int before = count_groups(text.substr(0, gap), false);
    const int after = count_groups(text.substr(gap + 2), true);
    return before >= 0 && after >= 0 && before + after <= 7;
}

bool is_hostname(std::string_view text) {
    return are_labels(text, false);
}

// Letters of any script, in the four dots IDNA knows; the rules of each script are not checked.
bool is_idn_hostname(std::string_view text) {
    std::string plain(text);
    for (const std::string_view dot : {"\u3002", "\uFF0E", "\uFF61"}) {
        plain = base::replace_all(plain, dot, ".");
    }
    return are_labels(plain, true);
}

bool is_email(std::string_view text, bool international) {
    const std::size_t at = text.rfind('@');
    if (at == std::string_view::npos || !is_local_part(text.substr(0, at), international)) {
        return false;
    }
    std::string_view domain = text.substr(at + 1);
    if (domain.starts_with('[') && domain.ends_with(']')) {
        domain = domain.substr(1, domain.size() - 2);
        if (domain.size() > 5 && base::equal_ignoring_case(domain.substr(0, 5), "IPv6:")) {
            return is_ipv6(domain.substr(5));
        }
        return is_ipv4(domain);
    }
    return international ? is_idn_hostname(domain) : is_hostname(domain);
}

}  // namespace understudy::schema
