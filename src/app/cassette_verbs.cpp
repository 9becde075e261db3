// understudy cassette convert|seal|migrate: a cassette in its other form, a change by hand made
// official, an older version brought forward.
#include <algorithm>

#include "app/cassette_files.hpp"
#include "app/code.hpp"
#include "app/files.hpp"
#include "app/repository.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/migrate.hpp"
#include "report/shown.hpp"
#include "secret/find.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

using cassette::Cassette;
using cassette::Form;
using cassette::Loaded;
using cassette::Origin;
using cassette::Sealed;

base::Failure bad_call(std::string_view verb, std::string why) {
    return base::fail(code::BadArguments, {{"verb", std::string(verb)}, {"why", std::move(why)}});
}

base::Mark in_file(const std::string& path) {
    return {path, 0, 0, 0, {}, 0};
}

// --- cassette convert

constexpr Positional kConvertPositionals[] = {{"FILE", "a cassette"}};
constexpr Option kConvertOptions[] = {
    {"--to", "FORM", "the form to write (the other one)", "yaml|jsonl", ""},
    {"--output", "FILE", "where to write it, with its bodies (standard output)", "", ""},
};
constexpr Example kConvertExamples[] = {
    {"understudy cassette convert cassettes/llm/ping.jsonl", "the stream as YAML, to read"},
    {"understudy cassette convert a.yaml --output a.jsonl", "the same cassette, a line a piece"},
};

std::string places_of(const std::vector<cassette::Redaction>& before,
                      const std::vector<cassette::Redaction>& after) {
    std::string text;
    for (const cassette::Redaction& each : after) {
        const bool is_new = std::none_of(before.begin(), before.end(), [&](const auto& old) {
            return old.rule == each.rule && old.at == each.at && old.count == each.count;
        });
        if (is_new) text += (text.empty() ? "" : ", ") + each.at + " (" + each.rule + ")";
    }
    return text.empty() ? "the notes" : text;
}

base::Result<ExitCode> run_convert(const Arguments& arguments, Terminal& terminal) {
    const std::string path(arguments.value("FILE"));
    const std::string output(arguments.value("--output"));
    const Loaded loaded = TRY(read_cassette(path));
    Form form = loaded.is_lines ? Form::Yaml : Form::Lines;
    if (arguments.has("--to")) form = arguments.value("--to") == "yaml" ? Form::Yaml : Form::Lines;
    if (!output.empty() && form_for(output) != form) {
        return bad_call("cassette convert", "the ending of " + base::quoted(output) + " must be " +
                                                (form == Form::Yaml ? ".yaml" : ".jsonl"));
    }
    std::error_code problem;
    if (!output.empty() && fs::exists(fs::symlink_status(output, problem))) {
        return base::fail(code::CannotWrite,
                          {{"file", base::quoted(output)}, {"why", "it is there already"}},
                          in_file(output));
    }
    secret::Scrubber scrubber(TRY(sealing_policy()));
    // Lines have no comments: what people wrote there goes on as notes.
    Cassette cassette = form == Form::Lines ? with_comments_in_notes(loaded) : loaded.cassette;
    const Sealed sealed = TRY(cassette::seal(std::move(cassette), scrubber, identity_of_machine()));
    if (sealed.head().content_digest != loaded.cassette.content_digest) {
        return base::fail(
            cassette::code::WouldChange,
            {{"file", path},
             {"places", places_of(loaded.cassette.redactions, sealed.head().redactions)}},
            in_file(path));
    }
    const cassette::Written written = cassette::write(sealed, form);
    if (output.empty()) {
        terminal.out(written.text);
        return ExitCode::Done;
    }
    TRY_VOID(write_cassette(output, written));
    terminal.out("wrote " + report::shown(output) + "\n");
    return ExitCode::Done;
}

// --- cassette seal

constexpr Positional kSealPositionals[] = {{"FILE", "a cassette that was changed by hand", true}};
constexpr Option kSealOptions[] = {
    {"--reason", "TEXT", "why it was changed; needed unless it is authored", "", ""},
    {"--by", "NAME", "who or what changed it", "", "hand"},
};
constexpr Example kSealExamples[] = {
    {"understudy cassette seal a.yaml --reason \"the sandbox has no such user\"",
     "keep the change, as `edited`"},
    {"understudy cassette seal written.yaml", "give a file with `origin: authored` its digest"},
};

base::Result<void> set_origin(Cassette& cassette, const std::string& path,
                              const Arguments& arguments) {
    if (cassette.origin == Origin::Authored) return {};
    if (cassette.content_digest.empty()) {
        return base::fail(
            cassette::code::NoDigest,
            {{"file", path}, {"origin", std::string(cassette::name_of(cassette.origin))}},
            in_file(path));
    }
    const std::string reason(base::trim(arguments.value("--reason")));
    if (reason.empty()) return bad_call("cassette seal", "seal needs --reason TEXT");
    cassette::Source source{cassette.content_digest, std::string(arguments.value("--by")), reason};
    // A second change is told beside the first; what it came from is still the recording.
    if (cassette.origin == Origin::Edited && cassette.source) {
        source.digest = cassette.source->digest;
        if (cassette.source->why != reason) source.why = cassette.source->why + "; " + reason;
    }
    cassette.origin = Origin::Edited;
    cassette.source = std::move(source);
    return {};
}

// Everything but comments is redacted by now. The place is told in the file as it lies there.
base::Result<void> check_comments(const base::Source& before, const std::string& text,
                                  const std::shared_ptr<const secret::Policy>& policy) {
    secret::Finder finder(policy, {});
    for (const secret::Hit& hit : finder.find({before.name, text}).hits) {
        if (!hit.is_breaking) continue;
        const std::size_t at = before.text.find(text.substr(hit.begin, hit.end - hit.begin));
        base::Mark mark = at == before.text.npos ? before.whole() : before.mark(at);
        mark.excerpt.clear();
        return base::fail(cassette::code::SecretInComment, {{"file", before.name}},
                          std::move(mark));
    }
    return {};
}

base::Result<void> seal_file(const std::string& path, const Arguments& arguments,
                             secret::Scrubber& scrubber,
                             const std::shared_ptr<const secret::Policy>& policy,
                             Terminal& terminal) {
    const Loaded loaded = TRY(read_cassette(path, {.check_digest = false}));
    const cassette::Identity identity = identity_of_machine();
    const Sealed unchanged = TRY(cassette::seal(loaded.cassette, scrubber, identity));
    const bool is_sealed = unchanged.head().content_digest == loaded.cassette.content_digest &&
                           unchanged.head().notes == loaded.cassette.notes;
    if (is_sealed) {
        terminal.out(report::shown(path) + ": nothing was changed\n");
        return {};
    }
    Cassette cassette = loaded.cassette;
    TRY_VOID(set_origin(cassette, path, arguments));
    const Sealed sealed = TRY(cassette::seal(std::move(cassette), scrubber, identity));
    const cassette::Written written = cassette::reseal(loaded, sealed);
    TRY_VOID(check_comments(*loaded.document.source, written.text, policy));
    TRY_VOID(write_cassette(path, written));
    std::uint64_t replaced = 0;
    for (const cassette::Redaction& each : sealed.head().redactions) replaced += each.count;
    for (const cassette::Redaction& each : loaded.cassette.redactions) replaced -= each.count;
    terminal.out(report::shown(path) + ": sealed, " +
                 std::string(cassette::name_of(sealed.head().origin)) +
                 (replaced > 0 ? ", replaced " + std::to_string(replaced) : "") + "\n");
    return {};
}

base::Result<ExitCode> run_seal(const Arguments& arguments, Terminal& terminal) {
    const auto policy = TRY(sealing_policy());
    secret::Scrubber scrubber(policy);
    for (const std::string& path : arguments.list("FILE")) {
        auto sealed = seal_file(path, arguments, scrubber, policy, terminal);
        if (sealed) continue;
        if (sealed.error().code == cassette::code::SecretInComment) {
            terminal.error(base::render(sealed.error(), {terminal.wants_error_colour()}));
            return ExitCode::SecretFound;
        }
        return base::fail(std::move(sealed).error());
    }
    return ExitCode::Done;
}

// --- cassette migrate

constexpr Positional kMigratePositionals[] = {{"FILE", "a cassette of an older version", true}};
constexpr Example kMigrateExamples[] = {
    {"understudy cassette migrate cassettes/git/*.yaml", "bring them all to the current version"},
};

base::Result<ExitCode> run_migrate(const Arguments& arguments, Terminal& terminal) {
    for (const std::string& path : arguments.list("FILE")) {
        const BodyFolder bodies = BodyFolder::beside(path);
        const cassette::Migrated migrated =
            TRY(cassette::migrate(TRY(read_file(path, cassette::kMaxCassetteBytes)), &bodies));
        const std::string version = "version " + std::to_string(cassette::kVersion);
        if (migrated.from == cassette::kVersion) {
            terminal.out(report::shown(path) + ": has " + version + " already\n");
            continue;
        }
        TRY_VOID(write_file(path, migrated.text));
        terminal.out(report::shown(path) + ": brought from version " +
                     std::to_string(migrated.from) + " to " + version + "\n");
    }
    return ExitCode::Done;
}

}  // namespace

const Verb kCassetteConvertVerb = {
    "cassette convert",
    "a cassette in its other form: YAML or JSON Lines",
    "Both forms hold the same model, so converting there and back gives the same bytes. JSON Lines "
    "has no comments: those of a YAML file go on in its notes. The file itself stays; two files of "
    "one name in a project are one too many.",
    kConvertPositionals,
    kConvertOptions,
    kConvertExamples,
    run_convert,
};

const Verb kCassetteSealVerb = {
    "cassette seal",
    "accept a change that was made to a cassette by hand",
    "A cassette that was recorded and then changed does not load: its digest does not fit. Sealing "
    "redacts the file once more, notes in it that it was edited, from what and why, and makes the "
    "digest anew. Only what was recorded is evidence of what a service does; an edited cassette is "
    "shown apart. A file that says `origin: authored` stays authored and gets its digest.",
    kSealPositionals,
    kSealOptions,
    kSealExamples,
    run_seal,
};

const Verb kCassetteMigrateVerb = {
    "cassette migrate",
    "bring cassettes of an older version forward",
    "Rewrites the file for the version that this program reads, keeping comments and layout of "
    "what "
    "does not change. A file of a newer version is refused.",
    kMigratePositionals,
    {},
    kMigrateExamples,
    run_migrate,
};

}  // namespace understudy::app
