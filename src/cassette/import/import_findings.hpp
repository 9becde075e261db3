// Findings about one foreign file, each at its place in it.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "json/document.hpp"
#include "report/finding.hpp"

namespace understudy::cassette {

class ImportFindings {
public:
    explicit ImportFindings(const json::Document& document) : document_(document) {}

    // A file with more to tell is told about the first ones: each costs a walk through it.
    static constexpr std::size_t kMostFindings = 200;

    void add(report::Severity severity, base::Code code, const json::Pointer& at,
             std::vector<base::Arg> args);
    // The members `first` and `second` of the map at `at` have one key.
    void add_repeated(const json::Pointer& at, std::size_t first, std::size_t second,
                      bool are_equal);

    std::vector<report::Finding> take() { return std::move(findings_); }

private:
    const json::Document& document_;
    std::vector<report::Finding> findings_;
};

// One finding, for a whole file or a place in it.
report::Finding import_finding(report::Severity severity, base::Code code,
                               std::vector<base::Arg> args, base::Mark mark);

}  // namespace understudy::cassette
