#include "app/plan_file.hpp"

#include <algorithm>
#include <cstdlib>

#include "app/files.hpp"
#include "base/bytes.hpp"
#include "base/hash.hpp"
#include "base/text.hpp"
#include "plan/code.hpp"
#include "plan/load.hpp"
#include "plan/run.hpp"
#include "secret/policy.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

base::Mark mark_of_file(const std::string& path) {
    base::Mark mark;
    mark.file = path;
    return mark;
}

base::Result<void> check_service(const PlanFile& file, const ProjectGround& project) {
    const std::string& service = file.plan.service;
    if (!project.has_file() || project.manifest.find(service) != nullptr) return {};
    std::vector<std::string> known;
    for (const cassette::Service& each : project.manifest.services) known.push_back(each.name);
    return base::fail(plan::code::UnknownService,
                      {{"service", base::quoted(service)},
                       {"help", "declare it under `services` of " + project.file},
                       {"nearest", base::nearest(service, known)}},
                      mark_of_file(file.path));
}

// A real service has an address, and no control API.
base::Result<void> check_request(const plan::Step& step, const std::string& what,
                                 const PlanFile& file) {
    if (step.command) return {};
    if (file.plan.is_offline) {
        return base::fail(plan::code::Exclusive,
                          {{"what", what}, {"first", "network: none"}, {"second", "request"}},
                          step.mark);
    }
    if (step.request.control) return base::fail(plan::code::NoControl, {}, step.mark);
    if (step.request.is_url || !file.plan.url.empty()) return {};
    return base::fail(plan::code::NoAddress, {{"what", what}}, step.mark);
}

base::Result<void> check_steps(const PlanFile& file, PlanUse use) {
    bool records = false;
    for (const plan::Step* step : file.all_steps()) {
        records = records || !step->record.empty();
        TRY_VOID(check_request(*step, "the step " + base::quoted(step->id), file));
    }
    for (const plan::Credential& credential : file.plan.credentials) {
        TRY_VOID(
            check_request(credential.probe, "the probe of " + base::quoted(credential.name), file));
    }
    if (records || use == PlanUse::Run) return {};
    return base::fail(plan::code::NothingRecorded, {}, mark_of_file(file.path));
}

base::Result<void> take_variables(PlanFile& file) {
    for (const std::string& name : file.plan.environment) {
        const char* value = std::getenv(name.c_str());  // NOLINT(concurrency-mt-unsafe)
        if (value == nullptr || *value == '\0') {
            return base::fail(plan::code::NotSet, {{"name", name}}, mark_of_file(file.path));
        }
        file.variables.emplace_back(name, json::Value(base::to_valid_utf8(value)));
    }
    return {};
}

}  // namespace

std::vector<const plan::Step*> PlanFile::all_steps() const {
    std::vector<const plan::Step*> all;
    for (const auto* steps : {&plan.setup, &plan.steps, &plan.variations, &plan.teardown}) {
        for (const plan::Step& step : *steps) all.push_back(&step);
    }
    return all;
}

base::Result<PlanFile> load_plan_file(const std::string& path, const ProjectGround& project,
                                      PlanUse use) {
    base::Source source = TRY(read_file(path, plan::kMaxPlanBytes));
    PlanFile file;
    file.path = path;
    file.digest = "sha256:" + base::to_hex(base::sha256(source.text));
    std::error_code problem;
    const fs::path whole = (fs::current_path(problem) / path).lexically_normal();
    file.reference = whole.lexically_relative(project.root).generic_string();
    plan::LoadOptions options;
    options.variables = {"scratch"};
    options.environment = true;
    file.plan = TRY(plan::load(std::move(source), options));
    file.folder = whole.parent_path();
    if (!file.plan.fixture.empty()) {
        file.fixture = fs::path(path).parent_path() / file.plan.fixture;
    }
    TRY_VOID(check_service(file, project));
    TRY_VOID(check_steps(file, use));
    TRY_VOID(take_variables(file));
    file.target = TRY(plan::target_of(file.plan, file.variables));
    file.url = TRY(plan::filled(file.plan.url, file.variables));
    while (file.url.ends_with('/')) file.url.pop_back();
    return file;
}

base::Result<void> allow(const PlanFile& file, const ProjectGround& project, plan::Effect most) {
    const cassette::Service* service = project.manifest.find(file.plan.service);
    bool is_sandbox = file.is_scratch();
    if (service != nullptr && !file.target.empty()) {
        is_sandbox = is_sandbox || std::any_of(service->sandbox.begin(), service->sandbox.end(),
                                               [&](const std::string& glob) {
                                                   return secret::fits_glob(glob, file.target);
                                               });
    }
    for (const plan::Step* step : file.all_steps()) {
        const std::string effect(plan::name_of(step->effect));
        if (step->effect > plan::Effect::Read && !is_sandbox) {
            return base::fail(plan::code::NotSandbox,
                              {{"id", base::quoted(step->id)},
                               {"effect", effect},
                               {"target", base::quoted(file.target)},
                               {"service", base::quoted(file.plan.service)}},
                              step->mark);
        }
        if (step->effect > most) {
            return base::fail(plan::code::NotAllowed,
                              {{"id", base::quoted(step->id)},
                               {"effect", effect},
                               {"allowed", std::string(plan::name_of(most))},
                               {"help", "`--allow-destructive` allows it"}},
                              step->mark);
        }
    }
    return {};
}

}  // namespace understudy::app
