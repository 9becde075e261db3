#include "cassette/ratchet.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "base/time.hpp"
#include "cassette/code.hpp"
#include "json/reader.hpp"
#include "report/found.hpp"
#include "report/shown.hpp"

namespace understudy::cassette {

namespace {

using json::MapReader;
using json::Node;
using json::Reader;

constexpr std::size_t kMostEntries = 10'000;

std::string need(Reader& reader, MapReader& map, std::string_view key) {
    const Node node = map.need(key);
    const auto text = reader.text(node, map.what(key));
    if (text && text->empty()) reader.problem(node, map.what(key), "must not be empty");
    return text.value_or("");
}

}  // namespace

const RatchetEntry* Ratchet::find(std::string_view shape) const {
    const auto at = std::find_if(entries.begin(), entries.end(),
                                 [&](const RatchetEntry& entry) { return entry.shape == shape; });
    return at == entries.end() ? nullptr : &*at;
}

base::Result<Ratchet> read_ratchet(const json::Document& document) {
    Ratchet ratchet;
    Reader reader(document, code::Problem);
    std::set<std::string, std::less<>> shapes;
    const Node root = reader.root();
    const auto list = root.value->is_null() ? std::vector<Node>{} : reader.list(root, "the file");
    if (list.size() > kMostEntries) reader.problem(root, "the file", "more than 10,000 entries");
    for (std::size_t i = 0; i < std::min(list.size(), kMostEntries); ++i) {
        MapReader map(reader, list[i], "an entry");
        RatchetEntry entry;
        entry.mark = reader.mark(list[i]);
        entry.shape = need(reader, map, "shape");
        entry.reason = need(reader, map, "reason");
        entry.owner = need(reader, map, "owner");
        entry.expires = need(reader, map, "expires");
        map.done();
        if (!entry.expires.empty() && !base::is_rfc3339_date(entry.expires)) {
            reader.problem(list[i], map.what("expires"), "must be a day, as in 2027-01-31");
        }
        if (!entry.shape.empty() && !shapes.insert(entry.shape).second) {
            reader.problem(list[i], map.what("shape"), "stands twice");
        }
        ratchet.entries.push_back(std::move(entry));
    }
    if (reader.problems().empty()) return ratchet;
    const std::string count = base::plural(reader.problems().size(), "problem");
    return base::fail(code::BadRatchet, {{"name", document.source->name}, {"count", count}}, {},
                      reader.take_problems());
}

Tolerated tolerate(std::vector<std::string> gaps, const Ratchet& ratchet, const Ratchet* before,
                   bool allows_growth, std::string_view today) {
    Tolerated result;
    const auto tell = [&](base::Code code, const RatchetEntry& entry) {
        report::Finding finding = report::found(code,
                                                {{"shape", report::shown(entry.shape)},
                                                 {"owner", report::shown(entry.owner)},
                                                 {"day", entry.expires}},
                                                entry.mark);
        finding.subject = entry.shape;
        result.findings.push_back(std::move(finding));
    };
    std::set<std::string, std::less<>> open(gaps.begin(), gaps.end());
    for (const RatchetEntry& entry : ratchet.entries) {
        if (!open.contains(entry.shape)) {
            tell(code::RatchetNotNeeded, entry);
        } else if (today >= entry.expires) {
            tell(code::RatchetExpired, entry);  // the gap counts again, and this says why
        }
        if (before != nullptr && !allows_growth && before->find(entry.shape) == nullptr) {
            tell(code::RatchetGrew, entry);
        }
    }
    for (std::string& gap : gaps) {
        const RatchetEntry* entry = ratchet.find(gap);
        if (entry == nullptr) {
            result.gaps.push_back(std::move(gap));
        } else if (today < entry->expires) {
            ++result.count;
        }
    }
    return result;
}

}  // namespace understudy::cassette
