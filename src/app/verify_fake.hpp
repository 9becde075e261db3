// The fake, asked the same as the real service just was: what the real thing has said is played
// against it, and where the two part is told.
//
//     FakeBeside fake(service, project);
//     const auto verdict = fake.judge(fresh, findings);
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/fake_player.hpp"
#include "app/project_file.hpp"
#include "cassette/manifest.hpp"
#include "report/finding.hpp"

namespace understudy::app {

class FakeBeside {
public:
    FakeBeside(const cassette::Service& service, const ProjectGround& project)
        : service_(service), project_(project) {}

    struct Judged {
        report::Verdict verdict = report::Verdict::Unknown;
        std::string why;  // of Unknown
        std::vector<report::Finding> findings;
    };
    // `fresh` is what the real service has just said, sealed; `path` the cassette it is about.
    base::Result<Judged> judge(const cassette::Cassette& fresh, const std::string& path);

private:
    const cassette::Service& service_;
    const ProjectGround& project_;
    std::unique_ptr<cassette::Player> player_;
};

}  // namespace understudy::app
