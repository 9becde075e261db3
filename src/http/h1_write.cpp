#include "http/impl/h1_write.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace understudy::http {

namespace {

void append_based(std::string& out, std::uint64_t number, int base) {
    std::array<char, 24> text{};
    const auto [end, problem] = std::to_chars(text.data(), text.data() + text.size(), number, base);
    out.append(text.data(), static_cast<std::size_t>(end - text.data()));
}

// Is there a byte below 0x0E in it? Eight are looked at together: every field of every answer comes
// by here.
bool may_break(std::string_view text) {
    constexpr std::uint64_t kEach = 0x0101010101010101;
    constexpr std::size_t kWord = sizeof(std::uint64_t);
    const auto breaks = [](const char* at) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, at, kWord);
        return ((eight - kEach * 0x0E) & ~eight & (kEach * 0x80)) != 0;
    };
    if (text.size() < kWord) {
        return std::any_of(text.begin(), text.end(),
                           [](char c) { return static_cast<unsigned char>(c) < 0x0E; });
    }
    for (std::size_t at = 0; at + kWord < text.size(); at += kWord) {
        if (breaks(text.data() + at)) return true;
    }
    return breaks(text.data() + text.size() - kWord);  // some of it for the second time
}

// A fake may be told to send anything, but a line break inside a field would end the head early
// and make a second message of it: these three are left out.
void append_clean(std::string& out, std::string_view text) {
    constexpr std::string_view kBreaks("\r\n\0", 3);
    if (!may_break(text)) {
        out += text;
        return;
    }
    for (const char c : text) {
        if (kBreaks.find(c) == std::string_view::npos) out += c;
    }
}

}  // namespace

void append_number(std::string& out, std::uint64_t number) {
    append_based(out, number, 10);
}

void append_field(std::string& out, std::string_view name, std::string_view value) {
    // Nearly all are short and clean: put together before they are appended.
    constexpr std::size_t kShort = 96;
    if (name.size() + value.size() <= kShort && !may_break(name) && !may_break(value)) {
        char line[kShort + 4];
        char* at = std::copy(name.begin(), name.end(), line);
        *at++ = ':';
        *at++ = ' ';
        at = std::copy(value.begin(), value.end(), at);
        *at++ = '\r';
        *at++ = '\n';
        out.append(line, static_cast<std::size_t>(at - line));
        return;
    }
    append_clean(out, name);
    out += ": ";
    append_clean(out, value);
    out += "\r\n";
}

void append_fields(std::string& out, const Headers& headers) {
    for (const Field field : headers) append_field(out, field.name, field.value);
}

void append_status_line(std::string& out, const ResponseHead& head) {
    out += "HTTP/1.1 ";
    append_number(out, static_cast<std::uint64_t>(head.status));
    out += ' ';
    append_clean(out, head.reason.empty() ? usual_reason(head.status) : head.reason);
    out += "\r\n";
}

void append_request_line(std::string& out, const RequestHead& head) {
    append_clean(out, head.method);
    out += ' ';
    append_clean(out, head.target);
    out += " HTTP/1.1\r\n";
}

void append_chunk(std::string& out, std::string_view bytes) {
    if (bytes.empty()) return;  // a chunk of nothing would be the last one
    append_based(out, bytes.size(), 16);
    out += "\r\n";
    out += bytes;
    out += "\r\n";
}

void append_last_chunk(std::string& out, const Headers& trailers) {
    out += "0\r\n";
    append_fields(out, trailers);
    out += "\r\n";
}

}  // namespace understudy::http
