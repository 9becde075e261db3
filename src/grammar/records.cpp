// Telling the three containers apart: a text that is one JSON value is a document or an array; any
// other is read line by line. Every line that is not JSON is reported.
#include "grammar/records.hpp"

#include "base/text.hpp"
#include "json/parse.hpp"

namespace understudy::grammar {

namespace {

constexpr std::size_t kMostBadLines = 20;

base::Result<Records> read_lines(std::shared_ptr<const base::Source> source) {
    Records records;
    records.source = source;
    std::vector<base::Error> bad;
    std::string_view text = source->text;
    for (std::size_t begin = 0; begin < text.size() && bad.size() < kMostBadLines;) {
        std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string_view line = text.substr(begin, end - begin);
        if (!base::trim(line).empty()) {
            auto value = json::parse(line);
            if (value) {
                records.records.push_back({std::move(*value), {}});
                records.places.emplace_back(begin, begin + base::trim(line).size());
            } else {
                base::Error error = value.error();
                error.where = source->mark(begin, end);
                bad.push_back(std::move(error));
            }
        }
        begin = end + 1;
    }
    if (bad.empty()) return records;
    std::string count = base::plural(bad.size(), "line") + (bad.size() == 1 ? " is" : " are");
    return base::fail(base::Code::GrammarRecords,
                      {{"name", base::quoted(source->name)}, {"count", count}}, source->whole(),
                      std::move(bad));
}

}  // namespace

base::Mark Records::mark_of(std::size_t record) const {
    if (record == 0 || record > places.size() || !source) return {};
    auto [begin, end] = places[record - 1];
    return source->mark(begin, end);
}

base::Result<Records> read_records(base::Source source) {
    auto shared = std::make_shared<const base::Source>(std::move(source));
    auto document = json::parse_document(*shared);
    if (!document) return read_lines(std::move(shared));
    Records records;
    records.source = shared;
    auto place = [&](const json::Marks::Row& row) {
        records.places.emplace_back(row.value.begin, row.value.end);
    };
    const auto& rows = document->marks.rows;
    if (!document->root.is_array()) {
        records.records.push_back({document->root, {}});
        place(rows.front());
        return records;
    }
    std::size_t row = 1;
    for (const json::Value& item : document->root.items()) {
        records.records.push_back({item, {}});
        place(rows[row]);
        row += rows[row].nodes;
    }
    return records;
}

}  // namespace understudy::grammar
