// Which form a text has. A form is taken only where the whole text fits it; what fits none is lines
// if it is UTF-8, else bytes. `[main 4be1c07] Start` begins like JSON and is a line of git's.
#include <algorithm>

#include "base/text.hpp"
#include "cassette/impl/parsing.hpp"
#include "json/parse.hpp"

namespace understudy::cassette {

namespace {

constexpr std::string_view kSpace = " \t\r\n";

std::string_view first_line(std::string_view text) {
    const std::size_t at = text.find_first_not_of(kSpace);
    if (at == std::string_view::npos) return {};
    const std::string_view rest = text.substr(at);
    return rest.substr(0, rest.find('\n'));
}

// Scalars stay text: `41` is a line that a program printed, and rules for text apply to it.
bool begins_like_json(std::string_view text) {
    const std::string_view line = first_line(text);
    return !line.empty() && (line.front() == '{' || line.front() == '[');
}

bool take_json(Part& part) {
    auto value = json::parse(part.bytes);
    if (!value) return false;
    part.form = PartForm::Json;
    part.value = *std::move(value);
    return true;
}

// At least two lines, the first an object, and not more malformed ones than others: a log that
// happens to begin with one JSON line stays text.
bool take_json_lines(Part& part) {
    const std::string_view line = first_line(part.bytes);
    if (line.empty() || line.front() != '{' || !json::parse(line)) return false;
    std::vector<Event> events = events_of_lines(part.bytes);
    const auto malformed = static_cast<std::size_t>(std::count_if(
        events.begin(), events.end(), [](const Event& event) { return event.is_malformed; }));
    if (events.size() < 2 || malformed * 2 > events.size()) return false;
    part.form = PartForm::Jsonl;
    part.events = std::move(events);
    return true;
}

bool is_sse_field(std::string_view line) {
    constexpr std::string_view kFields[] = {"event:", "data:", "id:", "retry:", ":"};
    return std::any_of(std::begin(kFields), std::end(kFields),
                       [line](std::string_view field) { return line.starts_with(field); });
}

// Every line a field or blank, and at least one `data:` among them.
bool take_sse(Part& part) {
    if (!is_sse_field(part.bytes)) return false;
    bool has_data = false;
    for (const std::string& line : lines_with_ends(part.bytes)) {
        if (line == "\n" || line == "\r\n") continue;
        if (!is_sse_field(line)) return false;
        has_data = has_data || line.starts_with("data:");
    }
    if (!has_data) return false;
    part.form = PartForm::Sse;
    part.events = events_of_sse(part.bytes);
    return true;
}

bool take_table(Part& part) {
    auto table = table_of(part.bytes);
    if (!table) return false;
    part.form = PartForm::Table;
    part.table = *std::move(table);
    return true;
}

void take_text(Part& part) {
    if (!base::is_utf8(part.bytes)) {
        part.form = PartForm::Bytes;
        return;
    }
    part.form = PartForm::Lines;
    part.lines = lines_with_ends(part.bytes);
}

Part unparsed(std::string name, std::string bytes) {
    Part part;
    part.name = std::move(name);
    part.bytes = std::move(bytes);
    return part;
}

}  // namespace

std::vector<std::string> lines_with_ends(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return lines;
}

Part parse_part(std::string name, std::string bytes, bool exact) {
    Part part = unparsed(std::move(name), std::move(bytes));
    if (!exact) {
        if (begins_like_json(part.bytes) && (take_json(part) || take_json_lines(part))) return part;
        if (take_sse(part) || take_table(part)) return part;
    }
    take_text(part);
    return part;
}

Part parse_as(std::string name, std::string bytes, PartForm form) {
    Part part = unparsed(std::move(name), std::move(bytes));
    switch (form) {
        case PartForm::Json:
            if (take_json(part)) return part;
            break;
        case PartForm::Table:
            if (take_table(part)) return part;
            break;
        case PartForm::Jsonl:
            part.form = form;
            part.events = events_of_lines(part.bytes);
            return part;
        case PartForm::Sse:
            part.form = form;
            part.events = events_of_sse(part.bytes);
            return part;
        case PartForm::Bytes: return part;
        case PartForm::Lines: break;
    }
    take_text(part);
    return part;
}

}  // namespace understudy::cassette
