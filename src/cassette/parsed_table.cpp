// Tables as docker, kubectl and their like print them:
//
//     CONTAINER ID   IMAGE         STATUS
//     4be1c07a91aa   alpine:3.19   Up 3 minutes
//
// A column begins where its name begins; every row must have a space before each of them. A text
// where that does not hold is no table, whatever its first line looks like.
#include <algorithm>

#include "base/text.hpp"
#include "cassette/impl/parsing.hpp"

namespace understudy::cassette {

namespace {

struct Columns {
    std::vector<std::string> names;
    std::vector<std::size_t> starts;  // in characters
};

bool is_name_character(char32_t c) {
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' ' || c == '_' || c == '-' ||
           c == '/' || c == '%' || c == '#' || c == '(' || c == ')';
}

bool is_column_name(std::u32string_view name) {
    return std::all_of(name.begin(), name.end(), is_name_character) &&
           std::any_of(name.begin(), name.end(), [](char32_t c) { return c >= 'A' && c <= 'Z'; });
}

std::u32string_view without_end(std::u32string_view text) {
    const std::size_t last = text.find_last_not_of(U" \t\r\n");
    return last == std::u32string_view::npos ? std::u32string_view() : text.substr(0, last + 1);
}

// At least two names in capitals, two spaces or more between them.
std::optional<Columns> spaced_columns(std::u32string_view header) {
    Columns columns;
    header = without_end(header);
    for (std::size_t at = 0; at < header.size();) {
        const std::size_t end = std::min(header.find(U"  ", at), header.size());
        const std::u32string_view name = header.substr(at, end - at);
        if (!is_column_name(name)) return std::nullopt;
        columns.names.push_back(base::to_utf8(name));
        columns.starts.push_back(at);
        at = std::min(header.find_first_not_of(U' ', end), header.size());
    }
    if (columns.names.size() < 2) return std::nullopt;
    return columns;
}

std::optional<std::vector<std::string>> spaced_row(std::u32string_view line,
                                                   const Columns& columns) {
    line = without_end(line);
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < columns.starts.size(); ++i) {
        const std::size_t start = columns.starts[i];
        if (start > 0 && start <= line.size() && line[start - 1] != U' ') return std::nullopt;
        const std::size_t end = i + 1 < columns.starts.size() ? columns.starts[i + 1] : line.size();
        const auto cell =
            start < line.size() ? line.substr(start, end - start) : std::u32string_view();
        cells.push_back(base::to_utf8(without_end(cell)));
    }
    return cells;
}

std::vector<std::string> tabbed_row(std::string_view line) {
    std::vector<std::string> cells;
    for (const std::string_view cell : base::split(line, '\t')) cells.emplace_back(cell);
    return cells;
}

std::optional<Table> tabbed_table(const std::vector<std::string_view>& lines) {
    Table table;
    table.header = tabbed_row(lines.front());
    for (const std::string& name : table.header) {
        if (!is_column_name(base::to_code_points(name))) return std::nullopt;
    }
    for (std::size_t i = 1; i < lines.size(); ++i) {
        table.rows.push_back(tabbed_row(lines[i]));
        if (table.rows.back().size() != table.header.size()) return std::nullopt;
    }
    return table;
}

}  // namespace

std::optional<Table> table_of(std::string_view text) {
    // The first character of nearly every other text says no, before anything is decoded.
    if (text.empty() || text.front() < 'A' || text.front() > 'Z' || !base::is_utf8(text)) {
        return std::nullopt;
    }
    const std::vector<std::string_view> lines = base::split_lines(text);
    if (lines.front().find('\t') != std::string_view::npos) return tabbed_table(lines);
    const auto columns = spaced_columns(base::to_code_points(lines.front()));
    if (!columns) return std::nullopt;
    Table table;
    table.header = columns->names;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        auto row = spaced_row(base::to_code_points(lines[i]), *columns);
        if (!row) return std::nullopt;
        table.rows.push_back(*std::move(row));
    }
    return table;
}

}  // namespace understudy::cassette
