// understudy family show|new|eject: look at families, start one, change a shipped one.
#include <algorithm>
#include <filesystem>

#include "app/code.hpp"
#include "app/embedded.hpp"
#include "app/files.hpp"
#include "app/lint_ground.hpp"
#include "app/today.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "fixture/code.hpp"
#include "fixture/shelf.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
using fixture::Family;
using fixture::Shelf;

constexpr Option kConfigOption = {
    "--config", "FILE", "the project's file (understudy.yaml, here or in a folder above)", "", ""};

// --- family show

constexpr Positional kShowPositionals[] = {
    {"FAMILY", "one family; without it all are listed", false, true},
};
constexpr Option kShowOptions[] = {
    {"--source", "", "print its file as it is written", "", ""},
    kConfigOption,
};
constexpr Example kShowExamples[] = {
    {"understudy family show", "which families there are, and where they come from"},
    {"understudy family show run-journal", "its levels, record types, grammars and consumers"},
    {"understudy family show run-journal --source", "the family file itself"},
};

std::string pad(std::string text, std::size_t width) {
    if (text.size() < width) text.append(width - text.size(), ' ');
    return text;
}

base::Result<std::string> list_families(LintGround& ground) {
    std::string text;
    std::size_t width = 0;
    for (const Shelf::Entry& entry : ground.shelf.entries()) {
        width = std::max(width, entry.id.size());
    }
    for (const Shelf::Entry& entry : ground.shelf.entries()) {
        const auto family = ground.shelf.get(entry.id);
        text += pad(entry.id, width) + "  ";
        if (!family) {
            text += "does not load: " + base::message(family.error()) + " (" + entry.place + ")\n";
            continue;
        }
        const Family& each = **family;
        text += pad("v" + std::to_string(each.version), 4);
        text += pad(each.is_abstract ? "abstract" : std::string(name_of(each.container)), 10);
        text += each.title + " (" + entry.place;
        if (!entry.shadows.empty()) text += ", hides the one that is " + entry.shadows;
        text += ")\n";
    }
    for (const Shelf::Entry& entry : ground.shelf.grammars()) {
        text += "grammar " + entry.id + " (" + entry.place + ")\n";
    }
    return text;
}

std::string words(const std::vector<std::string>& list) {
    return list.empty() ? "-" : base::join(list, ", ");
}

std::string shown_level(const fixture::Level& level) {
    std::string text = "  " + level.name;
    if (!level.role.empty()) text += ", files " + level.role;
    if (level.at) text += ", at " + (level.at->empty() ? std::string("the root") : *level.at);
    if (level.is_optional) text += ", optional";
    text += "\n";
    if (level.grammar) {
        text += "    grammar   " + level.grammar->name() + ": " +
                base::plural(level.grammar->constraints().size(), "constraint");
        if (!level.grammar->dialects().empty()) {
            text += ", dialects " + base::join(level.grammar->dialects(), ", ");
        }
        text += "\n";
    }
    const auto types = level.types();
    if (!types.empty()) text += "    types     " + base::join(types, ", ") + "\n";
    std::string never;
    for (const auto& [type, status] : level.production) {
        if (status != fixture::Production::NeverProduced) continue;
        never += (never.empty() ? "" : ", ") + type;
    }
    if (!never.empty()) text += "    declared, never produced: " + never + "\n";
    return text;
}

std::string shown_family(const Family& family) {
    std::string text =
        family.id + " v" + std::to_string(family.version) + ": " + family.title + "\n";
    if (!family.about.empty()) text += family.about + "\n";
    text += "place       " + family.place + "\n";
    if (!family.extends.empty()) text += "extends     " + family.extends + "\n";
    if (!family.also.empty()) text += "also known  " + words(family.also) + "\n";
    text += "owners      " + words(family.owners) + "\n";
    text += "container   " +
            (family.is_abstract ? std::string("none: it is abstract")
                                : std::string(name_of(family.container))) +
            "\n";
    std::vector<std::string> required = {
        "lane", "harness or provider", "schema_version", "redaction", "origin", "owner"};
    required.insert(required.end(), family.metadata.required.begin(),
                    family.metadata.required.end());
    text += "metadata    " + words(required) + "\n";
    for (const fixture::FileRole& role : family.files) {
        text += "file        " + role.role + ": " + std::string(role.pattern.text()) +
                (role.is_required ? ", required" : "") +
                (role.family.empty() ? "" : ", a fixture of " + role.family) + "\n";
    }
    if (!family.levels.empty()) text += "levels\n";
    for (const fixture::Level& level : family.levels) text += shown_level(level);
    for (const fixture::Enum& each : family.enums) {
        std::vector<std::string> names;
        for (const fixture::EnumName& name : each.values) {
            names.push_back(name.also.empty()
                                ? name.name
                                : name.name + " (also " + base::join(name.also, ", ") + ")");
        }
        text +=
            "enum        " + each.name + (each.is_open ? " (open): " : ": ") + words(names) + "\n";
    }
    for (const fixture::Consumer& consumer : family.consumers) {
        text += "consumer    " + consumer.id + ": " +
                words(consumer.globs.empty() ? consumer.keys : consumer.globs) + "\n";
    }
    text += "evidence    " + std::string(name_of(family.evidence)) + "\n";
    text += "reconcile   " + std::string(family.reconcile.is_replay ? "replay" : "compare") + " " +
            words(family.reconcile.abstractions) + ", stale after " +
            std::to_string(family.reconcile.stale_after_days) + " days\n";
    return text;
}

base::Result<ExitCode> run_family_show(const Arguments& arguments, Terminal& terminal) {
    const auto ground = TRY(make_lint_ground(arguments.value("--config")));
    if (!arguments.has("FAMILY")) {
        terminal.out(TRY(list_families(*ground)));
        return ExitCode::Done;
    }
    const std::string name(arguments.value("FAMILY"));
    const auto entries = ground->shelf.entries();
    const bool is_family = std::any_of(entries.begin(), entries.end(),
                                       [&](const Shelf::Entry& each) { return each.id == name; });
    const Shelf::Entry* grammar = ground->shelf.grammar(name);
    if (grammar != nullptr && !is_family) {
        terminal.out(TRY(grammar->tree->read(grammar->folder))->text);
        return ExitCode::Done;
    }
    const auto family = TRY(ground->shelf.get(name));
    terminal.out(arguments.has("--source") ? family->source->text : shown_family(*family));
    return ExitCode::Done;
}

// --- family eject

constexpr Positional kEjectPositionals[] = {
    {"FAMILY", "a family that is built in"},
    {"FOLDER", "where to write it (families/FAMILY)", false, true},
};
constexpr Example kEjectExamples[] = {
    {"understudy family eject hook-event", "as families/hook-event, where `lint` finds it first"},
};

base::Result<std::string> new_folder(std::string folder) {
    std::error_code problem;
    if (fs::exists(fs::symlink_status(folder, problem))) {
        return base::fail(code::FamilyExists, {{"folder", base::quoted(folder)}});
    }
    return folder;
}

base::Result<void> write_below(const std::string& folder, std::string_view name,
                               std::string_view text) {
    const std::string path = folder + '/' + std::string(name);
    std::error_code problem;
    fs::create_directories(fs::path(path).parent_path(), problem);
    if (problem) {
        return base::fail(code::CannotWrite,
                          {{"file", base::quoted(path)}, {"why", problem.message()}});
    }
    return write_file(path, text);
}

base::Result<ExitCode> run_family_eject(const Arguments& arguments, Terminal& terminal) {
    const std::string name(arguments.value("FAMILY"));
    Shelf shelf;
    shelf.add(shipped_families(), "", kBuiltIn);
    const auto family = TRY(shelf.get(name));
    const std::string folder =
        TRY(new_folder(arguments.has("FOLDER") ? std::string(arguments.value("FOLDER"))
                                               : "families/" + family->id));
    std::size_t count = 0;
    for (const EmbeddedFile& file : embedded_families()) {
        if (file.folder != family->id) continue;
        TRY_VOID(write_below(folder, file.path, file.text));
        ++count;
    }
    terminal.out("wrote " + base::plural(count, "file") + " to " + folder + "\n");
    return ExitCode::Done;
}

// --- family new

constexpr Positional kNewPositionals[] = {
    {"FAMILY", "its id: lower case, with dashes"},
    {"FOLDER", "where to write it (families/FAMILY)", false, true},
};
constexpr Option kNewOptions[] = {
    {"--container", "FORM", "what a fixture of it is", "json|jsonl|sse", "jsonl"},
};
constexpr Example kNewExamples[] = {
    {"understudy family new order-events", "a family of JSON Lines, with examples that pass"},
};

bool is_id(std::string_view name) {
    return !name.empty() && name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") ==
                                std::string_view::npos;
}

constexpr std::string_view kNewFamily = R"(family: {id}
title: {id}
about: Say in a sentence what these fixtures are.
owners: [your-team]
version: 1
history:
  - {version: 1, date: {day}, level: breaking, text: First version.}
enums:
  harness: {open: true, values: [example]}
container: {container}
levels:
  records:
    type: /type
    schemas: schemas.yaml
    grammar: grammar.yaml
redaction:
  classes:
    records: {/text: text}
consumers:
  - {id: tests, globs: ["**/*test*"]}
)";
constexpr std::string_view kNewGrammar = R"(grammar: {id}
type: /type
order: started text* finished
)";
constexpr std::string_view kNewSchemas = R"(records:
  started:
    type: object
    required: [type, id]
    properties: {id: {type: string}}
  text:
    type: object
    required: [type, text]
    properties: {text: {type: string}}
  finished:
    type: object
    required: [type]
)";

// The records of an example in the container that was asked for.
std::string records_text(std::string_view container, std::vector<std::string> records) {
    if (container == "json") return "[" + base::join(records, ",\n ") + "]\n";
    std::string text;
    for (const std::string& each : records) {
        text += container == "sse" ? "data: " + each + "\n\n" : each + "\n";
    }
    return text;
}

std::string sidecar_text(std::string_view expects) {
    std::string text = R"({"lane": "no-model", "harness": "example", "schema_version": 1,)"
                       "\n"
                       R"( "redaction": "synthetic", "origin": "authored", "owner": "your-team")";
    if (!expects.empty()) text += ",\n \"expects\": [\"" + std::string(expects) + "\"]";
    return text + "}\n";
}

base::Result<ExitCode> run_family_new(const Arguments& arguments, Terminal& terminal) {
    const std::string id(arguments.value("FAMILY"));
    if (!is_id(id)) {
        return base::fail(
            code::BadArguments,
            {{"verb", "family new"},
             {"why", base::quoted(id) + " is no id: lower case letters, digits, dashes"}});
    }
    const std::string container(arguments.value("--container"));
    const std::string folder = TRY(new_folder(
        arguments.has("FOLDER") ? std::string(arguments.value("FOLDER")) : "families/" + id));
    const auto filled = [&](std::string_view text) {
        std::string whole = base::replace_all(text, "{id}", id);
        whole = base::replace_all(whole, "{day}", today());
        return base::replace_all(whole, "{container}", container);
    };
    std::string family = filled(kNewFamily);
    // A JSON document holds its records as a list.
    if (container == "json")
        family = base::replace_all(family, "    type: /type\n", "    at: \"\"\n    type: /type\n");
    TRY_VOID(write_below(folder, "family.yaml", family));
    TRY_VOID(write_below(folder, "grammar.yaml", filled(kNewGrammar)));
    TRY_VOID(write_below(folder, "schemas.yaml", kNewSchemas));
    const std::string started = R"({"type": "started", "id": "1"})";
    const std::string text = R"({"type": "text", "text": "hello"})";
    const std::string finished = R"({"type": "finished"})";
    const struct {
        std::string_view name;
        std::vector<std::string> records;
        std::string_view expects;
    } examples[] = {
        {"valid/whole", {started, text, finished}, ""},
        {"invalid/cut", {started, text}, "fixture.order.incomplete"},
        {"invalid/no-id", {R"({"type": "started"})", finished}, "fixture.shape.required"},
        {"invalid/text-first", {text, started, finished}, "fixture.order.unexpected"},
    };
    for (const auto& each : examples) {
        const std::string name = "examples/" + std::string(each.name) + "." + container;
        TRY_VOID(write_below(folder, name, records_text(container, each.records)));
        TRY_VOID(write_below(folder, name + ".meta.json", sidecar_text(each.expects)));
    }
    terminal.out("wrote a family to " + folder + "; `understudy lint " + folder +
                 "` checks its examples\n");
    return ExitCode::Done;
}

}  // namespace

const Verb kFamilyShowVerb = {
    "family show",
    "which families there are, and what one says",
    "Lists the families of the project and those that are built in; with a name, shows what it "
    "says: levels, record types, enums, consumers. A family of the project hides a built-in one of "
    "the same id.",
    kShowPositionals,
    kShowOptions,
    kShowExamples,
    run_family_show,
};

const Verb kFamilyEjectVerb = {
    "family eject",
    "writes a built-in family out as files",
    "Writes a family that is inside the binary to a folder, to read it or to change it. In "
    "families/FAMILY of the project it takes the place of the built-in one. Refuses a folder that "
    "is there already.",
    kEjectPositionals,
    {},
    kEjectExamples,
    run_family_eject,
};

const Verb kFamilyNewVerb = {
    "family new",
    "starts a family",
    "Writes a small family that works: a grammar, schemas, one valid and three invalid examples. "
    "docs/reference/family-format.md describes every key. Refuses a folder that is there already.",
    kNewPositionals,
    kNewOptions,
    kNewExamples,
    run_family_new,
};

}  // namespace understudy::app
