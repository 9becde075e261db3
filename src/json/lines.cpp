#include "json/lines.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace understudy::json {

namespace {

constexpr std::size_t kMostProblems = 100;

void shift(Range& range, std::size_t by) {
    range.begin += static_cast<std::uint32_t>(by);
    range.end += static_cast<std::uint32_t>(by);
}

// Makes a document that was read from one line a part of the whole text.
void move_into(Document& document, const std::shared_ptr<const base::Source>& whole,
               std::size_t begin, std::uint32_t lines_before) {
    document.source = whole;
    for (Marks::Row& row : document.marks.rows) {
        shift(row.value, begin);
        if (row.key.end != 0) shift(row.key, begin);
    }
    for (base::Error& note : document.notes) note.where.line += lines_before;
}

}  // namespace

base::Result<std::vector<Document>> parse_lines(base::Source source, const ParseOptions& options) {
    const std::size_t most = std::min<std::size_t>(options.limits.bytes, 0xFFFFFFFEU);
    if (source.text.size() > most) {
        return base::fail(base::Code::JsonTooLong, {{"limit", base::with_thousands(most)}},
                          source.whole());
    }
    const auto whole = std::make_shared<const base::Source>(std::move(source));
    std::vector<Document> documents;
    std::vector<base::Error> problems;
    std::uint32_t line = 0;
    for (const std::string_view text : base::split_lines(whole->text)) {
        const auto begin = static_cast<std::size_t>(text.data() - whole->text.data());
        if (!base::trim(text).empty()) {
            auto document = parse_document({whole->name, std::string(text)}, options);
            if (document) {
                move_into(*document, whole, begin, line);
                documents.push_back(std::move(*document));
            } else if (problems.size() < kMostProblems) {
                problems.push_back(std::move(document).error());
                problems.back().where.line += line;
            }
        }
        ++line;
    }
    if (problems.empty()) return documents;
    if (problems.size() == 1) return base::fail(std::move(problems.front()));
    std::string count = base::plural(problems.size(), "line");  // before they are moved away
    return base::fail(base::Code::JsonBadLines, {{"count", std::move(count)}}, whole->whole(),
                      std::move(problems));
}

base::Result<Document> parse_part(const std::shared_ptr<const base::Source>& whole,
                                  std::size_t begin, std::size_t end, const ParseOptions& options) {
    const std::string_view before = std::string_view(whole->text).substr(0, begin);
    const auto lines_before = [&] {
        return static_cast<std::uint32_t>(std::count(before.begin(), before.end(), '\n'));
    };
    auto document = parse_document({whole->name, whole->text.substr(begin, end - begin)}, options);
    if (!document) {
        base::Error error = std::move(document).error();
        // Columns count from the start of the line, which is another place than that of the part.
        const std::size_t in_line = begin - (before.rfind('\n') + 1);
        if (error.where.line <= 1 && in_line > 0) {
            error.where = whole->mark(begin, end);
        } else {
            error.where.line += lines_before();
        }
        return base::fail(std::move(error));
    }
    move_into(*document, whole, begin, document->notes.empty() ? 0 : lines_before());
    return document;
}

}  // namespace understudy::json
