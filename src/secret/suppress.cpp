// What a team has looked at, taken out of the findings. A suppression that no longer holds, or that
// has nothing to silence, becomes a finding itself.
#include "secret/suppress.hpp"

#include <algorithm>
#include <functional>
#include <unordered_map>
#include <unordered_set>

#include "base/text.hpp"
#include "secret/code.hpp"

namespace understudy::secret {

namespace {

using report::Finding;

// Positions in a list, by file and rule.
using Index = std::unordered_map<std::string, std::vector<std::size_t>>;

std::string plain_path(std::string_view file) {
    while (file.starts_with("./")) file.remove_prefix(2);
    return std::string(file);
}

std::string index_key(std::string_view file, std::string_view rule) {
    return std::string(rule) + '\0' + plain_path(file);
}

template <class Entry>
Index index_of(const std::vector<Entry>& list) {
    Index index;
    for (std::size_t i = 0; i < list.size(); ++i) {
        index[index_key(list[i].file, list[i].rule)].push_back(i);
    }
    return index;
}

const std::vector<std::size_t>& candidates(const Index& index, const Finding& finding,
                                           const std::vector<std::size_t>& none) {
    const auto found = index.find(index_key(finding.mark.file, finding.constraint));
    return found == index.end() ? none : found->second;
}

// Without the findings that `is_silenced` says yes to, each asked once and in order.
Silenced without(std::vector<Finding> findings,
                 const std::function<bool(const Finding&)>& is_silenced) {
    Silenced result;
    for (Finding& finding : findings) {
        if (is_silenced(finding)) {
            ++result.suppressed;
        } else {
            result.findings.push_back(std::move(finding));
        }
    }
    return result;
}

bool is_for(const Suppression& suppression, const Finding& finding) {
    return (suppression.pointer.empty() || suppression.pointer == finding.pointer) &&
           (suppression.line == 0 || suppression.line == finding.mark.line);
}

Finding about(const Suppression& suppression, base::Code code, report::Severity severity) {
    base::Mark where;
    where.file = suppression.file;
    where.line = suppression.line;
    where.column = suppression.line == 0 ? 0 : 1;
    base::Error error{code, {}, std::move(where), {}};
    error.args.push_back({"rule", suppression.rule});
    error.args.push_back({"file", suppression.file});
    if (code == code::SuppressionExpired) error.args.push_back({"day", suppression.expires});
    error.args.push_back({"pointer", suppression.pointer});
    Finding finding = std::move(report::from_error(error, severity).front());
    finding.constraint = suppression.rule;
    return finding;
}

// The commit of a finding stands in its subject, in full or cut short.
bool is_of_commit(const Finding& finding, std::string_view commit) {
    constexpr std::size_t kShortest = 7;
    return std::ranges::any_of(base::split(finding.subject, ' '), [&](std::string_view word) {
        return word.size() >= kShortest && (commit.starts_with(word) || word.starts_with(commit));
    });
}

}  // namespace

Silenced suppress(std::vector<Finding> findings, const std::vector<Suppression>& list,
                  std::string_view today, const std::vector<std::string>& checked) {
    const Index index = index_of(list);
    const std::vector<std::size_t> none;
    std::vector<bool> is_used(list.size());
    // Days in this form have the order of their texts.
    const auto is_expired = [&](const Suppression& entry) { return entry.expires <= today; };
    Silenced result = without(std::move(findings), [&](const Finding& finding) {
        bool is_silenced = false;
        for (const std::size_t i : candidates(index, finding, none)) {
            if (is_expired(list[i]) || !is_for(list[i], finding)) continue;
            is_used[i] = true;
            is_silenced = true;
        }
        return is_silenced;
    });
    std::unordered_set<std::string> looked_at;
    for (const std::string& file : checked) looked_at.insert(plain_path(file));
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (is_expired(list[i])) {
            result.findings.push_back(
                about(list[i], code::SuppressionExpired, report::Severity::Error));
        } else if (!is_used[i] && looked_at.contains(plain_path(list[i].file))) {
            result.findings.push_back(
                about(list[i], code::SuppressionUnused, report::Severity::Warning));
        }
    }
    return result;
}

Silenced suppress(std::vector<Finding> findings, const std::vector<Ignored>& list) {
    const Index index = index_of(list);
    const std::vector<std::size_t> none;
    return without(std::move(findings), [&](const Finding& finding) {
        return std::ranges::any_of(candidates(index, finding, none), [&](std::size_t i) {
            return list[i].line == finding.mark.line &&
                   (list[i].commit.empty() || is_of_commit(finding, list[i].commit));
        });
    });
}

}  // namespace understudy::secret
