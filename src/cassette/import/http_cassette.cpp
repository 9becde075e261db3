// All exchanges of a foreign file as one cassette: the timeline, where it came from, and what was
// told.
#include <algorithm>
#include <iterator>

#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/impl/file_reader.hpp"
#include "cassette/import/http_conversion.hpp"
#include "cassette/import/http_framing.hpp"
#include "cassette/import/import_damage.hpp"

namespace understudy::cassette {

namespace {

// Can anybody be called by it? Placeholders and gaps cannot.
bool is_host(std::string_view host) {
    constexpr std::string_view kBeyondLetters = ".-_:[]%";
    return !host.empty() && std::all_of(host.begin(), host.end(), [&](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               kBeyondLetters.find(c) != kBeyondLetters.npos;
    });
}

std::int64_t milliseconds_between(base::Instant from, base::Instant to) {
    const auto span = base::between(from, to);
    if (!span) return 0;
    constexpr std::int64_t kMilliseconds = 1'000;
    constexpr std::int64_t kNanoseconds = 1'000'000;
    return span->seconds * kMilliseconds + span->nanoseconds / kNanoseconds;
}

}  // namespace

// The first moment is the start of the cassette; what has no time comes right after what is before.
void HttpConversion::put_into_time(bool in_order_of_time) {
    std::optional<base::Instant> first;
    for (const auto& time : times_) {
        if (time && (!first || *time < *first)) first = time;
    }
    first_ = first;
    if (!first) return;
    std::int64_t last = 0;
    for (std::size_t i = 0; i < exchanges_.size(); ++i) {
        if (times_[i]) last = std::min(milliseconds_between(*first, *times_[i]), kMostMilliseconds);
        exchanges_[i].at = last;
    }
    if (!in_order_of_time) return;
    std::stable_sort(exchanges_.begin(), exchanges_.end(),
                     [](const Exchange& a, const Exchange& b) { return a.at < b.at; });
}

std::string HttpConversion::why_not_runnable() const {
    for (const Exchange& exchange : exchanges_) {
        const HttpInput* call = exchange.http();
        if (call == nullptr) continue;
        if (call->host.empty()) return "the file does not say which host was called";
        if (!is_host(call->host)) return base::quoted(call->host) + " is no name of a host";
    }
    return {};
}

void HttpConversion::tell_fidelity(std::vector<report::Finding>& findings) const {
    for (const Fidelity::Entry& entry : fidelity_.entries()) {
        // Without a cassette there are no notes either.
        const bool is_all = exchanges_.empty() && entry.carried == Carried::NotAtAll;
        const bool is_near = entry.carried == Carried::Nearly;
        const auto severity = is_all                                ? report::Severity::Error
                              : entry.carried == Carried::AsRemarks ? report::Severity::Info
                                                                    : report::Severity::Warning;
        const base::Code code = is_all    ? code::ImportProblem
                                : is_near ? code::ImportApproximated
                                          : code::ImportLeftOut;
        findings.push_back(import_finding(
            severity, code,
            {{"what", counted(entry)}, {"why", entry.first.why}, {"pointer", entry.first.pointer}},
            entry.first.mark));
    }
}

ImportedFile HttpConversion::finish(Head head) {
    ImportedFile file;
    is_inside_ = false;
    tell_losses();
    if (exchanges_.empty() && problems_.empty() && fidelity_.entries().empty()) {
        problem({&document_.document.root, {}}, "the file", "it holds no exchange");
    }
    put_into_time(head.in_order_of_time);
    tell_reader_notes(file.findings);
    std::move(problems_.begin(), problems_.end(), std::back_inserter(file.findings));
    tell_fidelity(file.findings);
    file.lost_exchanges = lost_;
    if (exchanges_.empty()) return file;
    file.fidelity = fidelity_;
    std::vector<report::Finding> damage = damage_of(exchanges_, file_.source);
    for (const report::Finding& each : damage) notes_.push_back("Damaged: " + each.message + ".");
    file.cassettes.push_back(imported(std::move(head), !damage.empty()));
    std::move(damage.begin(), damage.end(), std::back_inserter(file.findings));
    return file;
}

Imported HttpConversion::imported(Head head, bool is_damaged) {
    Imported made;
    made.file = file_.source.name;
    made.below = file_.below.empty() ? file_.source.name : file_.below;
    made.hand_written = head.hand_written;
    made.not_runnable = why_not_runnable();
    made.is_damaged = is_damaged;
    Cassette& cassette = made.cassette;
    cassette.origin = head.origin;
    cassette.match = head.match;
    if (head.origin == Origin::Derived) {
        const std::string name = base::to_valid_utf8(made.below.substr(made.below.rfind('/') + 1));
        cassette.source =
            Source{"", "understudy import", "taken over from the " + format_ + " file " + name};
        cassette.provenance = provenance_of(std::move(head.recorder));
    }
    std::vector<std::string> lines = {"Imported from " + format_ + "."};
    if (!made.not_runnable.empty()) lines.push_back("Not runnable: " + made.not_runnable + ".");
    lines.insert(lines.end(), notes_.begin(), notes_.end());
    cassette.notes = base::join(lines, "\n");
    cassette.exchanges = std::move(exchanges_);
    return made;
}

// A file without times may still hold the server's: the Date of the first answer that has one.
Provenance HttpConversion::provenance_of(Recorder recorder) const {
    Provenance provenance;
    provenance.unverified = true;
    provenance.recorder = std::move(recorder);
    std::optional<base::Instant> time = first_;
    for (std::size_t i = 0; i < exchanges_.size() && !time; ++i) {
        if (!exchanges_[i].output.answer) continue;
        time = base::parse_rfc1123(header_of(exchanges_[i].output.answer->headers, "date"));
    }
    if (time) provenance.recorded_at = base::to_rfc3339(base::Instant{time->seconds, 0});
    return provenance;
}

std::optional<base::Instant> parse_tool_time(std::string_view text) {
    if (const auto time = base::parse_rfc1123(text)) return time;
    if (const auto time = base::parse_rfc3339(text)) return time;
    std::string form(text);
    if (const std::size_t space = form.find(' '); space != form.npos) form[space] = 'T';
    form = base::replace_all(base::replace_all(form, " UTC", "Z"), " ", "");
    if (const auto time = base::parse_rfc3339(form)) return time;
    return base::parse_rfc3339(form + "Z");
}

Recorder recorder_named(std::string_view text) {
    const std::size_t end = text.find_first_of(" /");
    Recorder recorder;
    recorder.name = text.substr(0, end);
    if (end != text.npos) recorder.version = text.substr(end + 1);
    return recorder;
}

}  // namespace understudy::cassette
