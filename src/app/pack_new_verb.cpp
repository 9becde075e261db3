// understudy pack new NAME: the files of a fresh pack.
#include <filesystem>

#include "app/code.hpp"
#include "app/files.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/new.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

constexpr Positional kPositionals[] = {
    {"NAME", "of the pack"},
    {"FOLDER", "where to write it (packs/NAME)", false, true},
};
constexpr Option kOptions[] = {
    {"--openapi", "FILE", "an OpenAPI document to start from", "", ""},
};
constexpr Example kExamples[] = {
    {"understudy pack new shop", "a small commented example, as packs/shop"},
    {"understudy pack new shop --openapi api.yaml", "every route of a description, to be taught"},
};

base::Result<ExitCode> run_pack_new(const Arguments& arguments, Terminal& terminal) {
    const std::string name(arguments.value("NAME"));
    std::optional<base::Source> description;
    if (arguments.has("--openapi")) {
        description = TRY(read_file(std::string(arguments.value("--openapi"))));
    }
    const std::vector<base::Source> files = TRY(pack::new_pack(name, description));
    const std::string folder =
        arguments.has("FOLDER") ? std::string(arguments.value("FOLDER")) : "packs/" + name;
    std::error_code problem;
    if (fs::exists(fs::symlink_status(folder, problem))) {
        return base::fail(pack::code::FolderExists, {{"folder", base::quoted(folder)}});
    }
    for (const base::Source& file : files) {
        const std::string path = folder + '/' + file.name;
        fs::create_directories(fs::path(path).parent_path(), problem);
        if (problem) {
            return base::fail(code::CannotWrite,
                              {{"file", base::quoted(path)}, {"why", problem.message()}});
        }
        TRY_VOID(write_file(path, file.text));
    }
    terminal.out("wrote " + base::plural(files.size(), "file") + " to " + folder + '\n');
    terminal.error("next: understudy pack lint " + folder + "; understudy serve " + folder + '\n');
    return ExitCode::Done;
}

}  // namespace

const Verb kPackNewVerb = {
    "pack new",
    "the files of a fresh pack",
    "Writes a new pack: a small commented example, or, with --openapi, one that answers every "
    "route "
    "of an OpenAPI document by its shape, ready to be taught lifecycles resource by resource. "
    "Refuses a folder that is there already.",
    kPositionals,
    kOptions,
    kExamples,
    run_pack_new,
};

}  // namespace understudy::app
