// Chooses the face and makes sure that no byte of a finding can spoil the output as a whole.
#include "report/faces.hpp"

#include <array>
#include <vector>

#include "base/text.hpp"
#include "report/impl/face.hpp"

namespace understudy::report {

namespace {

constexpr std::array kFormats{Format::Text,  Format::Json,     Format::Junit,
                              Format::Sarif, Format::Markdown, Format::Github};

std::string render_raw(const Report& report, Format format, FaceOptions options) {
    switch (format) {
        case Format::Text: return render_text(report, options);
        case Format::Json: return render_json(report);
        case Format::Junit: return render_junit(report);
        case Format::Sarif: return render_sarif(report);
        case Format::Markdown: return render_markdown(report);
        case Format::Github: break;
    }
    return render_github(report);
}

}  // namespace

std::string_view name_of(Format format) {
    switch (format) {
        case Format::Text: return "text";
        case Format::Json: return "json";
        case Format::Junit: return "junit";
        case Format::Sarif: return "sarif";
        case Format::Markdown: return "markdown";
        case Format::Github: break;
    }
    return "github";
}

std::span<const Format> all_formats() {
    return kFormats;
}

base::Result<Format> format_named(std::string_view name) {
    std::vector<std::string_view> names;
    for (const Format format : kFormats) {
        if (name_of(format) == name) return format;
        names.push_back(name_of(format));
    }
    return base::fail(base::Code::ReportUnknownFormat,
                      {{"name", std::string(name)}, {"nearest", base::nearest(name, names)}});
}

std::string render(const Report& report, Format format, FaceOptions options) {
    return base::to_valid_utf8(render_raw(report, format, options));
}

}  // namespace understudy::report
