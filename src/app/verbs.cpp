#include "app/verbs.hpp"

namespace understudy::app {

namespace {

constexpr const Verb* kVerbs[] = {
    &kServeVerb,    &kPackListVerb,  &kPackShowVerb, &kPackNewVerb,     &kPackLintVerb,
    &kPackTestVerb, &kPackEjectVerb, &kDiffVerb,     &kSchemaCheckVerb, &kGrammarCheckVerb,
    &kCaShowVerb,   &kCaExportVerb,  &kCaRotateVerb, &kDoctorVerb,
};

}  // namespace

std::span<const Verb* const> all_verbs() {
    return kVerbs;
}

}  // namespace understudy::app
