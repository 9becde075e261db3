// What a shadow session of the proxy reports.
#include "app/http_recordings.hpp"
#include "base/text.hpp"
#include "cassette/compare.hpp"
#include "report/faces.hpp"

namespace understudy::app {

namespace {

struct Tally {
    std::size_t agreed = 0, differed = 0, unknown = 0, unseen = 0;

    std::string sentence() const {
        std::string text = "understudy: shadow: " + std::to_string(agreed) + " agreed, " +
                           std::to_string(differed) + " differed";
        if (unknown > 0) text += ", " + std::to_string(unknown) + " unknown";
        return text + ", " + std::to_string(unseen) + " without a recording\n";
    }
};

base::Result<cassette::Comparison> compare_one(const cassette::Exchange& real,
                                               const serve::Replayer::Taken& taken,
                                               const ProjectGround& project) {
    const cassette::Manifest& manifest = project.manifest;
    const cassette::Cassette& recorded = taken.recording->cassette;
    const cassette::Rules rules =
        TRY(cassette::Rules::make(manifest.normalizers, cassette::rules_for(manifest, recorded)));
    const cassette::Service* service = manifest.find(recorded.service);
    return cassette::compare(
        {taken.exchange, 1}, {&real, 1}, rules,
        cassette::comparing_for(
            recorded, service == nullptr ? cassette::CompareOptions{} : service->comparing));
}

}  // namespace

base::Result<void> report_relayed(std::vector<serve::Relayed> calls, serve::Replayer* replayer,
                                  const KeepPlace& place) {
    std::vector<cassette::Exchange> exchanges;
    for (const serve::Relayed& call : calls) {
        exchanges.push_back(call.taking.exchange());
        exchanges.back().id = std::to_string(exchanges.size());
    }
    Tally tally;
    report::Report report;
    std::vector<cassette::Exchange> sealed;
    if (!exchanges.empty()) {
        sealed = TRY(TRY(BundleSealer::make()).seal(std::move(exchanges))).sealed;
    }
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const auto taken = replayer == nullptr
                               ? std::nullopt
                               : replayer->take(calls[i].taking.input(), calls[i].by_proxy);
        if (!taken) {
            ++tally.unseen;
            continue;
        }
        replayer->end(taken->number);
        const cassette::Comparison compared = TRY(compare_one(sealed[i], *taken, place.project));
        switch (compared.verdict) {
            case report::Verdict::Agreed: ++tally.agreed; break;
            case report::Verdict::Differed: ++tally.differed; break;
            case report::Verdict::Unknown: ++tally.unknown; break;
        }
        for (report::Finding& finding :
             cassette::findings_of(compared, TRY(read_cassette(taken->recording->file)))) {
            report.findings.push_back(std::move(finding));
        }
    }
    if (!report.findings.empty()) {
        place.terminal.error(
            report::render(report, report::Format::Text,
                           {.colour = place.terminal.wants_error_colour(), .excerpt = false}));
    }
    place.terminal.error(tally.sentence());
    return {};
}

}  // namespace understudy::app
