// The faces of a report: the same findings for a terminal, a program, a CI server, a code host, a
// page and a build log. docs/reference/reports.md describes each.
//
//     std::string page = render(report, Format::Sarif);
//     Format format = TRY(format_named("junit"));
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "report/report.hpp"

namespace understudy::report {

enum class Format : std::uint8_t { Text, Json, Junit, Sarif, Markdown, Github };

std::string_view name_of(Format format);  // "text", "json", "junit", "sarif", "markdown", "github"
std::span<const Format> all_formats();
base::Result<Format> format_named(std::string_view name);

struct FaceOptions {
    bool colour = false;  // text only
    bool excerpt = true;  // text only: show the source line under each finding
};

// Valid UTF-8 that ends in a newline, whatever bytes the findings hold.
std::string render(const Report& report, Format format, FaceOptions options = {});

}  // namespace understudy::report
