// One service, checked: every cassette it has is played against its fake, and what the fake says is
// compared with what was recorded.
//
//     const Corpus corpus = TRY(collect(project, paths));
//     for (const cassette::Service* service : corpus.services)
//         CheckedService checked = check_service(*service, corpus, project);
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cassette_files.hpp"
#include "app/exit_code.hpp"
#include "app/project_file.hpp"
#include "cassette/manifest.hpp"
#include "cassette/play.hpp"
#include "cassette/read.hpp"
#include "cassette/vacuous.hpp"
#include "report/finding.hpp"

namespace understudy::app {

// The cassettes of a project by service.
struct Corpus {
    struct OfService {
        const cassette::Service* service = nullptr;
        std::vector<CassetteFile> files;
    };
    std::vector<OfService> services;        // of the manifest's order; those asked for
    std::vector<report::Finding> findings;  // folders of cassettes that no service claims
};

// Those below `paths` (all, if there are none; seen from the root).
base::Result<Corpus> collect(const ProjectGround& project, const std::vector<std::string>& paths);

struct CheckedCassette {
    CassetteFile file;
    cassette::Loaded loaded;
    cassette::Rules rules;
    cassette::Played played;
    report::Verdict verdict = report::Verdict::Unknown;
    std::string why;  // of Unknown
    std::optional<cassette::Emptiness> emptiness;

    // Only what a recorder wrote is evidence of what the service does.
    bool is_contract() const { return loaded.cassette.origin == cassette::Origin::Recorded; }
};

struct CheckedService {
    enum class State : std::uint8_t { Checked, LiveOnly, OtherStrategy };

    const cassette::Service* service = nullptr;
    State state = State::Checked;
    std::vector<CheckedCassette> cassettes;  // those that load
    std::size_t broken = 0;                  // files that do not
    std::vector<report::Finding> findings;
    ExitCode ended = ExitCode::Done;

    std::size_t count(report::Verdict verdict, std::optional<cassette::Origin> origin) const;
};

CheckedService check_service(const Corpus::OfService& asked, const ProjectGround& project,
                             plan::Effect allowed = plan::Effect::Write);

// How the outputs of a service's cassettes are compared.
cassette::CompareOptions comparing_of(const cassette::Service& service,
                                      const ProjectGround& project);

}  // namespace understudy::app
