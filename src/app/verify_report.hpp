// What `verify` has found so far, and the parts of it that add to that.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/check_service.hpp"
#include "app/pack_probes.hpp"
#include "app/plan_words.hpp"
#include "app/verb.hpp"
#include "json/value.hpp"
#include "verify/shape_drift.hpp"

namespace understudy::app {

// One cassette, or one plan of the live lane, and what the real thing said about it.
struct Verified {
    std::string path;
    report::Verdict verdict = report::Verdict::Unknown;
    std::string why = {};  // of Unknown
    std::vector<std::pair<std::string, report::Verdict>> exchanges = {};
    std::optional<report::Verdict> fake = {}, spec = {};  // of the real answer; nothing: not asked
    std::vector<std::string> advice = {};
    bool is_plan = false;  // of the live lane: `path` is its file
};

struct VerifyReport {
    explicit VerifyReport(const ProjectGround& project) : words(project) {}

    // One line and its count.
    void tell(Verified one);
    std::size_t count_plans() const;
    std::string counts(std::string_view noun, bool of_plans) const;  // "2 cassettes: 1 agreed, ..."
    // `where` is the part of the answer, `beside` what it was held against.
    void put_shape(const verify::ShapeChange& change, const std::string& call,
                   const std::string& where, std::string_view beside, const std::string& file);
    // What kept a probe from being run: each thing that is missing once.
    void tell_not_begun(const ProbeRun& run);
    void add_differed(report::Finding finding);
    void add_unknown(report::Finding finding);

    PlanWords words;
    std::vector<Verified> verified;
    std::vector<std::string> summaries;
    json::Value more = json::Value::object();  // of the JSON report
    std::size_t looked_at = 0;                 // what was asked at all
    std::set<std::string> missing;             // told by tell_not_begun
};

using Services = std::vector<Corpus::OfService>;

// verify_cassettes.cpp: the plans behind the cassettes, and those of the live lane.
base::Result<void> verify_cassettes(const Arguments& arguments, const ProjectGround& project,
                                    const Services& services, VerifyReport& report);

// verify_rules.cpp: whether what may differ was changed.
base::Result<void> verify_rules(const Arguments& arguments, const ProjectGround& project,
                                const Services& services, VerifyReport& report);

// verify_packs.cpp: shape, behaviour and channels, of one pack each.
base::Result<void> verify_packs(const Arguments& arguments, const ProjectGround& project,
                                const Services& services, VerifyReport& report);
// verify_behaviour.cpp
// `confirms`: what was decided is written into the pack, which must be a folder.
base::Result<void> verify_behaviour(const PackProbes& probes, bool confirms, VerifyReport& report);
// verify_channels.cpp
base::Result<void> verify_channels(const PackProbes& probes, const PackProbes::Catching& catching,
                                   VerifyReport& report);
// verify_pack_shapes.cpp
base::Result<void> verify_pack_shapes(const PackProbes& probes, VerifyReport& report);

// What the three modes are about, and what they leave out.
inline bool asks_packs(const Arguments& arguments) {
    return arguments.has("--shape") || arguments.has("--behaviour") || arguments.has("--channels");
}

}  // namespace understudy::app
