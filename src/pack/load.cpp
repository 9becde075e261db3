// Puts the sections together: first every name, then everything that refers to one.
#include "pack/load.hpp"

#include <algorithm>
#include <tuple>

#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/lint.hpp"
#include "pack/impl/loader.hpp"
#include "pack/known.hpp"
#include "yaml/read.hpp"

namespace understudy::pack {

namespace {

constexpr std::size_t kMostBytes = std::size_t{64} << 20;

bool is_outside(std::string_view path) {
    if (path.empty() || path.front() == '/' || path.find('\\') != std::string_view::npos) {
        return true;
    }
    for (const std::string_view part : base::split(path, '/')) {
        if (part == "..") return true;
    }
    return false;
}

bool is_ours(std::string_view path) {
    if (path == "pack.yaml" || path == "plans/assumptions.yaml") return true;
    return path.starts_with("resources/") && path.ends_with(".yaml");
}

// Reads the YAML of the pack; false if there is nothing to go on with.
bool read_files(Loader& loader) {
    std::size_t bytes = 0;
    for (const base::Source& file : loader.folder.files) {
        bytes += file.text.size();
        if (is_outside(file.name)) {
            loader.reader.problem_at(code::OutsideFolder, {{"path", base::quoted(file.name)}},
                                     file.whole());
        }
    }
    if (bytes > kMostBytes) {
        loader.reader.problem_at(code::TooLarge, {{"limit", "64 MB of"}, {"what", "text"}},
                                 base::Source{loader.folder.name, {}}.whole());
        return false;
    }
    bool has_pack = false;
    for (const base::Source& file : loader.folder.files) {
        if (!is_ours(file.name)) continue;
        const std::string name =
            loader.folder.name.empty() ? file.name : loader.folder.name + "/" + file.name;
        auto read = yaml::read({name, file.text});
        has_pack = has_pack || file.name == "pack.yaml";
        if (!read) {
            const base::Error& error = read.error();
            loader.reader.problem_at(error.code, error.args, error.where, error.because);
            continue;
        }
        loader.files.push_back(std::make_unique<File>(file.name, std::move(*read)));
        const File& last = *loader.files.back();
        if (file.name == "pack.yaml") loader.root = Node{&last, &last.document.root, 0};
    }
    if (!has_pack) {
        loader.reader.problem_at(
            code::MissingFile,
            {{"folder", loader.folder.name.empty() ? "the folder" : loader.folder.name},
             {"file", "pack.yaml"}},
            base::Source{loader.folder.name, {}}.whole());
    }
    std::sort(loader.files.begin(), loader.files.end(),
              [](const auto& a, const auto& b) { return a->path < b->path; });
    return static_cast<bool>(loader.root) && loader.root.is_map();
}

void declare_all(Loader& loader) {
    declare_pack(loader);
    declare_errors(loader);
    declare_webhooks(loader);
    declare_resources(loader);
    declare_events(loader);
    declare_serve(loader);
    for (std::size_t i = 0; i < loader.pack.resources.size(); ++i) {
        const std::string& name = loader.pack.resources[i].name;
        loader.resource_shapes.push_back(&loader.new_shape(name, false));
    }
    for (std::size_t i = 0; i < loader.pack.resources.size(); ++i) {
        FieldOwner owner;
        owner.resource = static_cast<Index>(i);
        read_plain_fields(loader, loader.pack.resources[i].fields, loader.written[i].fields, owner);
    }
    read_shapes(loader);
    declare_operations(loader);
    add_rest_fields(loader);
    for (std::size_t i = 0; i < loader.pack.resources.size(); ++i) {
        fill_shape(loader, *loader.resource_shapes[i], loader.pack.resources[i].fields);
    }
    make_fixed_shapes(loader);
}

void read_all(Loader& loader) {
    read_models(loader);
    loader.pack.lists = read_lists(loader, loader.root.member("lists"), view_place(loader, kNone),
                                   Lists{}, "lists");
    read_serve(loader);
    read_errors(loader);
    read_operations(loader);
    read_resources(loader);
    read_headers(loader);
    read_events(loader);
    read_webhooks(loader);
    read_idempotency(loader);
    read_magic(loader);
    read_ignores(loader);
    read_coherence(loader);
    read_assumptions(loader);
    finish(loader);
    for (const auto& api : loader.apis) {
        if (api) attach_api(loader.pack, *api, loader.reader.problems());
    }
    static_cast<void>(loader.pack.routes.build(loader.pack));  // clashes are the linter's
}

void sort_by_place(std::vector<Problem>& problems) {
    std::stable_sort(problems.begin(), problems.end(), [](const Problem& a, const Problem& b) {
        const base::Mark& x = a.error.where;
        const base::Mark& y = b.error.where;
        return std::tie(x.file, x.line, x.column) < std::tie(y.file, y.line, y.column);
    });
}

}  // namespace

const base::Source* Folder::find(std::string_view path) const {
    for (const base::Source& file : files) {
        if (file.name == path) return &file;
    }
    return nullptr;
}

bool Loaded::has_errors() const {
    return std::any_of(problems.begin(), problems.end(),
                       [](const Problem& problem) { return problem.level == Level::Error; });
}

base::Error Loaded::as_error() const {
    base::Error error;
    error.code = code::Problems;
    for (const Problem& problem : problems) {
        if (problem.level == Level::Error) error.because.push_back(problem.error);
    }
    std::string name;
    for (const base::Error& each : error.because) {
        if (name.empty()) name = each.where.file;
    }
    error.args = {{"count", base::plural(error.because.size(), "problem")},
                  {"pack", name.substr(0, name.rfind('/'))}};
    return error;
}

Loaded load(const Folder& folder, Thoroughness thoroughness) {
    Loader loader(folder, thoroughness);
    Loaded loaded;
    if (read_files(loader) && has_known_format(loader)) {
        declare_all(loader);
        read_all(loader);
        check_graphs(loader.pack, loader.reader.problems());
        if (thoroughness == Thoroughness::Lint) {
            warn(loader.pack, folder, loader.reader.problems());
        }
    }
    loaded.problems = loader.reader.take();
    sort_by_place(loaded.problems);
    if (loaded.has_errors()) return loaded;
    auto pack = std::make_shared<Pack>(std::move(loader.pack));
    prepare(*pack);
    loaded.pack = std::move(pack);
    return loaded;
}

}  // namespace understudy::pack
