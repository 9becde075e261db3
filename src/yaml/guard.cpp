// The checks of impl/guard.hpp, each one pass over the bytes.
#include "yaml/impl/guard.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.hpp"

namespace understudy::yaml {

using base::Code;
using base::fail;
using base::Result;

namespace {

// A UTF-16 or UTF-32 text begins with a mark of its own or has a zero byte among its first two.
std::string_view foreign_encoding(std::string_view text) {
    using namespace std::string_view_literals;
    if (text.starts_with("\xFF\xFE\0\0"sv) || text.starts_with("\0\0\xFE\xFF"sv)) return "UTF-32";
    if (text.starts_with("\xFF\xFE"sv) || text.starts_with("\xFE\xFF"sv)) return "UTF-16";
    if (text.starts_with("\0\0\0"sv)) return "UTF-32";
    if (text.size() >= 4 && text.substr(1, 3) == "\0\0\0"sv) return "UTF-32";
    if (text.size() >= 2 && (text[0] == '\0') != (text[1] == '\0')) return "UTF-16";
    return {};
}

bool is_control(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\t' && c != '\n' && c != '\r') || byte == 0x7F;
}

}  // namespace

Result<std::size_t> check_text(const base::Source& source, const Limits& limits) {
    std::string_view text = source.text;
    // Byte ranges are 32 bits wide, whatever the limit says.
    const std::size_t most = std::min(limits.bytes, std::size_t{0xFFFF'FFFF} - 16);
    if (text.size() > most)
        return fail(
            Code::YamlTooLarge,
            {{"bytes", base::with_thousands(text.size())}, {"limit", base::with_thousands(most)}},
            source.whole());
    if (const std::string_view encoding = foreign_encoding(text); !encoding.empty())
        return fail(Code::YamlEncoding, {{"encoding", std::string(encoding)}}, source.mark(0));
    if (const auto bad = base::find_invalid_utf8(text))
        return fail(Code::YamlNotUtf8, {}, source.mark(*bad));

    const auto control = std::find_if(text.begin(), text.end(), is_control);
    if (control != text.end()) {
        const auto code = static_cast<unsigned char>(*control);
        return fail(Code::YamlControlCharacter, {{"code", std::to_string(code)}},
                    source.mark(static_cast<std::size_t>(control - text.begin())));
    }
    return text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
}

}  // namespace understudy::yaml
