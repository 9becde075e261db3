#include "cassette/export/exporter.hpp"

#include <algorithm>

#include "cassette/code.hpp"
#include "cassette/export/har.hpp"
#include "cassette/export/vcr.hpp"
#include "cassette/export/vcrpy.hpp"
#include "cassette/export/wiremock.hpp"

namespace understudy::cassette {

std::span<const Exporter* const> exporters() {
    static const Exporter* const kExporters[] = {
        &har_exporter(),
        &vcr_exporter(),
        &vcrpy_exporter(),
        &wiremock_exporter(),
    };
    return kExporters;
}

const Exporter* exporter_named(std::string_view name) {
    const auto all = exporters();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const Exporter* each) { return each->name() == name; });
    return found == all.end() ? nullptr : *found;
}

std::vector<report::Finding> export_findings(const Fidelity& fidelity, const std::string& file) {
    std::vector<report::Finding> findings;
    for (const Fidelity::Entry& entry : fidelity.entries()) {
        const bool is_near = entry.carried == Carried::Nearly;
        const bool is_remark = entry.carried == Carried::AsRemarks;
        const base::Error error{is_near ? code::ExportApproximated : code::ExportLeftOut,
                                {{"what", counted(entry)}, {"why", entry.first.why}},
                                base::Mark{file, 0, 0, 0, {}, 0},
                                {}};
        findings.push_back(report::from_error(error, is_remark ? report::Severity::Info
                                                               : report::Severity::Warning)
                               .front());
    }
    return findings;
}

}  // namespace understudy::cassette
