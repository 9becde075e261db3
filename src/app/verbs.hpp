// The verbs, each defined in its own file; verbs.cpp puts them into one table.
#pragma once

#include "app/verb.hpp"

namespace understudy::app {

extern const Verb kCaExportVerb;
extern const Verb kCaRotateVerb;
extern const Verb kCaShowVerb;
extern const Verb kCassetteShapeVerb;
extern const Verb kCheckVerb;
extern const Verb kCoverageVerb;
extern const Verb kCassetteConvertVerb;
extern const Verb kCassetteMigrateVerb;
extern const Verb kCassetteSealVerb;
extern const Verb kDiffVerb;
extern const Verb kDoctorVerb;
extern const Verb kExploreVerb;
extern const Verb kExportVerb;
extern const Verb kFamilyEjectVerb;
extern const Verb kFamilyNewVerb;
extern const Verb kFamilyShowVerb;
extern const Verb kGrammarCheckVerb;
extern const Verb kImportVerb;
extern const Verb kLintVerb;
extern const Verb kPackAssumptionsVerb;
extern const Verb kPackEjectVerb;
extern const Verb kPackLintVerb;
extern const Verb kPackListVerb;
extern const Verb kPackNewVerb;
extern const Verb kPackShowVerb;
extern const Verb kPackTestVerb;
extern const Verb kProxyVerb;
extern const Verb kReconcileVerb;
extern const Verb kRecordVerb;
extern const Verb kRefreshVerb;
extern const Verb kReplayVerb;
extern const Verb kReviewAcceptVerb;
extern const Verb kReviewListVerb;
extern const Verb kReviewRejectVerb;
extern const Verb kReviewVerb;
extern const Verb kRulesAuditVerb;
extern const Verb kRulesLearnVerb;
extern const Verb kScanVerb;
extern const Verb kSchemaCheckVerb;
extern const Verb kScrubVerb;
extern const Verb kServeVerb;
extern const Verb kVerifyVerb;
extern const Verb kWithVerb;
extern const Verb kWitnessVerb;

}  // namespace understudy::app
