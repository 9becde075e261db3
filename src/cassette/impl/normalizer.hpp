// A normalizer: the name of a class of volatile values, its place in the order of running, its
// parameters, and how a recognizer is made for one rule.
//
// Adding one: a maker in the file of its group, a row in normalizer.cpp, a row in
// docs/reference/rules.md and in normalizer_test.cpp.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "cassette/impl/recognizer.hpp"

namespace understudy::cassette {

struct Parameter {
    enum class Sort : std::uint8_t { Text, Word, Pattern, Whole, Flag, Choice };
    std::string_view name;
    Sort sort = Sort::Text;
    std::string_view choices = {};  // "seconds|milliseconds"
};

using Maker = base::Result<RecognizerPointer> (*)(const Settings& settings);

// A normalizer of a project.
struct Definition {
    base::Regex pattern;
    std::size_t group = 0;  // 0: the whole match
    bool is_integer = false;
    std::vector<std::string> matching, other;  // its examples
};

struct Normalizer {
    std::string name;
    int rank = 0;                   // rules run from the lowest on
    Reach least = Reach::Anywhere;  // the widest reach it may be used with
    bool is_wide = false;           // takes (nearly) any value in its scope: the audit looks closer
    std::span<const Parameter> parameters;
    Maker make = nullptr;                          // of ours
    std::shared_ptr<const Definition> definition;  // of a project
};

base::Result<RecognizerPointer> make_recognizer(const Normalizer& normalizer,
                                                const Settings& settings);
RecognizerPointer make_defined(std::string_view name, std::shared_ptr<const Definition> definition);

// The makers, by the file they stand in.
base::Result<RecognizerPointer> make_sha_long(const Settings& settings);  // normalizer_hex.cpp
base::Result<RecognizerPointer> make_sha_short(const Settings& settings);
base::Result<RecognizerPointer> make_uuid(const Settings& settings);
base::Result<RecognizerPointer> make_rfc1123(const Settings& settings);  // normalizer_time.cpp
base::Result<RecognizerPointer> make_iso8601(const Settings& settings);
base::Result<RecognizerPointer> make_epoch(const Settings& settings);
base::Result<RecognizerPointer> make_duration(const Settings& settings);  // normalizer_measure.cpp
base::Result<RecognizerPointer> make_size(const Settings& settings);
base::Result<RecognizerPointer> make_count(const Settings& settings);
base::Result<RecognizerPointer> make_pr_number(const Settings& settings);  // normalizer_number.cpp
base::Result<RecognizerPointer> make_issue_number(const Settings& settings);
base::Result<RecognizerPointer> make_number_in_url(const Settings& settings);
base::Result<RecognizerPointer> make_path(const Settings& settings);  // normalizer_place.cpp
base::Result<RecognizerPointer> make_port(const Settings& settings);
base::Result<RecognizerPointer> make_host(const Settings& settings);
base::Result<RecognizerPointer> make_version(const Settings& settings);
base::Result<RecognizerPointer> make_id(const Settings& settings);  // normalizer_wide.cpp
base::Result<RecognizerPointer> make_column(const Settings& settings);
base::Result<RecognizerPointer> make_text(const Settings& settings);
base::Result<RecognizerPointer> make_opaque(const Settings& settings);

}  // namespace understudy::cassette
