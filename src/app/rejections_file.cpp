#include "app/rejections_file.hpp"

#include "app/files.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kName = "rejections.json";

}  // namespace

fs::path rejections_place(const ProjectGround& project, const verify::RefreshSettings& settings) {
    if (!settings.rejections.empty()) return project.root / settings.rejections;
    return project.root / project.manifest.cassettes / kName;
}

base::Result<verify::Rejections> load_rejections(const ProjectGround& project,
                                                 const verify::RefreshSettings& settings) {
    const fs::path path = rejections_place(project, settings);
    std::error_code problem;
    if (!fs::exists(path, problem)) return verify::Rejections{};
    base::Source source = TRY(read_file(path.string()));
    source.name = (project.seen_root() / path.lexically_relative(project.root)).generic_string();
    return verify::read_rejections(source);
}

base::Result<void> save_rejections(const ProjectGround& project,
                                   const verify::RefreshSettings& settings,
                                   const verify::Rejections& rejections) {
    const fs::path path = rejections_place(project, settings);
    std::error_code problem;
    fs::create_directories(path.parent_path(), problem);
    return write_file(path.string(), verify::write_rejections(rejections));
}

}  // namespace understudy::app
