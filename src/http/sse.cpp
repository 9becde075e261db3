#include "http/sse.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace understudy::http {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

// Digits only, and few enough to be a time.
std::optional<std::chrono::milliseconds> read_retry(std::string_view text) {
    constexpr std::size_t kMostDigits = 15;
    const bool digits = !text.empty() && text.size() <= kMostDigits &&
                        text.find_first_not_of("0123456789") == std::string_view::npos;
    if (!digits) return std::nullopt;
    return std::chrono::milliseconds(base::parse_int64(text).value_or(0));
}

std::string on_one_line(std::string_view text) {
    std::string out(text);
    std::erase_if(out, [](char c) { return c == '\r' || c == '\n'; });
    return out;
}

void append_data(std::string& out, std::string_view data) {
    while (true) {
        const std::size_t end = std::min(data.find_first_of("\r\n"), data.size());
        out += "data: ";
        out += data.substr(0, end);
        out += '\n';
        if (end == data.size()) return;
        data.remove_prefix(data.substr(end, 2) == "\r\n" ? end + 2 : end + 1);
    }
}

}  // namespace

SseReader::SseReader(const SseOptions& options) : options_(options) {}

base::Result<void> SseReader::feed(std::string_view bytes, SseBlocks& blocks) {
    if (error_) return base::fail(*error_);
    while (!bytes.empty()) {
        if (after_cr_) {
            after_cr_ = false;
            if (bytes[0] == '\n') {
                TRY_VOID(check_room(0, 1));
                block_.raw += '\n';
                bytes.remove_prefix(1);
                line_at_ = block_.raw.size();
            }
            if (done_) finish_block(blocks);
            continue;
        }
        const std::size_t end = std::min(bytes.find_first_of("\r\n"), bytes.size());
        const bool ends = end < bytes.size();
        const std::size_t taken = ends ? end + 1 : end;
        TRY_VOID(check_room(end, taken));
        block_.raw += bytes.substr(0, end);
        if (ends) {
            take_line();
            block_.raw += bytes[end];
            line_at_ = block_.raw.size();
            after_cr_ = bytes[end] == '\r';
            if (done_ && !after_cr_) finish_block(blocks);
        }
        bytes.remove_prefix(taken);
    }
    return {};
}

base::Result<void> SseReader::end(SseBlocks& blocks) {
    if (error_) return base::fail(*error_);
    if (done_) {
        finish_block(blocks);
    } else if (!block_.raw.empty() && options_.all_blocks) {
        SseBlock& rest = blocks.emplace_back();
        rest.last_id = last_id_;
        rest.is_whole = false;
        rest.raw = std::move(block_.raw);
    }
    const SseOptions options = options_;
    *this = SseReader(options);
    return {};
}

// The limit that is met first counts, so that the verdict does not depend on how bytes were cut.
base::Result<void> SseReader::check_room(std::size_t of_line, std::size_t of_block) {
    const std::size_t line_room = options_.line_bytes - (block_.raw.size() - line_at_);
    const std::size_t block_room = options_.block_bytes - block_.raw.size();
    const bool line_first = of_line > line_room && line_room <= block_room;
    if (!line_first && of_block <= block_room) return {};
    const std::size_t limit = line_first ? options_.line_bytes : options_.block_bytes;
    error_ = base::Error{
        base::Code::HttpMessageTooLarge, {{"limit", base::with_thousands(limit)}}, {}, {}};
    return base::fail(*error_);
}

void SseReader::take_line() {
    std::string_view line = std::string_view(block_.raw).substr(line_at_);
    if (first_line_ && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
    first_line_ = false;
    if (line.empty()) {
        done_ = true;
        return;
    }
    const std::size_t colon = line.find(':');
    if (colon == 0) {
        block_.comments.emplace_back(line.substr(1));
        return;
    }
    std::string_view value;
    if (colon != std::string_view::npos) {
        value = line.substr(colon + 1);
        if (value.starts_with(' ')) value.remove_prefix(1);
    }
    take_field(line.substr(0, colon), value);
}

void SseReader::take_field(std::string_view name, std::string_view value) {
    if (name == "data") {
        if (has_data_) block_.data += '\n';
        block_.data += value;
        has_data_ = true;
    } else if (name == "event") {
        block_.event = std::string(value);
    } else if (name == "id") {
        if (value.find('\0') != std::string_view::npos) return;
        block_.id = std::string(value);
    } else if (name == "retry") {
        if (const auto retry = read_retry(value)) block_.retry = retry;
    }
}

void SseReader::finish_block(SseBlocks& blocks) {
    block_.is_event = has_data_;
    if (block_.id) last_id_ = *block_.id;
    block_.last_id = last_id_;
    if (block_.is_event || options_.all_blocks) blocks.push_back(std::move(block_));
    block_ = SseBlock{};
    line_at_ = 0;
    has_data_ = false;
    done_ = false;
}

std::string write_sse(const SseBlock& block) {
    std::string out;
    for (const std::string& comment : block.comments) out += ":" + on_one_line(comment) + "\n";
    if (!block.event.empty()) out += "event: " + on_one_line(block.event) + "\n";
    if (block.id) out += "id: " + on_one_line(*block.id) + "\n";
    if (block.retry) out += "retry: " + std::to_string(block.retry->count()) + "\n";
    if (block.is_event) append_data(out, block.data);
    out += '\n';
    return out;
}

std::string write_sse_comment(std::string_view text) {
    return ": " + on_one_line(text) + "\n\n";
}

}  // namespace understudy::http
