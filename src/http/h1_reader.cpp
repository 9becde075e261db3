#include "http/impl/h1_reader.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/assert.hpp"
#include "base/text.hpp"

namespace understudy::http {

using base::Code;
using Got = H1Reader::Got;

namespace {

constexpr std::size_t kChunkLineBytes = 4096;  // a size line with all its extensions
// Extensions of a whole body: a body of one-byte chunks must not cost thousands of times its size.
constexpr std::size_t kExtensionBytes = std::size_t{64} * 1024;
constexpr unsigned kBlankLines = 4;  // before a message: a client's slip, not a flood

struct Table {
    std::array<bool, 256> allowed{};
};

constexpr Table token_table() {  // RFC 9110: tchar
    Table table;
    for (int c = '0'; c <= '9'; ++c) table.allowed[static_cast<std::size_t>(c)] = true;
    for (int c = 'a'; c <= 'z'; ++c) table.allowed[static_cast<std::size_t>(c)] = true;
    for (int c = 'A'; c <= 'Z'; ++c) table.allowed[static_cast<std::size_t>(c)] = true;
    for (const char c : std::string_view("!#$%&'*+-.^_`|~")) {
        table.allowed[static_cast<unsigned char>(c)] = true;
    }
    return table;
}
constexpr Table value_table() {  // visible, space, tab, and bytes above ASCII
    Table table;
    for (std::size_t c = 0x20; c < 0x100; ++c) table.allowed[c] = c != 0x7f;
    table.allowed['\t'] = true;
    return table;
}
constexpr Table kToken = token_table();
constexpr Table kValue = value_table();

bool is_token(char c) {
    return kToken.allowed[static_cast<unsigned char>(c)];
}
bool is_value(char c) {
    return kValue.allowed[static_cast<unsigned char>(c)];
}
bool is_target(char c) {  // visible ASCII; bytes above it are left to the route table to refuse
    const auto byte = static_cast<unsigned char>(c);
    return byte > 0x20 && byte != 0x7f;
}

// How many bytes at the beginning are surely neither below `least` nor 0x7f. Eight are looked at
// together, and where one of them may be, it ends: the rest is looked at byte by byte.
std::size_t surely_visible(std::string_view text, std::uint64_t least) {
    constexpr std::uint64_t kEach = 0x0101010101010101;
    constexpr std::size_t kWord = sizeof(std::uint64_t);
    std::size_t at = 0;
    for (; at + kWord <= text.size(); at += kWord) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, text.data() + at, kWord);
        const std::uint64_t deletes = eight ^ (kEach * 0x7f);
        const std::uint64_t found =
            ((eight - kEach * least) & ~eight) | ((deletes - kEach) & ~deletes);
        if ((found & (kEach * 0x80)) != 0) break;
    }
    return at;
}

std::string byte_code(char c) {
    return std::to_string(static_cast<unsigned>(static_cast<unsigned char>(c)));
}

std::string_view trim_blanks(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

// The text between `HTTP/` and what follows, if it looks like a version: 2.0
bool is_version(std::string_view text) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    return text.size() == 3 && is_digit(text[0]) && text[1] == '.' && is_digit(text[2]);
}

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

}  // namespace

void H1Reader::expect(Framing framing) {
    ASSERT(state_ == State::Decide, "a body is expected after a head");
    left_ = framing.length;
    switch (framing.kind) {
        case Framing::Kind::None: state_ = State::Done; break;
        case Framing::Kind::Counted: state_ = left_ == 0 ? State::Done : State::Counted; break;
        case Framing::Kind::Chunked: state_ = State::Chunk; break;
        case Framing::Kind::UntilClose: state_ = State::UntilClose; break;
        case Framing::Kind::Raw: state_ = State::Raw; break;
    }
}

void H1Reader::restart() {
    state_ = State::Start;
    head_bytes_ = 0;
    blank_lines_ = 0;
    body_bytes_ = 0;
    extension_bytes_ = 0;
    request_ = {};
    response_ = {};
    trailers_.clear();
    ASSERT(partial_.empty(), "a message ended in the middle of a line");
}

void H1Reader::refuse(base::Error error) {
    error_ = std::move(error);
    state_ = State::Refused;
}

Got H1Reader::fail(Code code, std::vector<base::Arg> args) {
    refuse(base::Error{code, std::move(args), {}, {}});
    return Got::Refused;
}

Got H1Reader::next(std::string_view& bytes) {
    std::string_view line;
    while (true) {
        switch (state_) {
            case State::Start:
            case State::Fields:
            case State::Trailers: {
                if (!take_line(bytes, line)) {
                    return state_ == State::Refused ? Got::Refused : Got::Nothing;
                }
                Got got = Got::Nothing;
                if (state_ == State::Start) {
                    got = read_start(line);
                } else if (!line.empty()) {
                    const bool trailer = state_ == State::Trailers;
                    Headers& own = side_ == Side::Request ? request_.headers : response_.headers;
                    got = read_field(line, trailer ? trailers_ : own);
                } else if (state_ == State::Fields) {
                    state_ = State::Decide;
                    got = Got::Head;
                } else {
                    state_ = State::Done;
                    got = Got::End;
                }
                if (got != Got::Nothing) return got;
                break;
            }
            case State::Chunk: {
                if (!take_line(bytes, line)) {
                    return state_ == State::Refused ? Got::Refused : Got::Nothing;
                }
                if (read_chunk_size(line) == Got::Refused) return Got::Refused;
                break;
            }
            case State::ChunkEnd: {
                const Got got = read_chunk_end(bytes);
                if (state_ == State::ChunkEnd || got == Got::Refused) return got;
                break;
            }
            case State::Counted:
            case State::ChunkData:
                if (bytes.empty()) return Got::Nothing;
                return take_piece(bytes, true);
            case State::UntilClose:
            case State::Raw:
                if (bytes.empty()) return Got::Nothing;
                return take_piece(bytes, false);
            case State::Decide:
                ASSERT(false, "the body's end was never decided");
                return Got::Nothing;
            case State::Done: return Got::End;
            case State::Refused: return Got::Refused;
        }
    }
}

Got H1Reader::end() {
    switch (state_) {
        case State::UntilClose: state_ = State::Done; return Got::End;
        case State::Raw:
        case State::Done: return Got::End;
        case State::Refused: return Got::Refused;
        case State::Start:
            if (partial_.empty()) return Got::Nothing;
            return fail(Code::HttpCutShort, {{"what", "a head"}});
        case State::Fields: return fail(Code::HttpCutShort, {{"what", "a head"}});
        case State::Decide:
        case State::Counted:
        case State::Chunk:
        case State::ChunkData:
        case State::ChunkEnd:
        case State::Trailers: return fail(Code::HttpCutShort, {{"what", "a body"}});
    }
    return Got::Nothing;
}

// One line without its CR LF. Only LF after CR ends a line; an LF alone or a CR elsewhere is where
// readers differ, and smuggling begins.
bool H1Reader::take_line(std::string_view& bytes, std::string_view& line) {
    const bool chunk = state_ == State::Chunk;
    const std::size_t limit = chunk ? kChunkLineBytes : limits_.head_bytes;
    const std::size_t so_far = chunk ? partial_.size() : head_bytes_;
    const void* found = bytes.empty() ? nullptr : std::memchr(bytes.data(), '\n', bytes.size());
    const std::size_t size =
        found == nullptr
            ? bytes.size()
            : static_cast<std::size_t>(static_cast<const char*>(found) - bytes.data()) + 1;
    if (so_far + size > limit) {
        if (chunk) {
            fail(Code::HttpBadChunk, {{"why", "its size line is too long"}});
        } else if (side_ == Side::Request && state_ == State::Start) {
            fail(Code::HttpTargetTooLong, {{"limit", base::with_thousands(limits_.target_bytes)}});
        } else {
            fail(Code::HttpHeadTooLarge, {{"limit", base::with_thousands(limit)}});
        }
        return false;
    }
    if (!chunk) head_bytes_ += size;
    const std::string_view got = bytes.substr(0, size);
    bytes.remove_prefix(size);
    if (found == nullptr) {
        partial_ += got;
        return false;
    }
    if (partial_.empty()) {
        line = got;
    } else {
        partial_ += got;
        line_.swap(partial_);
        partial_.clear();
        line = line_;
    }
    line.remove_suffix(1);
    if (!line.ends_with('\r')) {
        fail(Code::HttpBadLineEnd, {{"why", "LF stands alone"}});
        return false;
    }
    line.remove_suffix(1);
    if (std::memchr(line.data(), '\r', line.size()) != nullptr) {
        fail(Code::HttpBadLineEnd, {{"why", "CR stands alone"}});
        return false;
    }
    return true;
}

Got H1Reader::read_start(std::string_view line) {
    if (line.empty()) {
        // RFC 9112, 2.2: an empty line before a request is skipped. Not before an answer.
        if (side_ == Side::Response || ++blank_lines_ > kBlankLines) {
            return fail(side_ == Side::Request ? Code::HttpBadRequestLine : Code::HttpBadStatusLine,
                        {{"why", "it is empty"}});
        }
        head_bytes_ = 0;
        return Got::Nothing;
    }
    state_ = State::Fields;
    return side_ == Side::Request ? read_request_line(line) : read_status_line(line);
}

Got H1Reader::read_request_line(std::string_view line) {
    const auto bad = [this](std::string_view why) {
        return fail(Code::HttpBadRequestLine, {{"why", std::string(why)}});
    };
    std::size_t method = 0;
    while (method < line.size() && is_token(line[method])) ++method;
    if (method == 0) return bad("it does not begin with a method");
    if (method == line.size() || line[method] != ' ')
        return bad("the method does not end in a space");
    std::size_t target = method + 1;
    target += surely_visible(line.substr(target), ' ' + 1);
    while (target < line.size() && is_target(line[target])) ++target;
    const std::string_view where = line.substr(method + 1, target - method - 1);
    if (where.empty()) return bad("there is no request target");
    if (where.size() > limits_.target_bytes) {
        return fail(Code::HttpTargetTooLong,
                    {{"limit", base::with_thousands(limits_.target_bytes)}});
    }
    if (target == line.size()) return bad("there is no HTTP version");
    if (line[target] != ' ') return bad("the request target holds a control character");
    const std::string_view version = line.substr(target + 1);
    if (version == "HTTP/1.1") {
        request_.version = Version::Http11;
    } else if (version == "HTTP/1.0") {
        request_.version = Version::Http10;
    } else if (version.starts_with("HTTP/") && is_version(version.substr(5))) {
        return fail(Code::HttpUnsupportedVersion, {{"version", std::string(version.substr(5))}});
    } else {
        return bad("it does not end in an HTTP version");
    }
    request_.method.assign(line.substr(0, method));
    request_.target.assign(where);
    request_.headers.reserve(12, 480);
    return Got::Nothing;
}

Got H1Reader::read_status_line(std::string_view line) {
    const auto bad = [this](std::string_view why) {
        return fail(Code::HttpBadStatusLine, {{"why", std::string(why)}});
    };
    if (line.starts_with("HTTP/1.1")) {
        response_.version = Version::Http11;
    } else if (line.starts_with("HTTP/1.0")) {
        response_.version = Version::Http10;
    } else if (line.starts_with("HTTP/") && is_version(line.substr(5, 3))) {
        return fail(Code::HttpUnsupportedVersion, {{"version", std::string(line.substr(5, 3))}});
    } else {
        return bad("it does not begin with an HTTP version");
    }
    line.remove_prefix(8);
    if (line.size() < 4 || line[0] != ' ') return bad("there is no status");
    int status = 0;
    for (const char c : line.substr(1, 3)) {
        if (c < '0' || c > '9') return bad("the status is not three digits");
        status = status * 10 + (c - '0');
    }
    if (status < 100) return bad("the status is below 100");
    line.remove_prefix(4);
    if (!line.empty() && line[0] != ' ') return bad("the status is not three digits");
    if (!line.empty()) line.remove_prefix(1);
    for (const char c : line) {
        if (!is_value(c)) return bad("the reason holds a control character");
    }
    response_.status = status;
    response_.reason.assign(line);
    return Got::Nothing;
}

Got H1Reader::read_field(std::string_view line, Headers& into) {
    if (line.front() == ' ' || line.front() == '\t') return fail(Code::HttpFoldedField);
    std::size_t name = 0;
    while (name < line.size() && is_token(line[name])) ++name;
    if (name == line.size() || line[name] != ':' || name == 0) {
        const char* why = name == line.size() ? "there is no colon"
                          : line[name] == ':' ? "it is empty"
                          : line[name] == ' ' ? "it holds a space"
                                              : "it holds a character that is not allowed there";
        return fail(Code::HttpBadFieldName, {{"why", why}});
    }
    const std::string_view value = trim_blanks(line.substr(name + 1));
    for (const char c : value.substr(surely_visible(value, ' '))) {
        if (!is_value(c)) {
            return fail(Code::HttpBadFieldValue,
                        {{"name", std::string(line.substr(0, name))}, {"byte", byte_code(c)}});
        }
    }
    if (into.size() >= limits_.header_count) {
        return fail(Code::HttpTooManyFields,
                    {{"limit", base::with_thousands(limits_.header_count)}});
    }
    into.add(line.substr(0, name), value);
    return Got::Nothing;
}

// `1a2` or `1a2;name=value`. Extensions mean nothing to us but must be visible text.
Got H1Reader::read_chunk_size(std::string_view line) {
    const auto bad = [this](std::string_view why) {
        return fail(Code::HttpBadChunk, {{"why", std::string(why)}});
    };
    std::size_t digits = 0;
    std::uint64_t size = 0;
    while (digits < line.size() && hex_digit(line[digits]) >= 0) {
        if (digits == 15) return bad("its size has too many digits");
        size = size * 16 + static_cast<std::uint64_t>(hex_digit(line[digits]));
        ++digits;
    }
    if (digits == 0) return bad("its size is not a hexadecimal number");
    if (digits < line.size()) {
        if (line[digits] != ';') return bad("its size is not a hexadecimal number");
        if (digits + 1 == line.size() || !is_token(line[digits + 1])) {
            return bad("its extension has no name");
        }
        for (const char c : line.substr(digits)) {
            if (!is_value(c)) return bad("its extension holds a control character");
        }
        extension_bytes_ += line.size() - digits;
        if (extension_bytes_ > kExtensionBytes) return bad("the extensions are too long");
    }
    if (size == 0) {
        state_ = State::Trailers;
        return Got::Nothing;
    }
    if (!count_body(size)) return Got::Refused;
    left_ = size;
    state_ = State::ChunkData;
    return Got::Nothing;
}

Got H1Reader::read_chunk_end(std::string_view& bytes) {
    while (!bytes.empty()) {
        const char c = bytes.front();
        bytes.remove_prefix(1);
        if (left_ == 0 && c == '\r') {
            left_ = 1;
        } else if (left_ == 1 && c == '\n') {
            state_ = State::Chunk;
            return Got::Nothing;
        } else {
            return fail(Code::HttpBadChunk, {{"why", "its data does not end in CR LF"}});
        }
    }
    return Got::Nothing;
}

Got H1Reader::take_piece(std::string_view& bytes, bool counted) {
    if (!counted) {
        // What the limit allows is handed on first: the same for any cut.
        const std::uint64_t allowed =
            state_ == State::UntilClose ? limits_.body_bytes - body_bytes_ : UINT64_MAX;
        const auto size =
            static_cast<std::size_t>(std::clamp<std::uint64_t>(allowed, 1, bytes.size()));
        if (state_ == State::UntilClose && !count_body(size)) return Got::Refused;
        piece_ = bytes.substr(0, size);
        bytes.remove_prefix(size);
        return Got::Piece;
    }
    const std::size_t size = static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size()));
    piece_ = bytes.substr(0, size);
    bytes.remove_prefix(size);
    left_ -= size;
    if (left_ == 0) state_ = state_ == State::Counted ? State::Done : State::ChunkEnd;
    return Got::Piece;
}

bool H1Reader::count_body(std::uint64_t more) {
    if (more <= limits_.body_bytes && body_bytes_ <= limits_.body_bytes - more) {
        body_bytes_ += more;
        return true;
    }
    fail(Code::HttpBodyTooLarge, {{"limit", base::with_thousands(limits_.body_bytes)}});
    return false;
}

}  // namespace understudy::http
