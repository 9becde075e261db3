// One YAML file of the ADR-0047 layout on its way to a cassette. Every problem is collected; a key
// without a place goes into the notes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cassette/code.hpp"
#include "cassette/import/hydraflow_parts.hpp"
#include "cassette/import/import_findings.hpp"
#include "yaml/read.hpp"

namespace understudy::cassette::hydraflow {

class Conversion {
public:
    Conversion(const base::Source& source, yaml::ForeignDocument foreign)
        : foreign_(std::move(foreign)), findings_(foreign_.document), source_(source) {}

    ImportedFile run();

private:
    const json::Value& root() const { return foreign_.document.root; }
    const json::Value* find(const json::Pointer& at) const { return at.resolve(root()); }
    void problem(const json::Pointer& at, std::string_view what, std::string_view why) {
        findings_.add(report::Severity::Error, code::ImportProblem, at,
                      {{"what", std::string(what)}, {"why", std::string(why)}});
        has_problem_ = true;
    }
    void left_out(const json::Pointer& at, std::string what, std::string why, std::string kept) {
        findings_.add(report::Severity::Warning, code::ImportLeftOut, at,
                      {{"what", std::move(what)}, {"why", std::move(why)}});
        notes_.push_back(std::move(kept));
    }

    void report_repeated_keys();
    void look_at_repeated(const json::Pointer& at, const json::Value& value);
    void keep_unknown(const json::Pointer& at, std::span<const std::string_view> known);
    std::string need_text(const json::Pointer& at, std::string_view what);
    std::string text_of(const json::Pointer& at, std::string_view what, const json::Value& value);
    // Exactly the bytes, also of a binary scalar.
    std::optional<std::string> bytes_of(const json::Pointer& at, std::string_view what);

    void read_head();
    void read_stamp();
    void read_input();
    void read_output();
    void read_exit(const json::Pointer& at);
    void read_rules();
    void judge_origin();
    void write_notes();

    yaml::ForeignDocument foreign_;
    ImportFindings findings_;
    const base::Source& source_;
    Imported made_;
    Exchange exchange_;
    std::vector<std::string> notes_;  // beside the comments
    bool is_baseline_ = false, is_zero_stamp_ = false, is_round_time_ = false;
    bool has_problem_ = false;
};

}  // namespace understudy::cassette::hydraflow
