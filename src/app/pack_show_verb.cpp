// understudy pack show PACK: what a pack models.
#include "app/files.hpp"
#include "app/pack_files.hpp"
#include "app/verbs.hpp"
#include "json/write.hpp"
#include "pack/show.hpp"

namespace understudy::app {

namespace {

constexpr Positional kPositionals[] = {{"PACK", "a pack by name, or its folder"}};
constexpr Option kOptions[] = {
    {"--pack-dir", "DIR", "where packs are looked for first, then ./packs, then the built-in ones",
     "", ""},
    {"--format", "FORMAT", "how to show it; mermaid draws the lifecycles", "text|json|mermaid",
     "text"},
};
constexpr Example kExamples[] = {
    {"understudy pack show parcel", "its resources, operations and lifecycles"},
    {"understudy pack show parcel --format mermaid", "its lifecycles as diagrams"},
};

base::Result<ExitCode> run_pack_show(const Arguments& arguments, Terminal& terminal) {
    const PackFiles files =
        TRY(find_pack_files(arguments.value("PACK"), arguments.value("--pack-dir")));
    const pack::Loaded loaded = pack::load(files.folder);
    if (!loaded.pack) return base::fail(loaded.as_error());
    const std::string_view format = arguments.value("--format");
    if (format == "json") {
        terminal.out(json::write_pretty(pack::catalogue(*loaded.pack)) + '\n');
    } else if (format == "mermaid") {
        std::string text;
        for (const pack::Resource& resource : loaded.pack->resources) {
            const std::string diagram = pack::to_mermaid(*loaded.pack, resource);
            if (diagram.empty()) continue;
            text += "%% " + resource.name + '\n' + diagram + (diagram.ends_with('\n') ? "" : "\n");
        }
        terminal.out(text);
    } else {
        terminal.out(pack::show(*loaded.pack));
    }
    return ExitCode::Done;
}

}  // namespace

const Verb kPackShowVerb = {
    "pack show",
    "what a pack models",
    "Shows what a pack models: the vendor and version, its resources with their lifecycles, which "
    "operations are modelled and which are answered by their shape alone, and how many fields are "
    "spelled out or take a bulk default.",
    kPositionals,
    kOptions,
    kExamples,
    run_pack_show,
};

}  // namespace understudy::app
