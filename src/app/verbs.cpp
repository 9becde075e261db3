#include "app/verbs.hpp"

#include "app/control_verbs.hpp"

namespace understudy::app {

namespace {

std::vector<const Verb*> pointers(std::span<const Verb> verbs) {
    std::vector<const Verb*> list;
    for (const Verb& verb : verbs) list.push_back(&verb);
    return list;
}

}  // namespace

std::span<const VerbGroup> verb_groups() {
    static const std::vector<VerbGroup> groups = {
        {"serving", {&kServeVerb}},
        {"models of services",
         {&kPackListVerb, &kPackShowVerb, &kPackNewVerb, &kPackLintVerb, &kPackTestVerb,
          &kPackAssumptionsVerb, &kPackEjectVerb}},
        {"worlds of a server", pointers(world_verbs())},
        {"what a world holds", pointers(data_verbs())},
        {"calls that fail", pointers(fault_verbs())},
        {"time, and what happens in it", pointers(time_verbs())},
        {"values from outside", pointers(exogenous_verbs())},
        {"webhooks", pointers(webhook_verbs())},
        {"looking into a world", pointers(insight_verbs())},
        {"the server", pointers(process_verbs())},
        {"cassettes",
         {&kRecordVerb, &kWithVerb, &kProxyVerb, &kReplayVerb, &kCheckVerb, &kVerifyVerb,
          &kExploreVerb, &kRefreshVerb,
          // The longer names first: `review` alone is a verb too.
          &kReviewListVerb, &kReviewAcceptVerb, &kReviewRejectVerb, &kReviewVerb, &kCoverageVerb,
          &kCassetteConvertVerb, &kCassetteSealVerb, &kCassetteMigrateVerb, &kCassetteShapeVerb,
          &kRulesAuditVerb, &kRulesLearnVerb, &kImportVerb, &kExportVerb}},
        {"comparing and checking files", {&kDiffVerb, &kSchemaCheckVerb, &kGrammarCheckVerb}},
        {"fixtures",
         {&kLintVerb, &kReconcileVerb, &kWitnessVerb, &kFamilyShowVerb, &kFamilyNewVerb,
          &kFamilyEjectVerb}},
        {"secrets", {&kScanVerb, &kScrubVerb}},
        {"this machine", {&kCaShowVerb, &kCaExportVerb, &kCaRotateVerb, &kDoctorVerb}},
    };
    return groups;
}

std::span<const Verb* const> all_verbs() {
    static const std::vector<const Verb*> verbs = [] {
        std::vector<const Verb*> all;
        for (const VerbGroup& group : verb_groups()) {
            all.insert(all.end(), group.verbs.begin(), group.verbs.end());
        }
        return all;
    }();
    return verbs;
}

}  // namespace understudy::app
