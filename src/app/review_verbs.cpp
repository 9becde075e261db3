// understudy review, review list, review accept, review reject: what becomes of a recording that
// would change a cassette.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <optional>

#include "app/code.hpp"
#include "app/files.hpp"
#include "app/project_file.hpp"
#include "app/review_talk.hpp"
#include "app/today.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "base/time.hpp"
#include "json/write.hpp"
#include "report/shown.hpp"
#include "verify/code.hpp"
#include "verify/refresh_words.hpp"
#include "yaml/read.hpp"

namespace understudy::app {

namespace {

constexpr std::string_view kClasses =
    "now_refused|exit_changed|field_removed|field_retyped|field_renamed|field_added|enum_grown|"
    "order_changed|grammar_changed|value_changed|stderr_only|layout_only|new_file|now_recorded|"
    "plan_dropped|learned_rule|unknown";
constexpr Option kConfig = {
    "--config", "FILE", "the project's file (understudy.yaml, here or in a folder above)", "", ""};
constexpr Option kService = {"--service", "NAME", "only changes of this service", "", ""};
constexpr Option kClass = {"--class", "CLASS",
                           "only changes of which this is the most serious class", kClasses, ""};
constexpr Option kSeverity = {"--severity", "LEVEL", "only changes of this severity",
                              "error|warning|info", ""};

constexpr Positional kIds[] = {
    {"ID", "a change, as `review list` shows it", true, true},
};
constexpr Option kTalkOptions[] = {kConfig};
constexpr Option kListOptions[] = {
    kService,
    kClass,
    kSeverity,
    kConfig,
    {"--format", "FORMAT", "how to list", "text|json", "text"},
};
constexpr Option kAcceptOptions[] = {
    {"--all", "", "all that wait", "", ""},
    {"--auto", "", "those that `auto_accept` of `refresh` lists", "", ""},
    kService,
    kClass,
    kSeverity,
    kConfig,
};
constexpr Option kRejectOptions[] = {
    {"--reason", "TEXT", "why it is not wanted", "", ""},
    {"--until", "DAY", "when the rejection ends (in 90 days)", "", ""},
    {"--all", "", "all that wait", "", ""},
    kService,
    kClass,
    kSeverity,
    kConfig,
};
constexpr Example kTalkExamples[] = {
    {"understudy review", "decide about one change after another"},
};
constexpr Example kListExamples[] = {
    {"understudy review list", "what waits; exits with 1 while anything does"},
    {"understudy review list --format json --severity error", "for a program"},
};
constexpr Example kAcceptExamples[] = {
    {"understudy review accept 5b0c1f9a77d2", "the cassette gets the new bytes"},
    {"understudy review accept --class field_added", "all changes that only add fields"},
};
constexpr Example kRejectExamples[] = {
    {"understudy review reject 5b0c1f9a77d2 --reason 'a bug of theirs' --until 2027-01-31",
     "not this one, for now"},
};

// The files a review needs stay where they are: it points at them.
struct Opened {
    ProjectGround project;
    verify::RefreshSettings settings;
};

base::Result<Opened> open(const Arguments& arguments) {
    Opened opened;
    opened.project = TRY(make_project(arguments.value("--config")));
    if (opened.project.has_file()) {
        opened.settings = TRY(
            verify::read_refresh_settings(TRY(yaml::read(TRY(read_file(opened.project.file))))));
    }
    return opened;
}

bool fits(const Arguments& arguments, const PendingChange& item) {
    const auto is = [&](std::string_view option, std::string_view value) {
        return !arguments.has(option) || arguments.value(option) == value;
    };
    return is("--service", item.service) && is("--class", item.kind) &&
           is("--severity", report::name_of(item.severity));
}

bool has_filter(const Arguments& arguments) {
    return arguments.has("--service") || arguments.has("--class") || arguments.has("--severity");
}

json::Value to_json(const PendingChange& item) {
    json::Value changes = json::Value::array();
    for (const verify::Change& change : item.changes) {
        changes.push_back(
            json::Value::object({{"id", change.id},
                                 {"fingerprint", change.fingerprint},
                                 {"class", change.kind},
                                 {"severity", std::string(report::name_of(change.severity))},
                                 {"exchange", change.exchange},
                                 {"place", change.place},
                                 {"message", change.message}}));
    }
    json::Value value =
        json::Value::object({{"id", item.id},
                             {"fingerprint", item.fingerprint},
                             {"service", item.service},
                             {"cassette", item.cassette},
                             {"exchange", item.exchange},
                             {"file", item.file},
                             {"pending", item.pending},
                             {"class", item.kind},
                             {"severity", std::string(report::name_of(item.severity))},
                             {"changes", std::move(changes)}});
    if (!item.note.empty()) value.set("note", item.note);
    return value;
}

base::Result<ExitCode> run_list(const Arguments& arguments, Terminal& terminal) {
    const Opened opened = TRY(open(arguments));
    const Review review = TRY(Review::open(opened.project, opened.settings));
    std::string text;
    json::Value list = json::Value::array();
    std::size_t count = 0;
    for (const PendingChange& item : review.items()) {
        if (!fits(arguments, item)) continue;
        ++count;
        text += text_of(item);
        list.push_back(to_json(item));
    }
    if (arguments.value("--format") == "json") {
        terminal.out(json::write_pretty(json::Value::object({{"pending", std::move(list)}})) +
                     "\n");
    } else {
        terminal.out(text + (count == 0 ? "nothing waits for review\n"
                                        : base::plural(count, "change") + " waiting for review\n"));
    }
    return count == 0 ? ExitCode::Done : ExitCode::Differed;
}

base::Result<std::vector<std::string>> chosen(const Arguments& arguments, const Review& review,
                                              const Opened& opened) {
    const auto named = arguments.list("ID");
    std::vector<std::string> ids(named.begin(), named.end());
    // One that is not there ends it before anything is done.
    for (const std::string& id : ids) {
        if (review.find(id) == nullptr) {
            return base::fail(verify::code::NotPending, {{"id", base::quoted(id)}});
        }
    }
    if (!ids.empty()) return ids;
    const bool is_auto = arguments.has("--auto");
    if (!arguments.has("--all") && !is_auto && !has_filter(arguments)) {
        return base::fail(verify::code::NothingChosen, {});
    }
    for (const PendingChange& item : review.items()) {
        if (!fits(arguments, item)) continue;
        if (is_auto && !verify::is_auto_accepted(opened.settings, item.changes)) continue;
        ids.push_back(item.id);
    }
    return ids;
}

std::string line_of(std::string_view done, const PendingChange& item) {
    return std::string(done) + " " + item.id + " " + report::shown(item.file) +
           (item.exchange.empty() ? "" : " (" + report::shown(item.exchange) + ")") + "\n";
}

base::Result<ExitCode> run_accept(const Arguments& arguments, Terminal& terminal) {
    const Opened opened = TRY(open(arguments));
    Review review = TRY(Review::open(opened.project, opened.settings));
    for (const std::string& id : TRY(chosen(arguments, review, opened))) {
        const std::string line = line_of("accepted", *review.find(id));
        TRY_VOID(review.accept(id));
        terminal.out(line);
    }
    terminal.out(base::plural(review.items().size(), "change") + " waiting for review\n");
    return ExitCode::Done;
}

base::Result<ExitCode> run_reject(const Arguments& arguments, Terminal& terminal) {
    const std::string reason(base::trim(arguments.value("--reason")));
    std::string until(arguments.value("--until"));
    const auto wrong = [](std::string why) {
        return base::fail(code::BadArguments, {{"verb", "review reject"}, {"why", std::move(why)}});
    };
    if (reason.empty()) return wrong("--reason TEXT says why it is not wanted");
    if (until.empty()) until = standard_until();
    if (!base::is_rfc3339_date(until) || until <= today()) {
        return wrong("--until is a day to come, as in 2027-01-31");
    }
    const Opened opened = TRY(open(arguments));
    Review review = TRY(Review::open(opened.project, opened.settings));
    for (const std::string& id : TRY(chosen(arguments, review, opened))) {
        const std::string line = line_of("rejected", *review.find(id));
        TRY_VOID(review.reject(id, reason, until));
        terminal.out(line);
    }
    terminal.out(base::plural(review.items().size(), "change") + " waiting for review\n");
    return ExitCode::Done;
}

base::Result<ExitCode> run_talk(const Arguments& arguments, Terminal& terminal) {
    if (::isatty(STDIN_FILENO) != 1) return base::fail(verify::code::NoTerminal, {});
    const Opened opened = TRY(open(arguments));
    Review review = TRY(Review::open(opened.project, opened.settings));
    const NextLine next_line = []() -> std::optional<std::string> {
        std::string line;
        for (int c = std::getchar(); c != EOF; c = std::getchar()) {
            if (c == '\n') return line;
            line += static_cast<char>(c);
        }
        return std::nullopt;
    };
    TRY_VOID(talk_about(review, next_line, terminal));
    return review.items().empty() ? ExitCode::Done : ExitCode::Differed;
}

}  // namespace

const Verb kReviewVerb = {
    "review",
    "decide about recordings that wait",
    "Shows what waits, one change at a time, with what differs and how serious it is, and asks: "
    "accept (the cassette gets the new bytes), reject (with a reason; it is passed over for 90 "
    "days "
    "while its content stays the same), make a rule of it, add a note to the cassette, skip, or "
    "accept all of its class. Exits with 0 if nothing waits afterwards, 1 if something does, 2 if "
    "there is nobody to ask.",
    {},
    kTalkOptions,
    kTalkExamples,
    run_talk,
};

const Verb kReviewListVerb = {
    "review list",
    "what waits for review?",
    "Lists the changes that wait: recordings that differ from their cassette, put aside by "
    "`record`, "
    "`with`, `proxy` and `refresh`; rules that were learned; cassettes that their plan records no "
    "more. What was rejected and has not changed since is left out. Exits "
    "with 0 if nothing waits, 1 if something does, 2 if a file does not load.",
    {},
    kListOptions,
    kListExamples,
    run_list,
};

const Verb kReviewAcceptVerb = {
    "review accept",
    "take changes over into their cassettes",
    "Puts the new bytes of each change into its cassette; notes, rules, comments and all parts "
    "that "
    "are not changed stay byte for byte. A learned rule is added to the rules of its cassette; a "
    "cassette that its plan records no more is removed. Exits with 0, with 2 if one of the ids "
    "does not wait: "
    "then nothing is done.",
    kIds,
    kAcceptOptions,
    kAcceptExamples,
    run_accept,
};

const Verb kReviewRejectVerb = {
    "review reject",
    "pass changes over, with a reason and an end",
    "Keeps the fingerprint of each change in the file of rejections, which is committed: `review` "
    "and `refresh` pass over exactly that change until its day. Another content at the same place "
    "is another change. Exits with 0, with 2 if one of the ids does not wait: then nothing is "
    "done.",
    kIds,
    kRejectOptions,
    kRejectExamples,
    run_reject,
};

}  // namespace understudy::app
