// understudy pack list: which packs there are, and where.
#include <algorithm>

#include "app/pack_files.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "json/write.hpp"

namespace understudy::app {

namespace {

constexpr Option kOptions[] = {
    {"--pack-dir", "DIR", "where packs are looked for first, then ./packs, then the built-in ones",
     "", ""},
    {"--format", "FORMAT", "how to report", "text|json", "text"},
};
constexpr Example kExamples[] = {
    {"understudy pack list", "what `serve` finds by name"},
    {"understudy pack list --format json", "the same for a program"},
};

std::string padded(std::string_view text, std::size_t width) {
    std::string cell(text);
    cell.resize(std::max(cell.size() + 2, width), ' ');
    return cell;
}

base::Result<ExitCode> run_pack_list(const Arguments& arguments, Terminal& terminal) {
    json::Value records = json::Value::array();
    std::string text;
    for (const PackFiles& files : list_pack_files(arguments.value("--pack-dir"))) {
        const pack::Loaded loaded = pack::load(files.folder);
        json::Value record = json::Value::object({{"name", files.name}});
        std::string version = "?";
        std::string models = "does not load; see `understudy pack lint " + files.name + '`';
        if (loaded.pack) {
            version = loaded.pack->version;
            models = loaded.pack->models.vendor + ' ' + loaded.pack->models.api;
            record.set("version", version);
            record.set("vendor", loaded.pack->models.vendor);
            record.set("api", loaded.pack->models.api);
        }
        record.set("loads", loaded.pack != nullptr);
        record.set("place", name_of(files.place));
        if (!files.path.empty()) record.set("path", files.path);
        records.push_back(record);
        text += padded(files.name, 16) + padded(version, 10) + padded(name_of(files.place), 14) +
                models + '\n';
    }
    if (arguments.value("--format") == "json") {
        terminal.out(json::write_pretty(records) + '\n');
    } else {
        terminal.out(text.empty() ? "no packs: `understudy pack new NAME` makes one\n" : text);
    }
    return ExitCode::Done;
}

}  // namespace

const Verb kPackListVerb = {
    "pack list",
    "the packs there are",
    "Lists the packs that can be served by name: those in --pack-dir, then those in ./packs, then "
    "those inside the binary. A name found in one place hides the same name in later ones.",
    {},
    kOptions,
    kExamples,
    run_pack_list,
};

}  // namespace understudy::app
