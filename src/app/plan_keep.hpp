// What becomes of a recording: written if it is the first and as expected, nothing if it agrees
// with its cassette, put aside for review if it differs.
//
//     PlanKeeper keeper(project, file, policy, out);
//     const KeptStep kept = TRY(keeper.keep(recorded_step, again));
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "app/plan_session.hpp"
#include "app/project_file.hpp"
#include "base/result.hpp"
#include "cassette/compare.hpp"
#include "cassette/learn.hpp"
#include "cassette/read.hpp"
#include "cassette/seal.hpp"
#include "cassette/write.hpp"
#include "report/finding.hpp"
#include "secret/policy.hpp"

namespace understudy::app {

enum class Fate : std::uint8_t {
    Written,  // there was no cassette
    Agreed,   // the cassette stays byte for byte
    Waits,    // for review; the cassette stays
    NotKept,  // it missed the expectations of its plan
    Unknown,  // it could not be judged
};

struct KeptStep {
    std::string name;
    Fate fate = Fate::Unknown;
    std::string path;     // of the cassette
    std::string pending;  // of Waits
    std::string rules;    // of Written: the file of rules that wait for review; empty: none do
    std::vector<report::Finding> findings;
};

// What a run says about a cassette that is there. Nothing is written.
struct JudgedStep {
    report::Verdict verdict = report::Verdict::Unknown;
    std::string why;  // of Unknown; empty: the steps have told
    std::vector<report::Finding> findings;
    std::vector<std::pair<std::string, report::Verdict>> exchanges;  // each of the cassette, by id
    std::optional<cassette::Cassette> fresh;  // the run as it would be kept: nothing secret in it
};

// A run beside the cassette it is of, with all that a new file is made of. Nothing is written.
struct RenewedStep {
    report::Verdict verdict = report::Verdict::Unknown;
    std::string why;  // of Unknown; empty: the steps have told
    cassette::Comparison comparison;
    std::vector<report::Finding> findings;      // one a difference
    std::vector<cassette::RuleHit> hits_after;  // what the rules replaced on the new side
    bool is_empty_now = false;                  // it said something before
    bool is_called_otherwise = false;           // its plan has changed, and its calls with it
    std::optional<cassette::Loaded> before;
    std::optional<cassette::Sealed> after;
};

// The values that were seen at a place, learnt from all recordings (CompareOptions::seen).
using SeenValues = std::map<std::string, std::vector<json::Value>>;

class PlanKeeper {
public:
    // `out`: a folder instead of the project's; empty: none.
    PlanKeeper(const ProjectGround& project, const PlanFile& file,
               std::shared_ptr<const secret::Policy> policy, std::string out);

    // The file of a cassette as it is there; else as it would be written.
    std::string path_of(const std::string& name, const plan::Version* version) const;
    bool has(const std::string& name, const plan::Version* version) const;

    // `again`: the same step of further runs, for what varies.
    base::Result<KeptStep> keep(const RecordedStep& step, const plan::Version* version,
                                const std::vector<const RecordedStep*>& again) const;

    base::Result<JudgedStep> judge(const RecordedStep& step, const plan::Version* version,
                                   const SeenValues& seen = {}) const;

    base::Result<RenewedStep> renew(const RecordedStep& step, const plan::Version* version) const;
    // The new file. Exchanges of `kept`, and those without a difference, keep their bytes; all or
    // none where captured values run through them, since they would not fit together otherwise.
    base::Result<cassette::Written> rewritten(const RenewedStep& renewed,
                                              const std::set<std::string>& kept) const;

    // Where two versions of a tool part, as notes.
    base::Result<std::vector<report::Finding>> parted(const RecordedStep& first,
                                                      const RecordedStep& second) const;

private:
    base::Result<KeptStep> keep_first(const RecordedStep& step, KeptStep kept,
                                      const std::vector<const RecordedStep*>& again) const;
    base::Result<void> learn(const cassette::Cassette& first,
                             const std::vector<const RecordedStep*>& again, KeptStep& kept) const;
    base::Result<std::vector<cassette::Proposal>> needed_rules(
        const cassette::Cassette& first, const std::vector<cassette::Timeline>& timelines,
        std::vector<cassette::Proposal> proposals) const;
    base::Result<KeptStep> hold_against(const RecordedStep& step, KeptStep kept) const;
    // A run beside the cassette it is of.
    struct Beside {
        cassette::Sealed sealed;
        cassette::Comparison comparison;
        bool is_empty_now = false;  // it said something before
    };
    base::Result<Beside> put_beside(const RecordedStep& step, const cassette::Loaded& loaded,
                                    const SeenValues& seen = {}) const;
    base::Result<cassette::Sealed> seal(cassette::Cassette cassette) const;
    base::Result<std::vector<std::string>> places_that_differ(
        const cassette::Cassette& first, const cassette::Cassette& second) const;

    const ProjectGround& project_;
    const PlanFile& file_;
    std::shared_ptr<const secret::Policy> policy_;
    std::filesystem::path folder_;  // of the service's cassettes
    bool is_elsewhere_ = false;     // not where the project keeps its cassettes
};

}  // namespace understudy::app
