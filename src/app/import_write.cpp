#include "app/import_write.hpp"

#include <filesystem>
#include <map>
#include <set>

#include "app/cassette_files.hpp"
#include "app/files.hpp"
#include "app/project_file.hpp"
#include "cassette/manifest.hpp"
#include "cassette/target.hpp"
#include "yaml/read.hpp"
#include "yaml/write.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
using cassette::Importer;
using cassette::Manifest;
using cassette::Sealed;
using json::Value;

// The project's file before and after; empty texts where there is none.
struct ProjectText {
    std::string path;
    std::string before, after;
    Manifest manifest;  // of the text after
};

// What a project has to know of a service: its programs, or the hosts its calls went to.
Value service_entry(const Importer& importer, const std::string& service,
                    const Manifest& manifest) {
    const std::string_view program = importer.program_of(service);
    Value entry = Value::object();
    if (program != service && manifest.of_program(program) == nullptr) {
        entry.set("programs", Value::array({program}));
    }
    return entry;
}

using Hosts = std::map<std::string, std::set<std::string>>;  // of a service

Hosts hosts_of(std::span<const Sealed* const> sealed) {
    Hosts hosts;
    for (const Sealed* each : sealed) {
        std::set<std::string>& own = hosts[each->head().service];
        for (const cassette::SealedExchange& exchange : each->exchanges()) {
            const cassette::HttpInput* call = exchange.exchange().http();
            if (call == nullptr) continue;
            const std::string_view host = cassette::without_port(call->host);
            if (cassette::is_service(host)) own.emplace(host);
        }
    }
    return hosts;
}

void add_hosts(Value& entry, const std::set<std::string>& hosts, const Manifest& manifest) {
    const Value* known = entry.find("hosts");
    Value all = known != nullptr && known->is_array() ? *known : Value::array();
    const std::size_t before = all.size();
    for (const std::string& host : hosts) {
        if (manifest.of_host(host) == nullptr) all.push_back(host);
    }
    if (all.size() > before) entry.set("hosts", std::move(all));
}

base::Result<ProjectText> add_services(const fs::path& folder, const Importer& importer,
                                       const Hosts& services) {
    ProjectText text;
    text.path = (folder / kProjectFile).string();
    std::error_code problem;
    json::Document document = TRY(yaml::read({text.path, ""}));
    if (fs::exists(text.path, problem)) {
        document = TRY(yaml::read(TRY(read_file(text.path))));
        text.before = document.source->text;
    }
    const Manifest before = TRY(cassette::read_manifest(document));
    Value root = document.root.is_object() ? document.root : Value::object();
    const Value* known = root.find("services");
    Value all = known != nullptr && known->is_object() ? *known : Value::object();
    for (const auto& [service, hosts] : services) {
        const Value* there = all.find(service);
        Value entry = before.find(service) == nullptr ? service_entry(importer, service, before)
                      : there != nullptr && there->is_object() ? *there
                                                               : Value::object();
        add_hosts(entry, hosts, before);
        const bool is_new = before.find(service) == nullptr;
        if (is_new || (there != nullptr && !(entry == *there) && entry.size() > 0)) {
            all.set(service, std::move(entry));
        }
    }
    root.set("services", std::move(all));
    text.after = text.before.empty() ? yaml::write(root) : yaml::rewrite(document, root);
    text.manifest =
        TRY(cassette::read_manifest(TRY(yaml::read({text.path, std::string(text.after)}))));
    return text;
}

std::string file_of(const fs::path& folder, const Manifest& manifest,
                    const cassette::Cassette& cassette, bool is_lines) {
    const cassette::Service* service = manifest.find(cassette.service);
    const fs::path inside = service != nullptr ? fs::path(service->cassettes)
                                               : fs::path(manifest.cassettes) / cassette.service;
    return (folder / inside / (cassette.name + (is_lines ? ".jsonl" : ".yaml")))
        .lexically_normal()
        .string();
}

base::Result<void> write_text(const std::string& path, std::string_view text) {
    std::error_code problem;
    fs::create_directories(fs::path(path).parent_path(), problem);  // told when writing
    return write_file(path, text);
}

base::Result<void> write_drafts(const fs::path& folder, const Importer& importer,
                                const cassette::ImportSummary& summary,
                                std::span<const Sealed* const> sealed, ImportWritten& written) {
    for (const cassette::ImportSummary::Plan& plan : summary.plans) {
        std::vector<cassette::Cassette> own;
        for (const Sealed* each : sealed) {
            if (each->head().service == plan.service) own.push_back(each->whole());
        }
        const std::string path =
            (folder / "plans" / (plan.service + ".yaml.draft")).lexically_normal().string();
        std::error_code problem;
        if (fs::exists(path, problem) ||
            fs::exists(folder / "plans" / (plan.service + ".yaml"), problem)) {
            ++written.unchanged;  // somebody works on it
            continue;
        }
        TRY_VOID(write_text(path, cassette::draft_plan(importer, plan, own)));
        written.written.push_back(path);
    }
    return {};
}

}  // namespace

base::Result<ImportWritten> write_import(const std::string& folder, const Importer& importer,
                                         const cassette::ImportSummary& summary,
                                         std::span<const Sealed* const> sealed) {
    const fs::path root(folder);
    const ProjectText project = TRY(add_services(root, importer, hosts_of(sealed)));
    ImportWritten written;
    for (const Sealed* each : sealed) {
        const cassette::Written bytes = cassette::write(*each, cassette::Form::Auto);
        const std::string path = file_of(root, project.manifest, each->head(), bytes.is_lines);
        const Kept kept = TRY(keep_recording(path, bytes, {root, project.manifest.pending}));
        if (kept.is_same) {
            ++written.unchanged;
        } else {
            (kept.is_pending ? written.pending : written.written).push_back(kept.path);
        }
    }
    if (project.after == project.before) {
        ++written.unchanged;
    } else {
        TRY_VOID(write_text(project.path, project.after));
        written.written.push_back(project.path);
    }
    TRY_VOID(write_drafts(root, importer, summary, sealed, written));
    return written;
}

}  // namespace understudy::app
