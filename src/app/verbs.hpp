// The verbs, each defined in its own file; verbs.cpp puts them into one table.
#pragma once

#include "app/verb.hpp"

namespace understudy::app {

extern const Verb kCaExportVerb;
extern const Verb kCaRotateVerb;
extern const Verb kCaShowVerb;
extern const Verb kDiffVerb;
extern const Verb kDoctorVerb;
extern const Verb kFamilyEjectVerb;
extern const Verb kFamilyNewVerb;
extern const Verb kFamilyShowVerb;
extern const Verb kGrammarCheckVerb;
extern const Verb kLintVerb;
extern const Verb kPackEjectVerb;
extern const Verb kPackLintVerb;
extern const Verb kPackListVerb;
extern const Verb kPackNewVerb;
extern const Verb kPackShowVerb;
extern const Verb kPackTestVerb;
extern const Verb kReconcileVerb;
extern const Verb kScanVerb;
extern const Verb kSchemaCheckVerb;
extern const Verb kScrubVerb;
extern const Verb kServeVerb;
extern const Verb kWitnessVerb;

}  // namespace understudy::app
