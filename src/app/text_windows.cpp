#include "app/text_windows.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace understudy::app {

namespace {

std::uint64_t characters(std::string_view bytes) {
    return static_cast<std::uint64_t>(std::count_if(bytes.begin(), bytes.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
    }));
}

std::uint64_t line_breaks(std::string_view bytes) {
    return static_cast<std::uint64_t>(std::count(bytes.begin(), bytes.end(), '\n'));
}

bool is_base64(char byte) {
    return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
           (byte >= 'A' && byte <= 'Z') || byte == '+' || byte == '/' || byte == '-' || byte == '_';
}

// How much of the text before the cut the next window gets. Inside a run of base64 it begins with a
// whole group, or nothing of it could be decoded; where the run fills the buffer, the buffer begins
// with one.
std::size_t lead_at(std::string_view text, std::size_t cut, std::size_t overlap) {
    const std::size_t from = cut - std::min(cut, overlap);
    std::size_t run = from;
    while (run > 0 && is_base64(text[run - 1])) --run;
    return cut - (from - (from - run) % 4);
}

}  // namespace

bool Window::reports(std::size_t first, std::size_t last) const {
    if (first >= end && end < bytes.size()) return false;
    if (first >= begin) return true;
    return last > seen;  // it began before; has the window before seen it whole?
}

Window whole_window(std::string bytes) {
    Window window;
    window.end = bytes.size();
    window.bytes = std::move(bytes);
    window.is_whole = true;
    return window;
}

bool is_compressed(std::string_view name, std::string_view bytes) {
    using namespace std::string_view_literals;
    constexpr std::string_view kBeginnings[] = {"\x1f\x8b"sv, "\x28\xb5\x2f\xfd"sv, "\x78\x01"sv,
                                                "\x78\x9c"sv, "\x78\xda"sv};
    if (base::to_lower_ascii(name).ends_with(".br")) return true;
    return std::any_of(std::begin(kBeginnings), std::end(kBeginnings),
                       [&](std::string_view beginning) { return bytes.starts_with(beginning); });
}

WindowCutter::WindowCutter(std::string name, Take take, WindowSizes sizes)
    : name_(std::move(name)), take_(std::move(take)), sizes_(sizes) {}

void WindowCutter::feed(std::string_view bytes) {
    while (!bytes.empty()) {
        const std::size_t full = lead_ + sizes_.window + sizes_.overlap;
        const std::size_t part = std::min(bytes.size(), full - buffer_.size());
        buffer_.append(bytes.substr(0, part));
        bytes.remove_prefix(part);
        if (buffer_.size() == full) hand_over_full();
    }
}

void WindowCutter::hand_over_full() {
    if (is_first_ && !is_compressed_ && is_compressed(name_, buffer_)) {
        is_compressed_ = true;
        sizes_.window = std::max(sizes_.window, sizes_.compressed);
        return;  // it is not full yet
    }
    const std::size_t most = lead_ + sizes_.window;
    const std::size_t least = most - std::min(sizes_.overlap, sizes_.window - 1);
    const std::size_t line_break = std::string_view(buffer_).substr(0, most).rfind('\n');
    const bool is_near = line_break != std::string_view::npos && line_break >= least;
    const std::size_t cut = is_near ? line_break + 1 : most;
    const std::size_t lead = lead_at(buffer_, cut, sizes_.overlap);

    std::string next;
    next.reserve(lead + sizes_.window + sizes_.overlap);
    next.append(buffer_, cut - lead);
    buffer_.resize(cut + sizes_.overlap);

    Window window;
    window.bytes = std::exchange(buffer_, std::move(next));
    window.begin = std::exchange(lead_, lead);
    window.seen = std::exchange(seen_, lead + sizes_.overlap);
    window.end = cut;
    window.gap_before = std::exchange(gap_, 0);
    window.is_cut_off = std::exchange(is_first_, false) && is_compressed_;
    take_(std::move(window));
}

void WindowCutter::hand_over_rest(bool is_end) {
    Window window;
    window.bytes = std::exchange(buffer_, {});
    window.begin = std::exchange(lead_, 0);
    window.seen = std::exchange(seen_, 0);
    window.end = window.bytes.size();
    window.gap_before = std::exchange(gap_, 0);
    window.is_whole = std::exchange(is_first_, false) && is_end && window.gap_before == 0;
    take_(std::move(window));
}

void WindowCutter::skip(std::uint64_t hole) {
    // What stands before a hole and what stands behind it have nothing to do with each other.
    if (buffer_.size() > lead_) hand_over_rest(false);
    buffer_.clear();
    lead_ = 0;
    seen_ = 0;
    gap_ += hole;
}

void WindowCutter::end() {
    if (buffer_.size() > lead_ || is_first_) hand_over_rest(true);
}

WindowCount count_window(const Window& window) {
    WindowCount count;
    count.gap = window.gap_before;
    if (window.is_whole) return count;  // nobody counts on from here
    const std::string_view own = window.own();
    count.lines = line_breaks(own);
    const std::size_t last = own.rfind('\n');
    count.columns = characters(last == std::string_view::npos ? own : own.substr(last + 1));
    count.lead_lines = line_breaks(window.lead());
    if (count.lead_lines == 0) count.lead_columns = characters(window.lead());
    return count;
}

TextPlace behind(TextPlace before, const WindowCount& window) {
    if (window.lines > 0) return {before.lines + window.lines, window.columns};
    return {before.lines, before.columns + window.gap + window.columns};
}

LineColumn in_text(LineColumn inside, TextPlace before, const WindowCount& window) {
    const bool is_first_line = inside.line == 1;
    inside.line += static_cast<std::uint32_t>(before.lines - window.lead_lines);
    if (is_first_line && window.lead_lines == 0) {
        inside.column +=
            static_cast<std::uint32_t>(before.columns + window.gap - window.lead_columns);
    }
    return inside;
}

}  // namespace understudy::app
