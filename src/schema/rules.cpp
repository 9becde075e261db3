// The vocabulary URIs of 2020-12 and OpenAPI 3.1.
#include "schema/impl/rules.hpp"

#include <array>
#include <utility>

namespace understudy::schema {

std::uint8_t vocabulary_named(std::string_view uri) {
    constexpr std::string_view kOpenApi = "https://spec.openapis.org/oas/3.1/vocab/base";
    constexpr std::string_view kPrefix = "https://json-schema.org/draft/2020-12/vocab/";
    constexpr std::array<std::pair<std::string_view, std::uint8_t>, 8> kNames{{
        {"core", kCore},
        {"applicator", kApplicator},
        {"unevaluated", kUnevaluated},
        {"validation", kValidation},
        {"format-annotation", kFormatAnnotation},
        {"format-assertion", kFormatAssertion},
        {"content", kOther},
        {"meta-data", kOther},
    }};
    if (uri == kOpenApi) return kOther;
    if (!uri.starts_with(kPrefix)) return 0;
    uri.remove_prefix(kPrefix.size());
    for (const auto& [name, vocabulary] : kNames) {
        if (name == uri) return vocabulary;
    }
    return 0;
}

}  // namespace understudy::schema
