// One YAML file of the ADR-0047 layout. The older loader dropped what it did not know, and so must
// never we: a key without a place goes into the notes.
#include <algorithm>
#include <array>
#include <map>

#include "base/text.hpp"
#include "base/time.hpp"
#include "cassette/impl/names.hpp"
#include "cassette/import/hydraflow_conversion.hpp"
#include "cassette/import/yaml_comments.hpp"
#include "json/write.hpp"

namespace understudy::cassette::hydraflow {

using json::Pointer;
using json::Value;
using report::Severity;

namespace {

constexpr std::array<std::string_view, 9> kKeys = {
    "adapter", "interaction", "recorded_at", "recorder_sha",  "fixture_repo",
    "input",   "output",      "normalizers", "baseline_only",
};
constexpr std::array<std::string_view, 4> kInputKeys = {"command", "args", "stdin", "env"};
constexpr std::array<std::string_view, 3> kOutputKeys = {"stdout", "stderr", "exit_code"};

// As a person would write it.
std::string plain(const Value& value) {
    return value.is_string() ? std::string(value.as_string()) : json::write(value);
}

}  // namespace

void Conversion::look_at_repeated(const Pointer& at, const Value& value) {
    std::map<std::string_view, std::size_t> seen;
    const auto members = value.members();
    for (std::size_t i = 0; i < members.size(); ++i) {
        const auto [first, is_new] = seen.emplace(members[i].key(), i);
        if (is_new) continue;
        const bool are_equal = members[first->second].value == members[i].value;
        findings_.add_repeated(at, first->second, i, are_equal);
    }
}

void Conversion::report_repeated_keys() {
    look_at_repeated({}, root());
    for (const std::string_view key : {"input", "output"}) {
        const Pointer at = Pointer() / key;
        if (const Value* part = find(at); part != nullptr && part->is_object()) {
            look_at_repeated(at, *part);
        }
    }
}

void Conversion::keep_unknown(const Pointer& at, std::span<const std::string_view> known) {
    const Value* map = find(at);
    if (map == nullptr || !map->is_object()) return;
    std::map<std::string_view, const Value*> values;  // of a repeated key: the last
    for (const json::Member& member : map->members()) values[member.key()] = &member.value;
    for (const json::Member& member : map->members()) {
        const std::string_view key = member.key();
        if (std::find(known.begin(), known.end(), key) != known.end()) continue;
        const auto value = values.extract(key);
        if (value.empty()) continue;  // told already
        const Pointer place = at / key;
        findings_.add(Severity::Warning, code::ImportUnknownKey, place,
                      {{"key", base::quoted(key)}});
        notes_.push_back(base::join(place.tokens(), ".") + ": " + plain(*value.mapped()));
    }
}

std::string Conversion::text_of(const Pointer& at, std::string_view what, const Value& value) {
    if (value.is_string()) return std::string(value.as_string());
    if (value.is_number() || value.is_bool()) {
        const std::string text = json::write(value);
        findings_.add(Severity::Warning, code::ImportConverted, at,
                      {{"what", std::string(what)},
                       {"before", "the " + std::string(json::name_of(value.kind())) + " " + text},
                       {"after", "the text " + base::quoted(text)}});
        return text;
    }
    problem(at, what, "a text is expected, not " + std::string(json::name_of(value.kind())));
    return {};
}

std::string Conversion::need_text(const Pointer& at, std::string_view what) {
    const Value* value = find(at);
    if (value == nullptr) {
        problem(at, what, "it is missing");
        return {};
    }
    return text_of(at, what, *value);
}

void Conversion::read_head() {
    Cassette& cassette = made_.cassette;
    cassette.service = need_text(Pointer() / "adapter", "adapter");
    if (!has_problem_ && !is_service_name(cassette.service)) {
        problem(Pointer() / "adapter", "adapter", kServiceRule);
    }
    cassette.name = stem_of(source_.name);
    if (!is_cassette_name(cassette.name)) problem({}, "the name of the file", kNameRule);
    const Pointer interaction = Pointer() / "interaction";
    if (const Value* value = find(interaction)) {
        const std::string said = text_of(interaction, "interaction", *value);
        if (said != cassette.name) {
            findings_.add(
                Severity::Warning, code::ImportOtherName, interaction,
                {{"name", base::quoted(cassette.name)}, {"interaction", base::quoted(said)}});
            notes_.push_back("interaction: " + said);
        }
    }
    const Pointer target = Pointer() / "fixture_repo";
    if (const Value* value = find(target); value != nullptr && !value->is_null()) {
        made_.target = text_of(target, "fixture_repo", *value);
        notes_.push_back("fixture_repo: " + made_.target);
    }
    const Pointer baseline = Pointer() / "baseline_only";
    if (const Value* value = find(baseline)) {
        if (value->is_bool()) {
            is_baseline_ = value->as_bool();
        } else {
            problem(baseline, "baseline_only", "true or false is expected");
        }
    }
}

// The stamp is taken over as it is said, and marked as nobody's witness.
void Conversion::read_stamp() {
    Provenance provenance;
    provenance.unverified = true;
    provenance.recorder.name = "hydraflow";
    const Pointer at = Pointer() / "recorded_at";
    if (const Value* value = find(at); value != nullptr && !value->is_null()) {
        const std::string said = text_of(at, "recorded_at", *value);
        if (const auto time = base::parse_rfc3339(said)) {
            provenance.recorded_at = base::to_rfc3339(*time);
            constexpr std::int64_t kHour = 3'600;
            is_round_time_ = time->nanoseconds == 0 && time->seconds % kHour == 0;
        } else {
            left_out(at, "recorded_at", base::quoted(said) + " is no time", "recorded_at: " + said);
        }
    }
    const Pointer commit = Pointer() / "recorder_sha";
    if (const Value* value = find(commit); value != nullptr && !value->is_null()) {
        provenance.recorder.commit = text_of(commit, "recorder_sha", *value);
        const std::string& sha = provenance.recorder.commit;
        is_zero_stamp_ = !sha.empty() && sha.find_first_not_of('0') == std::string::npos;
    }
    // Without a time there is nothing to trace.
    if (!provenance.recorded_at.empty()) made_.cassette.provenance = std::move(provenance);
}

// Nobody saw a method of a fake answer as a tool would.
void Conversion::judge_origin() {
    Cassette& cassette = made_.cassette;
    const std::string& command = exchange_.command()->program;
    const bool is_program = command == program_of(cassette.service) ||
                            is_any_program(cassette.service) ||
                            command.find('/') != std::string::npos;
    if (!is_program) {
        made_.not_runnable =
            base::quoted(command) + " names a method of " + cassette.service + ", not a program";
    }
    std::vector<std::string> signs;
    if (is_baseline_) signs.emplace_back("it says baseline_only");
    if (is_zero_stamp_) signs.emplace_back("its recorder_sha is zeros");
    if (!is_program) signs.emplace_back("no tool is called so");
    const bool is_authored = !signs.empty();
    if (is_authored && is_round_time_) signs.emplace_back("recorded_at is a full hour");
    if (is_authored) made_.hand_written = base::join(signs, ", ");
    cassette.origin = is_authored ? Origin::Authored : Origin::Derived;
    if (is_authored) return;
    cassette.source = Source{"", std::string(kBy), "taken over from " + cassette.name + ".yaml"};
    if (!cassette.provenance) {
        problem(Pointer() / "recorded_at", "recorded_at",
                "a time is needed for what is not written by hand");
    }
}

void Conversion::write_notes() {
    std::vector<std::string> lines = comments_of(foreign_.document);
    lines.emplace_back("Imported from the ADR-0047 layout.");
    if (!made_.not_runnable.empty()) lines.push_back("Not runnable: " + made_.not_runnable + ".");
    lines.insert(lines.end(), notes_.begin(), notes_.end());
    made_.cassette.notes = base::join(lines, "\n");
}

ImportedFile Conversion::run() {
    ImportedFile file;
    if (!root().is_object()) {
        file.is_other_format = true;
    } else {
        file.is_other_format = !root().has("adapter") && !root().has("interaction");
    }
    if (file.is_other_format) {
        findings_.add(Severity::Info, code::ImportOtherFormat, {}, {{"format", "hydraflow"}});
        file.findings = findings_.take();
        return file;
    }
    report_repeated_keys();
    exchange_.id = "call";
    read_head();
    keep_unknown({}, kKeys);
    keep_unknown(Pointer() / "input", kInputKeys);
    keep_unknown(Pointer() / "output", kOutputKeys);
    read_stamp();
    read_input();
    read_output();
    read_rules();
    judge_origin();
    write_notes();
    if (!has_problem_) {
        made_.file = source_.name;
        made_.identity = identity_in(source_.text);
        made_.cassette.exchanges.push_back(std::move(exchange_));
        file.cassettes.push_back(std::move(made_));
    }
    file.findings = findings_.take();
    return file;
}

ImportedFile read_cassette(const base::Source& source) {
    auto foreign = yaml::read_foreign(source);
    if (!foreign) {
        ImportedFile file;
        file.findings = report::from_error(foreign.error());
        for (report::Finding& finding : file.findings) {
            if (finding.mark.file.empty()) finding.mark.file = source.name;
        }
        return file;
    }
    return Conversion(source, std::move(*foreign)).run();
}

}  // namespace understudy::cassette::hydraflow
