// understudy pack eject NAME [FOLDER]: a built-in pack as files.
#include <filesystem>

#include "app/code.hpp"
#include "app/embedded.hpp"
#include "app/files.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "pack/code.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

constexpr Positional kPositionals[] = {
    {"NAME", "a pack that is built in"},
    {"FOLDER", "where to write it (packs/NAME)", false, true},
};
constexpr Example kExamples[] = {
    {"understudy pack eject parcel", "as packs/parcel, where `serve` finds it first"},
    {"understudy pack eject parcel my-parcel", "as a folder to start from"},
};

base::Result<void> check_name(const std::string& name) {
    std::vector<std::string> names;
    for (const EmbeddedFile& file : embedded_packs()) {
        if (file.folder == name) return {};
        if (names.empty() || names.back() != file.folder) names.emplace_back(file.folder);
    }
    return base::fail(pack::code::NotFound, {{"name", base::quoted(name)},
                                             {"places", "the binary itself"},
                                             {"nearest", base::nearest(name, names)}});
}

base::Result<ExitCode> run_pack_eject(const Arguments& arguments, Terminal& terminal) {
    const std::string name(arguments.value("NAME"));
    TRY_VOID(check_name(name));
    const std::string folder =
        arguments.has("FOLDER") ? std::string(arguments.value("FOLDER")) : "packs/" + name;
    std::error_code problem;
    if (fs::exists(fs::symlink_status(folder, problem))) {
        return base::fail(pack::code::FolderExists, {{"folder", base::quoted(folder)}});
    }
    std::size_t count = 0;
    for (const EmbeddedFile& file : embedded_packs()) {
        if (file.folder != name) continue;
        const std::string path = folder + '/' + std::string(file.path);
        fs::create_directories(fs::path(path).parent_path(), problem);
        if (problem) {
            return base::fail(code::CannotWrite,
                              {{"file", base::quoted(path)}, {"why", problem.message()}});
        }
        TRY_VOID(write_file(path, file.text));
        ++count;
    }
    terminal.out("wrote " + base::plural(count, "file") + " to " + folder + "\n");
    return ExitCode::Done;
}

}  // namespace

const Verb kPackEjectVerb = {
    "pack eject",
    "writes a built-in pack out as files",
    "Writes a pack that is inside the binary to a folder, to read it or to change it. In "
    "packs/NAME of the current folder it takes the place of the built-in one. Refuses a folder "
    "that is there already.",
    kPositionals,
    {},
    kExamples,
    run_pack_eject,
};

}  // namespace understudy::app
