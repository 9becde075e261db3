#include "app/shadow_report.hpp"

#include <filesystem>

#include "app/cassette_files.hpp"
#include "app/recordings.hpp"
#include "base/text.hpp"
#include "cassette/compare.hpp"
#include "report/faces.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

struct Tally {
    std::size_t agreed = 0, differed = 0, unknown = 0, unseen = 0;
};

std::string sentence(const Tally& tally) {
    std::string text = "understudy: shadow: " + std::to_string(tally.agreed) + " agreed, " +
                       std::to_string(tally.differed) + " differed";
    if (tally.unknown > 0) text += ", " + std::to_string(tally.unknown) + " unknown";
    return text + ", " + std::to_string(tally.unseen) + " without a recording\n";
}

base::Result<cassette::Comparison> compare_one(const cassette::Exchange& real,
                                               const cassette::Loaded& recorded, std::size_t number,
                                               const ProjectGround& project) {
    const cassette::Manifest& manifest = project.manifest;
    const cassette::Rules rules = TRY(cassette::Rules::make(
        manifest.normalizers, cassette::rules_for(manifest, recorded.cassette)));
    const cassette::Service* service = manifest.find(recorded.cassette.service);
    const cassette::Exchange& expected = recorded.cassette.exchanges.at(number);
    return cassette::compare(
        {&expected, 1}, {&real, 1}, rules,
        cassette::comparing_for(recorded.cassette, service == nullptr ? cassette::CompareOptions{}
                                                                      : service->comparing));
}

}  // namespace

base::Result<void> report_shadow(const std::vector<shim::RecordedCall>& calls,
                                 const cassette::IndexContents& index, const std::string& folder,
                                 const ProjectGround& project, Terminal& terminal) {
    const std::vector<cassette::Exchange> real = TRY(sealed_exchanges(calls));
    Tally tally;
    report::Report report;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        if (!calls[i].answer || *calls[i].answer >= index.calls.size()) {
            ++tally.unseen;
            continue;
        }
        const cassette::IndexedCall& answer = index.calls[*calls[i].answer];
        const std::string path =
            (std::filesystem::path(folder) / index.files.at(answer.file).path).lexically_normal();
        const cassette::Loaded recorded = TRY(read_cassette(path));
        if (answer.exchange >= recorded.cassette.exchanges.size()) continue;
        const cassette::Comparison compared =
            TRY(compare_one(real[i], recorded, answer.exchange, project));
        switch (compared.verdict) {
            case report::Verdict::Agreed: ++tally.agreed; break;
            case report::Verdict::Differed: ++tally.differed; break;
            case report::Verdict::Unknown: ++tally.unknown; break;
        }
        for (report::Finding& finding : cassette::findings_of(compared, recorded)) {
            report.findings.push_back(std::move(finding));
        }
    }
    if (!report.findings.empty()) {
        terminal.error(report::render(report, report::Format::Text,
                                      {.colour = terminal.wants_error_colour(), .excerpt = false}));
    }
    terminal.error(sentence(tally));
    return {};
}

}  // namespace understudy::app
