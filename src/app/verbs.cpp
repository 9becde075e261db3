#include "app/verbs.hpp"

namespace understudy::app {

namespace {

constexpr const Verb* kVerbs[] = {
    &kDiffVerb,
    &kSchemaCheckVerb,
    &kGrammarCheckVerb,
    &kDoctorVerb,
};

}  // namespace

std::span<const Verb* const> all_verbs() {
    return kVerbs;
}

}  // namespace understudy::app
