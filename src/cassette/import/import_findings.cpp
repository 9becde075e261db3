#include "cassette/import/import_findings.hpp"

#include "base/text.hpp"
#include "cassette/code.hpp"
#include "report/shown.hpp"

namespace understudy::cassette {

namespace {

// The rows of the members of a map, in order. Pointers mean the last of equal keys, so these are
// found by walking.
std::vector<const json::Marks::Row*> member_rows(const json::Document& document,
                                                 const json::Pointer& at, std::size_t count) {
    std::vector<const json::Marks::Row*> rows;
    const json::Marks::Row* map = document.marks.find(document.root, at);
    if (map == nullptr) return rows;
    auto index = static_cast<std::size_t>(map - document.marks.rows.data()) + 1;
    while (rows.size() < count && index < document.marks.rows.size()) {
        rows.push_back(&document.marks.rows[index]);
        index += document.marks.rows[index].nodes;
    }
    return rows;
}

}  // namespace

report::Finding import_finding(report::Severity severity, base::Code code,
                               std::vector<base::Arg> args, base::Mark mark) {
    return report::from_error(base::Error{code, std::move(args), std::move(mark), {}}, severity)
        .front();
}

void ImportFindings::add(report::Severity severity, base::Code code, const json::Pointer& at,
                         std::vector<base::Arg> args) {
    if (findings_.size() >= kMostFindings) return;
    args.push_back({"pointer", at.to_text()});
    base::Mark mark = document_.mark(at);
    if (at.is_root()) mark = document_.source->whole();
    findings_.push_back(import_finding(severity, code, std::move(args), std::move(mark)));
}

void ImportFindings::add_repeated(const json::Pointer& at, std::size_t first, std::size_t second,
                                  bool are_equal) {
    if (findings_.size() >= kMostFindings) return;
    const json::Value& map = *at.resolve(document_.root);
    const auto rows = member_rows(document_, at, second + 1);
    if (rows.size() <= second) return;
    const auto key_mark = [&](std::size_t i) {
        return document_.source->mark(rows[i]->key.begin, rows[i]->key.end);
    };
    const json::Member& member = map.members()[second];
    const base::Mark before = key_mark(first);
    const base::Mark after = key_mark(second);
    const std::string which = are_equal
                                  ? "both say the same"
                                  : "the last one counts, " + report::shown_value(member.value);
    report::Finding finding = import_finding(report::Severity::Warning, code::ImportRepeatedKey,
                                             {{"key", base::quoted(member.key())},
                                              {"first", std::to_string(before.line)},
                                              {"second", std::to_string(after.line)},
                                              {"which", which},
                                              {"pointer", (at / member.key()).to_text()}},
                                             after);
    finding.related.push_back({before, finding.pointer, "here for the first time"});
    findings_.push_back(std::move(finding));
}

}  // namespace understudy::cassette
