// A baseline: the secrets that were there when somebody began to look.
//
//     {"version": 1, "findings": [{"id": "5b0c1f9a77d2", "rule": "key.token", "file": "a.env",
//                                  "line": 3, "told": "9c0d..."}]}
//
// Findings of one rule in one plain file have the same id, so each entry silences one finding and
// no more: a secret that is added to such a file is reported. Which of them is the new one is told
// by `told`, a digest of the message, or else by the line.
#include <unordered_map>

#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "secret/impl/policy_reader.hpp"
#include "secret/suppress.hpp"

namespace understudy::secret {

namespace {

using json::Value;
using report::Finding;

constexpr std::string_view kSearched = "fixture.secret.";

// The message has nothing of the secret in it, only a keyed digest.
std::string told_of(const Finding& finding) {
    return base::to_hex(base::sha256(finding.message)).substr(0, 12);
}

struct Entry {
    std::string id, told;
    std::uint32_t line = 0;
    bool is_used = false;
};

base::Result<std::vector<Entry>> read_baseline(const Value& baseline) {
    PolicyProblems problems;
    std::vector<Entry> entries;
    PolicyMap map(problems, baseline, "the baseline");
    const Value* version = map.need("version");
    if (version != nullptr && !(version->is_number() && version->to_int64() == 1)) {
        map.problem("`version` must be 1, the only one this understudy reads");
    }
    const bool has_findings = map.need("findings") != nullptr;
    const Value* findings = has_findings ? map.list("findings") : nullptr;
    for (std::size_t i = 0; findings != nullptr && i < findings->size(); ++i) {
        PolicyMap map_of_one(problems, (*findings)[i], "finding " + std::to_string(i + 1));
        if (!map_of_one.is_map()) continue;
        Entry entry;
        entry.id = map_of_one.need_text("id");
        entry.told = map_of_one.text("told");
        entry.line =
            static_cast<std::uint32_t>(map_of_one.whole("line", 1, 0xFFFF'FFFF).value_or(0));
        entries.push_back(std::move(entry));
    }
    if (!problems.is_empty()) return problems.fail("the baseline");
    return entries;
}

// The surest sign first, so that none takes the entry of another.
enum class By : std::uint8_t { Message, Line, Id };

std::string sign(By by, std::string_view id, std::string_view told, std::uint32_t line) {
    std::string text(id);
    if (by == By::Message) text += ' ' + std::string(told);
    if (by == By::Line) text += ' ' + std::to_string(line);
    return text;
}

// Gives each finding that is not known yet the first free entry of the same sign.
void pair(By by, std::vector<Entry>& entries, const std::vector<Finding>& findings,
          std::vector<bool>& is_known) {
    std::unordered_map<std::string, std::vector<std::size_t>> free;
    for (std::size_t i = entries.size(); i > 0; --i) {
        const Entry& entry = entries[i - 1];
        if (!entry.is_used) free[sign(by, entry.id, entry.told, entry.line)].push_back(i - 1);
    }
    for (std::size_t i = 0; i < findings.size(); ++i) {
        const Finding& finding = findings[i];
        if (is_known[i] || !finding.code.starts_with(kSearched)) continue;
        const auto same =
            free.find(sign(by, report::id_of(finding), told_of(finding), finding.mark.line));
        if (same == free.end() || same->second.empty()) continue;
        entries[same->second.back()].is_used = true;
        same->second.pop_back();
        is_known[i] = true;
    }
}

}  // namespace

Value to_baseline(const std::vector<Finding>& findings) {
    Value list = Value::array();
    for (const Finding& finding : findings) {
        // What is wrong with a suppression, or was not looked at, is told every time.
        if (!finding.code.starts_with(kSearched)) continue;
        Value entry = Value::object({{"id", report::id_of(finding)},
                                     {"rule", finding.constraint},
                                     {"file", finding.mark.file}});
        if (finding.mark.is_known()) {
            entry.set("line", static_cast<std::uint64_t>(finding.mark.line));
        }
        entry.set("told", told_of(finding));
        list.push_back(std::move(entry));
    }
    return Value::object({{"version", 1}, {"findings", std::move(list)}});
}

base::Result<Silenced> leave_out(std::vector<Finding> findings, const Value& baseline) {
    std::vector<Entry> entries = TRY(read_baseline(baseline));
    std::vector<bool> is_known(findings.size());
    for (const By by : {By::Message, By::Line, By::Id}) pair(by, entries, findings, is_known);
    Silenced result;
    for (std::size_t i = 0; i < findings.size(); ++i) {
        if (is_known[i]) {
            ++result.suppressed;
        } else {
            result.findings.push_back(std::move(findings[i]));
        }
    }
    return result;
}

}  // namespace understudy::secret
