#include "verify/assumption.hpp"

#include "json/document.hpp"
#include "yaml/read.hpp"
#include "yaml/write.hpp"

namespace understudy::verify {

using report::Verdict;

JudgedAssumption judge_assumption(const ProbedSides& sides) {
    const bool fake_fails = sides.fake == Verdict::Differed;
    switch (sides.live) {
        case Verdict::Differed:
            return {Verdict::Differed, fake_fails ? Meaning::Both : Meaning::Drift};
        case Verdict::Agreed:
            if (fake_fails) return {Verdict::Agreed, Meaning::OurBug};
            return {Verdict::Agreed, Meaning::Holds};
        case Verdict::Unknown: break;
    }
    return {Verdict::Unknown, fake_fails ? Meaning::OurBug : Meaning::NotKnown};
}

base::Result<std::string> with_verdicts(const base::Source& file, const DecidedAssumptions& decided,
                                        std::string_view day) {
    const json::Document document = TRY(yaml::read(file));
    json::Value root = document.root;
    const json::Value* list = root.is_object() ? root.find("assumptions") : nullptr;
    if (list == nullptr || !list->is_array()) return file.text;
    json::Value renewed = json::Value::array();
    for (json::Value each : list->items()) {
        const json::Value* id = each.is_object() ? each.find("id") : nullptr;
        const auto found =
            id != nullptr && id->is_string() ? decided.find(id->as_string()) : decided.end();
        if (found != decided.end() && found->second != report::Verdict::Unknown) {
            each.set("verdict", std::string(report::name_of(found->second)));
            each.set("checked_at", std::string(day));
        }
        renewed.push_back(std::move(each));
    }
    root.set("assumptions", std::move(renewed));
    return yaml::rewrite(document, root);
}

}  // namespace understudy::verify
