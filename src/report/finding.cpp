// Identity of findings, and findings made of errors.
//
// The id must survive edits elsewhere in the file, so it is made of names and never of positions.
// Each part goes into the hash with its length before it: ("ab", "c") and ("a", "bc") differ.
#include "report/finding.hpp"

#include <utility>

#include "base/bytes.hpp"
#include "base/hash.hpp"

namespace understudy::report {

namespace {

constexpr std::size_t kIdDigits = 12;

std::string_view without_dot_slash(std::string_view file) {
    while (file.starts_with("./")) file.remove_prefix(2);
    return file;
}

void append_part(std::string& out, std::string_view part) {
    out += std::to_string(part.size());
    out += ':';
    out += part;
}

Finding make_leaf(const base::Error& error, const base::Mark& inherited, Severity severity) {
    Finding finding;
    finding.severity = severity;
    finding.code = base::name_of(error.code);
    finding.message = base::message(error);
    finding.hint = base::hint(error);
    finding.mark = error.where;
    if (finding.mark.file.empty() && !finding.mark.is_known()) finding.mark = inherited;
    finding.pointer = error.arg("pointer");
    for (const base::Arg& arg : error.args) {
        if (arg.name == "pointer" || arg.name == "nearest") continue;
        append_part(finding.subject, arg.text);
    }
    return finding;
}

}  // namespace

std::string_view name_of(Severity severity) {
    switch (severity) {
        case Severity::Error: return "error";
        case Severity::Warning: return "warning";
        case Severity::Info: break;
    }
    return "info";
}

std::string_view name_of(Verdict verdict) {
    switch (verdict) {
        case Verdict::Agreed: return "agreed";
        case Verdict::Differed: return "differed";
        case Verdict::Unknown: break;
    }
    return "unknown";
}

std::string_view Values::first_word() const {
    return words == Words::ExpectedActual ? "expected" : "before";
}

std::string_view Values::second_word() const {
    return words == Words::ExpectedActual ? "actual" : "after";
}

std::string id_of(const Finding& finding) {
    std::string identity;
    append_part(identity, finding.code);
    append_part(identity, without_dot_slash(finding.mark.file));
    append_part(identity, finding.pointer);
    append_part(identity, finding.constraint);
    append_part(identity, finding.subject);

    const std::uint64_t hash = base::fast_hash(identity);
    std::string bytes;
    for (int shift = 56; shift >= 0; shift -= 8) bytes += static_cast<char>((hash >> shift) & 0xFF);
    return base::to_hex(bytes).substr(0, kIdDigits);
}

std::vector<Finding> from_error(const base::Error& error, Severity severity) {
    struct Step {
        const base::Error* error;
        base::Mark inherited;
    };
    std::vector<Finding> findings;
    std::vector<Step> open{
        {&error, {}}};  // a stack of our own: groups may nest as deep as they like
    while (!open.empty()) {
        const Step step = std::move(open.back());
        open.pop_back();
        if (step.error->because.empty()) {
            findings.push_back(make_leaf(*step.error, step.inherited, severity));
            continue;
        }
        const base::Mark& own = step.error->where;
        const base::Mark& passed_on = own.file.empty() && !own.is_known() ? step.inherited : own;
        const std::vector<base::Error>& reasons = step.error->because;
        for (auto reason = reasons.rbegin(); reason != reasons.rend(); ++reason) {
            open.push_back({&*reason, passed_on});
        }
    }
    return findings;
}

}  // namespace understudy::report
