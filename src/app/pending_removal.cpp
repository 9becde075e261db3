#include "app/pending_removal.hpp"

#include <array>

#include "base/text.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "report/shown.hpp"
#include "verify/code.hpp"

namespace understudy::app {

namespace {

constexpr std::int64_t kVersion = 1;

}  // namespace

std::filesystem::path place_for_removal(const ProjectGround& project, const std::string& file) {
    return project.root / project.manifest.pending / (file + std::string(kRemovalEnding));
}

std::string write_removal(const Removal& removal) {
    return json::write_pretty(json::Value::object({{"version", kVersion},
                                                   {"service", removal.service},
                                                   {"cassette", removal.cassette},
                                                   {"plan", removal.plan}})) +
           "\n";
}

base::Result<Removal> read_removal(const base::Source& source) {
    const auto bad = [&](std::string why) {
        return base::fail(verify::code::BadPending, {{"why", std::move(why)}},
                          base::Mark{source.name, 0, 0, 0, {}, 0});
    };
    const auto root = json::parse(source.text);
    if (!root) return bad(base::message(root.error()));
    const json::Value* version = root->is_object() ? root->find("version") : nullptr;
    if (version == nullptr || !version->is_number() || version->to_int64() != kVersion) {
        return bad("it is not of version 1");
    }
    Removal removal;
    const std::pair<std::string_view, std::string*> kTexts[] = {
        {"service", &removal.service}, {"cassette", &removal.cassette}, {"plan", &removal.plan}};
    for (const auto& [key, text] : kTexts) {
        const json::Value* value = root->find(key);
        if (value == nullptr || !value->is_string()) {
            return bad("it has no `" + std::string(key) + "`");
        }
        *text = value->as_string();
    }
    return removal;
}

verify::Change change_of(const Removal& removal) {
    verify::Change change;
    change.service = removal.service;
    change.cassette = removal.cassette;
    change.kind = verify::kPlanDropped;
    change.message = base::message(
        {verify::code::PlanDropped,
         {{"plan", report::shown(removal.plan)}, {"name", base::quoted(removal.cassette)}},
         {},
         {}});
    const std::array<std::string, 1> content = {removal.plan};
    return verify::plain_change(std::move(change), content);
}

}  // namespace understudy::app
