#include "app/cassette_files.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "app/code.hpp"
#include "app/file_batch.hpp"
#include "app/files.hpp"
#include "app/secret_ground.hpp"
#include "base/text.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBodies = "bodies";
constexpr std::size_t kMostCassettes = 200'000;
constexpr std::size_t kDeepestFolder = 32;

base::Failure cannot_read(const std::string& name, std::string why) {
    return base::fail(code::CannotRead, {{"file", base::quoted(name)}, {"why", std::move(why)}},
                      base::Mark{name, 0, 0, 0, {}, 0});
}

base::Failure cannot_write(const std::string& name, std::string why) {
    return base::fail(code::CannotWrite, {{"file", base::quoted(name)}, {"why", std::move(why)}},
                      base::Mark{name, 0, 0, 0, {}, 0});
}

fs::path bodies_beside(const std::string& cassette) {
    return fs::path(cassette).parent_path() / kBodies;
}

std::string_view ending_of(std::string_view path) {
    for (const std::string_view ending : {".yaml", ".jsonl"}) {
        if (path.ends_with(ending) && path.size() > ending.size()) return ending;
    }
    return {};
}

class Lister {
public:
    explicit Lister(fs::path top) : top_(std::move(top)) {}

    base::Result<void> list(const fs::path& below, std::size_t depth) {
        std::error_code problem;
        std::vector<std::string> names;
        for (fs::directory_iterator at(top_ / below, problem), end; !problem && at != end;
             at.increment(problem)) {
            names.push_back(at->path().filename().string());
        }
        if (problem) return cannot_read((top_ / below).string(), problem.message());
        std::sort(names.begin(), names.end());
        for (const std::string& name : names) {
            if (name.starts_with('.')) continue;
            const fs::path inner = below.empty() ? fs::path(name) : below / name;
            const fs::file_status status = fs::symlink_status(top_ / inner, problem);
            if (fs::is_directory(status) && name != kBodies && depth < kDeepestFolder) {
                TRY_VOID(list(inner, depth + 1));
            } else if (fs::is_regular_file(status) && !ending_of(name).empty()) {
                add(inner.generic_string());
            }
        }
        return {};
    }

    std::vector<CassetteFile> found_;

private:
    void add(const std::string& inner) {
        if (found_.size() >= kMostCassettes) return;
        CassetteFile file;
        file.path = (top_ / inner).generic_string();
        const std::size_t slash = inner.find('/');
        if (slash != inner.npos) file.service = inner.substr(0, slash);
        file.name = inner.substr(slash == inner.npos ? 0 : slash + 1);
        file.name.resize(file.name.size() - ending_of(file.name).size());
        found_.push_back(std::move(file));
    }

    fs::path top_;
};

bool holds(const fs::path& path, std::string_view bytes) {
    std::error_code problem;
    if (fs::file_size(path, problem) != bytes.size() || problem) return false;
    const auto there = read_file(path.string(), cassette::kMaxBodyBytes);
    return there && there->text == bytes;
}

}  // namespace

BodyFolder BodyFolder::beside(const std::string& cassette) {
    return BodyFolder(bodies_beside(cassette));
}

base::Result<std::string> BodyFolder::read(std::string_view digest) const {
    const fs::path path = folder_ / digest;
    std::error_code problem;
    const fs::file_status status = fs::symlink_status(path, problem);
    if (!fs::exists(status)) return cannot_read(path.string(), "No such file or directory");
    if (!fs::is_regular_file(status)) return cannot_read(path.string(), "it is no plain file");
    return TRY(read_file(path.string(), cassette::kMaxBodyBytes)).text;
}

base::Result<std::vector<CassetteFile>> list_cassettes(const std::string& folder) {
    Lister lister(folder.empty() ? fs::path(".") : fs::path(folder));
    TRY_VOID(lister.list({}, 0));
    return std::move(lister.found_);
}

base::Result<std::vector<CassetteFile>> list_cassettes(const fs::path& root,
                                                       const cassette::Manifest& manifest) {
    std::vector<CassetteFile> all;
    for (const cassette::Service& service : manifest.services) {
        const fs::path folder = root / service.cassettes;
        std::error_code problem;
        if (!fs::is_directory(folder, problem)) continue;
        for (CassetteFile& file : TRY(list_cassettes(folder.string()))) {
            if (!file.service.empty()) file.name = file.service + "/" + file.name;
            file.service = service.name;
            all.push_back(std::move(file));
        }
    }
    return all;
}

base::Result<cassette::Loaded> read_cassette(const std::string& path,
                                             cassette::ReadOptions options) {
    const BodyFolder bodies = BodyFolder::beside(path);
    options.bodies = &bodies;
    return cassette::read(TRY(read_file(path, cassette::kMaxCassetteBytes)), options);
}

base::Result<cassette::Loaded> read_cassette(const CassetteFile& file,
                                             const cassette::Manifest& manifest) {
    cassette::ReadOptions options;
    options.service = file.service;
    options.name = file.name;
    for (const cassette::Service& service : manifest.services) {
        options.services.push_back(service.name);
    }
    return read_cassette(file.path, std::move(options));
}

cassette::Form form_for(std::string_view path) {
    if (path.ends_with(".jsonl")) return cassette::Form::Lines;
    const bool is_yaml = path.ends_with(".yaml") || path.ends_with(".yml");
    return is_yaml ? cassette::Form::Yaml : cassette::Form::Auto;
}

base::Result<void> write_cassette(const std::string& path, const cassette::Written& written) {
    const fs::path folder = fs::path(path).parent_path();
    std::error_code problem;
    if (!folder.empty()) fs::create_directories(folder, problem);
    if (!problem && !written.bodies.empty()) fs::create_directories(bodies_beside(path), problem);
    if (problem) return cannot_write(path, problem.message());
    // A body without a cassette does no harm; a cassette without its body does not load. So bodies
    // are put into place first.
    FileBatch batch;
    for (const auto& [digest, bytes] : written.bodies) {
        const fs::path body = bodies_beside(path) / digest;
        if (holds(body, bytes)) continue;
        TRY_VOID(batch.add(body.string(), bytes));
    }
    TRY_VOID(batch.add(path, written.text));
    return batch.commit();
}

base::Result<Kept> keep_recording(const std::string& path, const cassette::Written& written,
                                  const Pending& pending) {
    std::error_code problem;
    if (!fs::exists(fs::symlink_status(path, problem))) {
        TRY_VOID(write_cassette(path, written));
        return Kept{path};
    }
    if (holds(path, written.text)) return Kept{path, false, true};
    const fs::path root = fs::absolute(pending.root, problem).lexically_normal();
    fs::path name = fs::absolute(path, problem).lexically_normal().lexically_relative(root);
    // What lies outside the project waits under its own name.
    if (name.empty() || *name.begin() == "..") name = fs::path(path).filename();
    const std::string place = (pending.root / pending.folder / name).lexically_normal().string();
    TRY_VOID(write_cassette(place, written));
    return Kept{place, true, false};
}

base::Result<std::shared_ptr<const secret::Policy>> sealing_policy(
    std::vector<secret::Known> known) {
    const Ground ground = TRY(make_ground(Arguments{}, surroundings_of_files()));
    if (known.empty()) return ground.policy;
    auto policy = std::make_shared<secret::Policy>(*ground.policy);
    policy->known.insert(policy->known.end(), std::make_move_iterator(known.begin()),
                         std::make_move_iterator(known.end()));
    return std::shared_ptr<const secret::Policy>(std::move(policy));
}

}  // namespace understudy::app
