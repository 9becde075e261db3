#include "app/pending_rules.hpp"

#include "app/files.hpp"
#include "base/text.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "verify/code.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
using json::Value;

constexpr std::int64_t kVersion = 1;

base::Failure bad_pending(const std::string& file, std::string why) {
    return base::fail(verify::code::BadPending, {{"why", std::move(why)}},
                      base::Mark{file, 0, 0, 0, {}, 0});
}

}  // namespace

std::optional<fs::path> place_for_rules(const ProjectGround& project, const std::string& cassette) {
    if (!cassette.ends_with(".yaml")) return std::nullopt;
    std::error_code problem;
    const fs::path whole = fs::weakly_canonical(cassette, problem);
    const fs::path root = fs::weakly_canonical(project.root, problem);
    const fs::path inside = whole.lexically_relative(root);
    if (inside.empty() || *inside.begin() == "..") return std::nullopt;
    return project.root / project.manifest.pending / (inside.string() + std::string(kRulesEnding));
}

base::Result<std::string> put_rules_aside(const ProjectGround& project, const std::string& cassette,
                                          const std::vector<cassette::Proposal>& proposals) {
    const auto place = place_for_rules(project, cassette);
    if (!place) return std::string();
    std::error_code problem;
    if (proposals.empty()) {
        fs::remove(*place, problem);
        return std::string();
    }
    PendingRules rules;
    for (const cassette::Proposal& each : proposals) {
        std::vector<std::string> values;
        for (const std::string& value : each.values) values.push_back(base::to_valid_utf8(value));
        rules.push_back({cassette::written_rule(each.spec), std::move(values), each.is_flagged});
    }
    fs::create_directories(place->parent_path(), problem);
    TRY_VOID(write_file(place->string(), write_pending_rules(rules)));
    return place->string();
}

base::Result<PendingRules> read_pending_rules(const base::Source& source) {
    const auto root = json::parse(source.text);
    if (!root) return bad_pending(source.name, base::message(root.error()));
    const Value* version = root->is_object() ? root->find("version") : nullptr;
    if (version == nullptr || !version->is_number() || version->to_int64() != kVersion) {
        return bad_pending(source.name, "it is not of version 1");
    }
    const Value* list = root->find("rules");
    if (list == nullptr || !list->is_array()) return bad_pending(source.name, "it has no `rules`");
    PendingRules rules;
    for (const Value& each : list->items()) {
        const Value* rule = each.is_object() ? each.find("rule") : nullptr;
        if (rule == nullptr || !rule->is_object()) {
            return bad_pending(source.name, "one of its `rules` has no `rule`");
        }
        PendingRule pending;
        pending.rule = *rule;
        const Value* flagged = each.find("flagged");
        pending.is_flagged = flagged != nullptr && flagged->is_bool() && flagged->as_bool();
        const Value* values = each.find("values");
        if (values != nullptr && values->is_array()) {
            for (const Value& value : values->items()) {
                if (value.is_string()) pending.values.emplace_back(value.as_string());
            }
        }
        rules.push_back(std::move(pending));
    }
    return rules;
}

std::string write_pending_rules(const PendingRules& rules) {
    Value list = Value::array();
    for (const PendingRule& each : rules) {
        Value values = Value::array();
        for (const std::string& value : each.values) values.push_back(value);
        Value one = Value::object({{"rule", each.rule}, {"values", std::move(values)}});
        if (each.is_flagged) one.set("flagged", true);
        list.push_back(std::move(one));
    }
    return json::write_pretty(Value::object({{"version", kVersion}, {"rules", std::move(list)}})) +
           "\n";
}

}  // namespace understudy::app
