#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "cassette/impl/comparing_reader.hpp"
#include "cassette/impl/manifest_reader.hpp"

namespace understudy::cassette {

namespace {

using json::MapReader;
using json::Node;
using json::Reader;

constexpr std::string_view kLanes[] = {"checked", "live"};
constexpr std::string_view kUsedUp[] = {"fail", "repeat_last"};
constexpr std::string_view kSeverities[] = {"error", "warning", "notice"};
constexpr std::int64_t kMostExit = 255;
constexpr base::Duration kLongestAnswer{3'600, 0};

constexpr std::array kDrifts = {
    Drift::NowRefused,     Drift::ExitChanged,  Drift::FieldRemoved, Drift::FieldRetyped,
    Drift::FieldRenamed,   Drift::FieldAdded,   Drift::EnumGrown,    Drift::OrderChanged,
    Drift::GrammarChanged, Drift::ValueChanged, Drift::StderrOnly,   Drift::LayoutOnly,
};

// It names a folder and stands in reports.
bool is_plain_name(std::string_view name) {
    const auto is_plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '-' || c == '_' || c == '.';
    };
    return !name.empty() && name.front() != '.' && name.size() <= 100 &&
           std::all_of(name.begin(), name.end(), is_plain);
}

bool leads_out(std::string_view place) {
    if (place.starts_with('/') || place.find('\0') != std::string_view::npos) return true;
    const auto parts = base::split(place, '/');
    return std::find(parts.begin(), parts.end(), "..") != parts.end();
}

void read_limit(Reader& reader, const Node& node, std::string_view what, Fake& fake) {
    const auto text = reader.text(node, what);
    if (!text) return;
    const auto limit = base::parse_duration(*text);
    if (!limit || *limit <= base::Duration{} || *limit > kLongestAnswer) {
        reader.problem(node, std::string(what), "must be a time up to one hour, as in 10s");
        return;
    }
    fake.limit = *limit;
}

Pairs read_fake_env(Reader& reader, const Node& node, const std::string& what) {
    Pairs pairs;
    for (const auto& [name, each] : reader.members(node, what)) {
        if (auto text = reader.text(each, what)) pairs.emplace_back(name, std::move(*text));
    }
    return pairs;
}

Fake read_fake(Reader& reader, const Node& node, const std::string& what) {
    Fake fake;
    fake.mark = reader.mark(node);
    MapReader map(reader, node, what);
    const Node pack = map.get("pack");
    const Node command = map.get("command");
    const Node protocol = map.get("protocol");
    read_limit(reader, map.get("limit"), map.what("limit"), fake);
    const Node env = map.get("env");
    if (map.is_map()) {
        if ((pack ? 1 : 0) + (command ? 1 : 0) + (protocol ? 1 : 0) != 1) {
            reader.problem(node, what, "needs exactly one of `pack`, `command` and `protocol`");
        }
        if (env && !pack) reader.problem(env, map.what("env"), "is for a pack");
        map.done();
    }
    if (env) fake.env = read_fake_env(reader, env, map.what("env"));
    const auto take = [&](const Node& argv, std::string_view key, Fake::How how) {
        if (!argv) return;
        fake.how = how;
        fake.command = reader.texts(argv, map.what(key));
        if (fake.command.empty() || fake.command.front().empty()) {
            reader.problem(argv, map.what(key), "must name a program");
        }
    };
    take(command, "command", Fake::How::Command);
    take(protocol, "protocol", Fake::How::Protocol);
    if (pack) {
        fake.how = Fake::How::Pack;
        fake.pack = reader.text(pack, map.what("pack")).value_or("");
    }
    return fake;
}

std::string need_text(Reader& reader, MapReader& map, std::string_view key) {
    const Node node = map.need(key);
    auto text = reader.text(node, map.what(key));
    if (text && text->empty()) reader.problem(node, map.what(key), "must not be empty");
    return text.value_or("");
}

std::vector<Untested> read_untested(Reader& reader, const Node& node, const std::string& what) {
    std::vector<Untested> all;
    for (const Node& each : reader.list(node, what)) {
        MapReader map(reader, each, "an entry of " + what);
        Untested one;
        one.operation = need_text(reader, map, "operation");
        one.reason = need_text(reader, map, "reason");
        map.done();
        all.push_back(std::move(one));
    }
    return all;
}

std::vector<Quiet> read_quiet(Reader& reader, const Node& node, const std::string& what) {
    std::vector<Quiet> all;
    for (const Node& each : reader.list(node, what)) {
        MapReader map(reader, each, "an entry of " + what);
        Quiet quiet;
        quiet.program = need_text(reader, map, "program");
        quiet.args = reader.texts(map.get("args"), map.what("args"));
        quiet.reason = need_text(reader, map, "reason");
        if (const Node output = map.get("stdout")) {
            if (output.value->is_string()) {
                quiet.stdout_text = output.value->as_string();
            } else {
                reader.wrong_kind(output, map.what("stdout"), "a text");
            }
        }
        quiet.exit_code = static_cast<int>(
            reader.whole(map.get("exit_code"), map.what("exit_code"), 0, kMostExit).value_or(0));
        map.done();
        all.push_back(std::move(quiet));
    }
    return all;
}

Match read_match(Reader& reader, const Node& node, const std::string& what) {
    Match match;
    MapReader map(reader, node, what);
    match.stdin_body = reader.flag(map.get("stdin"), map.what("stdin")).value_or(false);
    match.cwd = reader.flag(map.get("cwd"), map.what("cwd")).value_or(false);
    match.env = reader.texts(map.get("env"), map.what("env"));
    match.headers = reader.texts(map.get("headers"), map.what("headers"));
    match.body = reader.texts(map.get("body"), map.what("body"));
    if (const auto at = reader.word(map.get("used_up"), map.what("used_up"), kUsedUp)) {
        match.used_up = *at == 0 ? WhenUsedUp::Fail : WhenUsedUp::RepeatLast;
    }
    map.done();
    return match;
}

std::optional<base::Duration> read_age(Reader& reader, const Node& node, const std::string& what) {
    const auto text = reader.text(node, what);
    if (!text) return std::nullopt;
    const auto age = base::parse_duration(*text);
    if (age && *age > base::Duration{}) return age;
    reader.problem(node, what, "must be a time, as in 30d");
    return std::nullopt;
}

// A map of class: level, or a list where a place is named too.
std::vector<SeverityRule> read_severities(Reader& reader, const Node& node,
                                          const std::string& what) {
    std::array<std::string_view, kDrifts.size()> names;
    std::transform(kDrifts.begin(), kDrifts.end(), names.begin(),
                   [](Drift drift) { return name_of(drift); });
    std::vector<SeverityRule> rules;
    if (node.value->is_object()) {
        for (const auto& [name, each] : reader.members(node, what)) {
            const auto at = std::find(names.begin(), names.end(), name);
            if (at == names.end()) {
                reader.problem(each, what, base::quoted(name) + " is no class of difference",
                               base::nearest(name, names));
                continue;
            }
            if (const auto level = reader.word(each, what, kSeverities)) {
                rules.push_back({kDrifts[static_cast<std::size_t>(at - names.begin())],
                                 {},
                                 static_cast<report::Severity>(*level)});
            }
        }
        return rules;
    }
    for (const Node& each : reader.list(node, what)) {
        MapReader map(reader, each, "an entry of " + what);
        const auto drift = reader.word(map.need("class"), map.what("class"), names);
        const auto level = reader.word(map.need("is"), map.what("is"), kSeverities);
        const auto at = reader.text(map.get("at"), map.what("at"));
        map.done();
        if (drift && level) {
            rules.push_back(
                {kDrifts[*drift], at.value_or(""), static_cast<report::Severity>(*level)});
        }
    }
    return rules;
}

std::optional<Strategy> read_strategy(Reader& reader, const Node& node, const std::string& what) {
    if (!node) return std::nullopt;
    MapReader map(reader, node, what);
    Strategy strategy;
    strategy.name = need_text(reader, map, "name");
    strategy.document = need_text(reader, map, "document");
    map.done();
    return strategy;
}

Live read_live(Reader& reader, const Node& node, const std::string& what) {
    MapReader map(reader, node, what);
    Live live;
    live.url = need_text(reader, map, "url");
    live.key = reader.text(map.get("key"), map.what("key")).value_or("");
    map.done();
    return live;
}

}  // namespace

std::string read_place(Reader& reader, const Node& node, std::string_view what,
                       std::string standard) {
    auto text = reader.text(node, what);
    if (!text) return standard;
    while (text->ends_with('/')) text->pop_back();
    while (text->starts_with("./")) text->erase(0, 2);
    if (text->empty() || leads_out(*text)) {
        reader.problem(node, std::string(what), "must be below the folder of the project");
        return standard;
    }
    return *text;
}

Service read_service(Reader& reader, const Node& node, std::string name, std::string_view folder) {
    const std::string what = "the service " + base::quoted(name);
    Service service;
    service.mark = reader.mark(node);
    if (!is_plain_name(name)) {
        reader.problem(node, what, "a name has letters, digits, '-', '_' and '.', no '.' first");
    }
    service.programs = {name};
    service.cassettes = std::string(folder) + '/' + name;
    service.name = std::move(name);
    if (node.value->is_null()) return service;  // `git:` alone: all as usual
    MapReader map(reader, node, what);
    if (const Node programs = map.get("programs")) {
        service.programs = reader.texts(programs, map.what("programs"));
    }
    service.hosts = reader.texts(map.get("hosts"), map.what("hosts"));
    service.cassettes =
        read_place(reader, map.get("cassettes"), map.what("cassettes"), service.cassettes);
    service.plans = read_place(reader, map.get("plans"), map.what("plans"), "");
    service.env = reader.texts(map.get("env"), map.what("env"));
    service.version = reader.texts(map.get("version"), map.what("version"));
    service.expires = read_age(reader, map.get("expires"), map.what("expires"));
    service.sandbox = reader.texts(map.get("sandbox"), map.what("sandbox"));
    service.serves = reader.texts(map.get("serves"), map.what("serves"));
    service.allows_terminal =
        reader.flag(map.get("terminal"), map.what("terminal")).value_or(false);
    if (const Node live = map.get("live")) service.live = read_live(reader, live, map.what("live"));
    service.is_live_only = reader.word(map.get("lane"), map.what("lane"), kLanes) == 1U;
    service.untested = read_untested(reader, map.get("untested"), map.what("untested"));
    service.strategy = read_strategy(reader, map.get("strategy"), map.what("strategy"));
    service.quiet = read_quiet(reader, map.get("quiet"), map.what("quiet"));
    if (const Node fake = map.get("fake")) {
        service.fake = read_fake(reader, fake, map.what("fake"));
    }
    if (const Node match = map.get("match")) {
        service.match = read_match(reader, match, map.what("match"));
    }
    if (const Node rules = map.get("rules")) service.rules = read_rules(reader, rules);
    if (const Node comparing = map.get("compare")) {
        service.comparing = read_comparing(reader, comparing, map.what("compare"));
    }
    if (const Node severity = map.get("severity")) {
        service.severities = read_severities(reader, severity, map.what("severity"));
    }
    map.get("refresh");  // verify/refresh_settings.hpp
    map.done();
    return service;
}

}  // namespace understudy::cassette
