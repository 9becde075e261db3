// understudy pack assumptions PACK: what the pack takes for granted, and how old the proof is.
#include "app/pack_files.hpp"
#include "app/today.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "fixture/stale.hpp"
#include "json/write.hpp"
#include "report/shown.hpp"

namespace understudy::app {

namespace {

constexpr Positional kPositionals[] = {{"PACK", "a pack by name, or its folder"}};
constexpr Option kOptions[] = {
    {"--by-hand", "", "only those that no probe can check", "", ""},
    {"--pack-dir", "DIR", "where packs are looked for first, then ./packs, then the built-in ones",
     "", ""},
    {"--format", "FORMAT", "how to report", "text|json", "text"},
};
constexpr Example kExamples[] = {
    {"understudy pack assumptions deck", "what to doubt first when the fake and the service part"},
    {"understudy pack assumptions deck --by-hand", "what somebody has to look at by hand"},
};

// "agreed 12 days ago"; "never checked".
std::string checked_text(const pack::Assumption& assumption) {
    if (assumption.checked_at.empty()) return "never checked";
    const auto days = fixture::days_between(assumption.checked_at, today());
    std::string text = assumption.verdict + " ";
    if (!days) return text + "on " + assumption.checked_at;
    return text +
           (*days == 0 ? "today" : base::plural(static_cast<std::size_t>(*days), "day") + " ago");
}

// "probes/cancel.yaml"; "watched by hand: there is no sandbox".
std::string watched_text(const pack::Assumption& assumption) {
    if (!assumption.probe.empty()) return report::shown(assumption.probe);
    return "watched by hand" +
           (assumption.by_hand.empty() ? "" : ": " + report::shown(assumption.by_hand));
}

json::Value to_json(const pack::Assumption& assumption) {
    json::Value record = json::Value::object({{"id", assumption.id},
                                              {"statement", assumption.statement},
                                              {"modelled_version", assumption.modelled_version},
                                              {"basis", assumption.basis},
                                              {"verdict", assumption.verdict}});
    json::Value touches = json::Value::array();
    for (const std::string& each : assumption.touches) touches.push_back(json::Value(each));
    record.set("touches", std::move(touches));
    record.set("probe", assumption.probe.empty() ? json::Value() : json::Value(assumption.probe));
    if (!assumption.by_hand.empty()) record.set("by_hand", assumption.by_hand);
    if (!assumption.checked_at.empty()) {
        record.set("checked_at", assumption.checked_at);
        if (const auto days = fixture::days_between(assumption.checked_at, today())) {
            record.set("age_days", json::Value(*days));
        }
    }
    return record;
}

base::Result<ExitCode> run_assumptions(const Arguments& arguments, Terminal& terminal) {
    const PackFiles files =
        TRY(find_pack_files(arguments.value("PACK"), arguments.value("--pack-dir")));
    const pack::Loaded loaded = pack::load(files.folder);
    if (!loaded.pack) return base::fail(loaded.as_error());
    json::Value records = json::Value::array();
    std::string text;
    std::size_t by_hand = 0;
    std::size_t never = 0;
    for (const pack::Assumption& each : loaded.pack->assumptions) {
        if (each.probe.empty()) ++by_hand;
        if (each.checked_at.empty()) ++never;
        if (arguments.has("--by-hand") && !each.probe.empty()) continue;
        records.push_back(to_json(each));
        text += report::shown(each.id) + " (" + each.basis + ", " + checked_text(each) + ", " +
                watched_text(each) + ")\n  " + report::shown(each.statement) + "\n";
    }
    if (arguments.value("--format") == "json") {
        terminal.out(json::write_pretty(records) + "\n");
        return ExitCode::Done;
    }
    const std::size_t all = loaded.pack->assumptions.size();
    terminal.out(text + loaded.pack->name + "@" + loaded.pack->version + ": " +
                 base::plural(all, "assumption") + ", " + std::to_string(by_hand) +
                 " watched by hand, " + std::to_string(never) + " never checked\n");
    return ExitCode::Done;
}

}  // namespace

const Verb kPackAssumptionsVerb = {
    "pack assumptions",
    "what a pack takes for granted, and how old the proof is",
    "Lists the assumptions of a pack: each a sentence about the service that the fake rests on, "
    "where it comes from (captured, documented, assumed), when it was checked last and with what "
    "verdict, and the plan that can check it. What no plan can check is watched by hand.",
    kPositionals,
    kOptions,
    kExamples,
    run_assumptions,
};

}  // namespace understudy::app
