#include "app/shown_table.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "json/pointer.hpp"
#include "json/write.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

using json::Value;

constexpr std::size_t kMostOfACell = 48;   // code points
constexpr std::size_t kMostOfALine = 100;  // longer values are spread over several lines

std::string padded(std::string_view text, std::size_t width) {
    const std::size_t size = base::count_code_points(text);
    return std::string(text) + std::string(width > size ? width - size : 0, ' ');
}

std::string cut(const std::string& text) {
    if (base::count_code_points(text) <= kMostOfACell) return text;
    std::size_t at = 0;
    for (std::size_t count = 0; count + 3 < kMostOfACell; ++count) base::next_code_point(text, at);
    return text.substr(0, at) + "...";
}

bool is_scalar(const Value& value) {
    return !value.is_array() && !value.is_object();
}

// One value of a block. What is large stands below its label, as JSON over several lines.
std::string spread(const Value& value) {
    if (is_scalar(value)) return plain(&value);
    if (value.size() == 0) return "none";
    if (value.is_array() && std::all_of(value.items().begin(), value.items().end(), is_scalar)) {
        return joined(&value);
    }
    const std::string line = json::write(value);
    if (line.size() <= kMostOfALine) return report::shown(line);
    return '\n' + indented(report::shown(json::write_pretty(value), report::Breaks::Keep), 2);
}

// Warnings of a record, each in its own words.
void put_warnings(Lines& lines, const Value& warnings) {
    for (const Value& warning : warnings.items()) {
        lines.emplace_back("warning", plain_at(warning, "message|code"));
        if (warning.has("hint")) lines.emplace_back("", plain_at(warning, "hint"));
    }
}

// What stands in the list beyond the records.
std::string notes_of(const Value& list, const Look& look) {
    std::string notes;
    const Value* evicted = list.find("evicted");
    const Value* next = list.find("next");
    if (evicted != nullptr && evicted->is_number() && evicted->number_text() != "0") {
        notes +=
            faint(report::shown(evicted->number_text()) + " older are no longer kept", look) + '\n';
    }
    if (next != nullptr && !next->is_null()) {
        notes += faint("there are more: --limit says how many are shown", look) + '\n';
    }
    return notes;
}

bool is_list_of_names(const Value* member) {
    if (member == nullptr || !member->is_array()) return false;
    for (const Value& item : member->items()) {
        if (!item.is_string()) return false;
    }
    return true;
}

std::string shown_list(const Face& face, const Value& list, const Look& look) {
    const Value* data = list.find("data");
    const std::span<const Value> records =
        data != nullptr && data->is_array() ? data->items() : std::span<const Value>();
    if (records.empty()) return std::string(face.nothing) + '\n' + notes_of(list, look);
    std::vector<std::string> heads;
    for (const Column& column : face.columns) heads.emplace_back(column.head);
    Rows rows;
    for (const Value& record : records) {
        std::vector<std::string>& row = rows.emplace_back();
        for (const Column& column : face.columns) {
            const Value* member = member_at(record, column.path);
            row.push_back(is_list_of_names(member) ? joined(member, "-")
                                                   : plain_at(record, column.path));
        }
    }
    return table(heads, rows, look) + notes_of(list, look);
}

}  // namespace

std::string shown_answer(const Face& face, const Value& answer, const Look& look) {
    return face.text != nullptr ? face.text(answer, look) : shown_list(face, answer, look);
}

std::string shown_record(const Value& record, const Look& look) {
    if (!record.is_object()) return plain(&record) + '\n';
    Lines lines;
    for (const json::Member& member : record.members()) {
        if (member.key() == "warnings" && member.value.is_array()) {
            put_warnings(lines, member.value);
        } else {
            lines.emplace_back(report::shown(member.key()), spread(member.value));
        }
    }
    return block(lines, look);
}

std::string table(const std::vector<std::string>& heads, const Rows& rows, const Look& look) {
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < heads.size(); ++i) {
        std::size_t width = base::count_code_points(heads[i]);
        for (const auto& row : rows) {
            width = std::max(width, base::count_code_points(cut(row[i])));
        }
        widths.push_back(width);
    }
    const auto put = [&](std::string& out, const std::vector<std::string>& cells, bool head) {
        std::string line;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const bool last = i + 1 == cells.size();
            line += last ? cut(cells[i]) : padded(cut(cells[i]), widths[i]) + "  ";
        }
        while (line.ends_with(' ')) line.pop_back();
        out += (head ? strong(line, look) : line) + '\n';
    };
    std::string out;
    put(out, heads, true);
    for (const auto& row : rows) put(out, row, false);
    return out;
}

std::string block(const Lines& lines, const Look& look) {
    std::size_t width = 0;
    for (const auto& [label, text] : lines) {
        width = std::max(width, base::count_code_points(label));
    }
    std::string out;
    for (const auto& [label, text] : lines) {
        const bool below = text.starts_with('\n');
        out += strong(below ? label : padded(label, width), look) + (below ? "" : "  ") + text;
        if (!out.ends_with('\n')) out += '\n';
    }
    return out;
}

const Value* member_at(const Value& record, std::string_view path) {
    const Value* at = &record;
    for (const std::string_view name : base::split(path, '.')) {
        if (at->is_array()) {
            const auto index = json::to_index(name);
            at = index && *index < at->size() ? &at->items()[*index] : nullptr;
        } else {
            at = at->find(name);
        }
        if (at == nullptr) return nullptr;
    }
    return at;
}

std::string plain(const Value* value) {
    if (value == nullptr || value->is_null()) return "-";
    return report::shown(value->is_string() ? std::string(value->as_string())
                                            : json::write(*value));
}

std::string plain_at(const Value& record, std::string_view path) {
    for (const std::string_view one : base::split(path, '|')) {
        const Value* value = member_at(record, one);
        if (value != nullptr && !value->is_null()) return plain(value);
    }
    return "-";
}

std::string joined(const Value* list, std::string_view none) {
    if (list == nullptr || !list->is_array() || list->size() == 0) return std::string(none);
    std::vector<std::string> texts;
    for (const Value& item : list->items()) texts.push_back(plain(&item));
    return base::join(texts, ", ");
}

std::span<const Value> items_at(const Value& record, std::string_view path) {
    const Value* list = member_at(record, path);
    return list != nullptr && list->is_array() ? list->items() : std::span<const Value>();
}

std::string strong(std::string_view text, const Look& look) {
    return look.colour ? "\x1b[1m" + std::string(text) + "\x1b[0m" : std::string(text);
}

std::string faint(std::string_view text, const Look& look) {
    return look.colour ? "\x1b[2m" + std::string(text) + "\x1b[0m" : std::string(text);
}

std::string indented(std::string_view text, std::size_t by) {
    std::string out;
    for (const std::string_view line : base::split_lines(text)) {
        out += std::string(by, ' ') + std::string(line) + '\n';
    }
    return out;
}

}  // namespace understudy::app
