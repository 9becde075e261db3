#include "app/shown.hpp"

#include "app/version.hpp"
#include "base/text.hpp"
#include "json/write.hpp"

namespace understudy::app {

std::string shown(const json::Value& value) {
    constexpr std::size_t kMost = 120;
    std::string text = json::write(value);
    if (text.size() <= kMost) return text;
    text.resize(kMost);
    while (!base::is_utf8(text)) text.pop_back();
    return text + "...";
}

report::Report new_report(std::string_view verb, std::vector<std::string> checked) {
    report::Report report;
    report.version = kVersion;
    report.verb = verb;
    report.checked = std::move(checked);
    return report;
}

}  // namespace understudy::app
