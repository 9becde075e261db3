// Text by line, bytes by place. White space at the end of a line is text like any other: trimming
// would shift the first column of `git status --porcelain`.
#include <algorithm>

#include "base/bytes.hpp"
#include "cassette/impl/drifting.hpp"
#include "cassette/impl/parsing.hpp"
#include "json/diff.hpp"

namespace understudy::cassette {

namespace {

using json::Change;
using json::ChangeKind;
using json::Value;

constexpr std::size_t kShownBytes = 16;       // on either side of a place in binary data
constexpr std::size_t kShownText = 4 * 1024;  // of an output that is there on one side only

bool has_zero(std::string_view bytes) {
    return bytes.find('\0') != std::string_view::npos;
}

std::vector<std::string> lines_of(const Part& part) {
    return part.form == PartForm::Lines ? part.lines : lines_with_ends(part.bytes);
}

Value to_value(const std::vector<std::string>& lines) {
    Value all = Value::array();
    all.reserve(lines.size());
    for (const std::string& line : lines) all.push_back(text_value(line));
    return all;
}

std::size_t index_of(const json::Pointer& pointer) {
    return pointer.is_root() ? 0 : json::to_index(pointer.tokens().back()).value_or(0);
}

std::string_view end_of(std::string_view line) {
    if (line.ends_with("\r\n")) return "\r\n";
    return line.ends_with('\n') ? "\n" : "";
}

std::string_view without_end(std::string_view line) {
    return line.substr(0, line.size() - end_of(line).size());
}

// The two lines without their ends where these are the same.
void set_lines(Difference& difference, const std::string* before, const std::string* after) {
    const bool keeps_ends =
        before != nullptr && after != nullptr && end_of(*before) != end_of(*after);
    const auto shown = [keeps_ends](const std::string& line) {
        return text_value(keeps_ends ? std::string_view(line) : without_end(line));
    };
    if (before != nullptr) difference.before = shown(*before);
    if (after != nullptr) difference.after = shown(*after);
}

const std::string* line_at(const std::vector<std::string>& lines, std::size_t index) {
    return index < lines.size() ? &lines[index] : nullptr;
}

// Which bytes differ first, and a few around them in hexadecimal.
Difference byte_drift(const Where& where, std::string_view before, std::string_view after) {
    const auto [first, second] =
        std::mismatch(before.begin(), before.end(), after.begin(), after.end());
    const auto at = static_cast<std::size_t>(first - before.begin());
    Difference difference =
        difference_at(where, Drift::ValueChanged, "byte " + std::to_string(at + 1));
    difference.before = Value(base::to_hex(before.substr(at, kShownBytes)));
    difference.after = Value(base::to_hex(after.substr(at, kShownBytes)));
    return difference;
}

// All of it came, or all of it went: one difference, not one a line.
Difference whole_drift(const Where& where, std::string_view before, std::string_view after) {
    Difference difference = difference_at(where, Drift::ValueChanged, "line 1");
    difference.before = text_value(before.substr(0, kShownText));
    difference.after = text_value(after.substr(0, kShownText));
    return difference;
}

}  // namespace

std::vector<Difference> text_drift(const Where& where, const SidePart& expected,
                                   const SidePart& actual) {
    const std::string& before_bytes = expected.raw.bytes;
    const std::string& after_bytes = actual.raw.bytes;
    if (has_zero(before_bytes) || has_zero(after_bytes)) {
        return {byte_drift(where, before_bytes, after_bytes)};
    }
    if (before_bytes.empty() || after_bytes.empty()) {
        return {whole_drift(where, before_bytes, after_bytes)};
    }
    const std::vector<std::string> before = lines_of(expected.raw);
    const std::vector<std::string> after = lines_of(actual.raw);
    std::vector<Difference> found;
    std::size_t moves = 0;
    for (const Change& change :
         json::diff(to_value(lines_of(expected.part)), to_value(lines_of(actual.part)))) {
        const bool is_added = change.kind == ChangeKind::Added;
        const bool is_moved = change.kind == ChangeKind::Moved;
        if (is_moved && moves++ > 0) continue;  // once: the order of the whole
        const std::size_t line = index_of(is_added ? change.after_path : change.before_path);
        found.push_back(difference_at(where, is_moved ? Drift::OrderChanged : Drift::ValueChanged,
                                      "line " + std::to_string(line + 1)));
        set_lines(found.back(), is_added ? nullptr : line_at(before, line),
                  change.kind == ChangeKind::Removed
                      ? nullptr
                      : line_at(is_moved ? before : after,
                                index_of(is_moved ? change.before_path : change.after_path)));
        if (is_moved) {
            found.back().renamed_to = "line " + std::to_string(index_of(change.after_path) + 1);
        }
    }
    for (Difference& each : found) {
        if (each.drift == Drift::OrderChanged) each.times = moves;
    }
    return found;
}

}  // namespace understudy::cassette
