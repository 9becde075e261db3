// The head of a plan: whom it speaks to, with which login, within which limits.
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "plan/code.hpp"
#include "plan/impl/reader.hpp"

namespace understudy::plan {

namespace {

constexpr std::uint32_t kMostTransientTries = 100;
constexpr std::size_t kMostVersions = 20;

// A label becomes part of a file name.
bool is_label(std::string_view text) {
    if (text.empty() || text.size() > 64 || text.front() == '.') return false;
    return std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '.' || c == '-' || c == '_';
    });
}

bool leads_out(std::string_view path) {
    if (path.empty() || path.front() == '/') return true;
    for (const std::string_view part : base::split(path, '/')) {
        if (part.empty() || part == "..") return true;
    }
    return false;
}

std::optional<Money> read_money(Reader& reader, const Node& node) {
    if (!node) return std::nullopt;
    MapReader map(reader, node, "money");
    Money money;
    const Node amount = map.need("amount");
    if (amount) {
        const auto number = amount.value->is_number()
                                ? base::parse_double(amount.value->number_text())
                                : std::nullopt;
        if (number && *number >= 0) {
            money.amount = *number;
        } else {
            reader.wrong_kind(amount, "amount", "a number that is not negative");
        }
    }
    money.currency = reader.text(map.need("currency"), "currency").value_or("");
    map.done();
    return money;
}

void read_budget(Reader& reader, const Node& node, Budget& budget) {
    if (!node) return;
    MapReader map(reader, node, "a budget");
    budget.time = reader.duration(map.get("time"), "the time of a plan");
    if (auto step = reader.duration(map.get("step"), "the time of a step")) budget.step = *step;
    if (auto calls = reader.whole(map.get("calls"), "calls", 0, 1'000'000'000)) {
        budget.calls = static_cast<std::uint64_t>(*calls);
    }
    budget.money = read_money(reader, map.get("money"));
    if (const Node cost = map.get("cost_from")) {
        budget.cost_from = read_capture(reader, cost, "cost_from", CallKind::Command);
    }
    map.done();
}

Step read_probe(Reader& reader, const Node& node, const std::string& name) {
    Step probe;
    probe.id = "probe of " + name;
    probe.effect = Effect::Read;
    if (!node) return probe;
    probe.mark = reader.mark(node);
    if (node.value->is_object()) {
        probe.request = read_request(reader, node);
        return probe;
    }
    Command command;
    command.mark = probe.mark;
    command.words = read_words(reader, node, "probe");
    probe.command = std::move(command);
    return probe;
}

// `header: Authorization`, or `header: { name: X-Api-Key, text: "${login}" }`.
void read_header_login(Reader& reader, MapReader& map, const Node& node, Credential& credential) {
    const Node from = map.get("from");
    credential.from = reader.text(from, "from").value_or("");
    if (!node) return;
    if (!from && map.is_map()) {
        reader.problem(code::MissingKey,
                       {{"what", map.what()},
                        {"key", "`from`"},
                        {"help", "the variable of the environment that holds it"}},
                       map.node());
    }
    Node name = node;
    if (node.value->is_object()) {
        MapReader header(reader, node, "a header");
        name = header.need("name");
        credential.text = reader.text(header.get("text"), "text").value_or("");
        header.done();
    }
    credential.header = reader.text(name, "header").value_or("");
    if (name && name.value->is_string() && !is_header_name(credential.header)) {
        reader.wrong_kind(name, "a header's name", "letters, digits and hyphens");
    }
    if (!credential.text.empty()) return;
    const bool is_usual = base::equal_ignoring_case(credential.header, "Authorization");
    credential.text = is_usual ? "Bearer ${login}" : "${login}";
}

Credential read_credential(Reader& reader, const Node& node) {
    MapReader map(reader, node, "a credential");
    Credential credential;
    credential.mark = reader.mark(node);
    credential.name = reader.text(map.need("name"), "name").value_or("");
    const std::pair<std::string, Node> ways[] = {
        {"env", map.get("env")}, {"file", map.get("file")}, {"header", map.get("header")}};
    const Node& variable = ways[0].second;
    const Node& file = ways[1].second;
    const Node& header = ways[2].second;
    credential.variable = reader.text(variable, "env").value_or("");
    credential.file = reader.text(file, "file").value_or("");
    std::vector<const std::pair<std::string, Node>*> said;
    for (const auto& way : ways) {
        if (way.second) said.push_back(&way);
    }
    if (said.size() > 1) {
        reader.problem_at_key(
            code::Exclusive,
            {{"what", map.what()}, {"first", said[0]->first}, {"second", said[1]->first}},
            said[1]->second);
    } else if (said.empty() && map.is_map()) {
        reader.problem(code::MissingKey,
                       {{"what", map.what()},
                        {"key", "`env`, `file` or `header`"},
                        {"help",
                         "how it is handed over: in a variable, a file of the home folder or a "
                         "header of requests"}},
                       node);
    }
    read_header_login(reader, map, header, credential);
    if (!credential.file.empty() && leads_out(credential.file)) {
        reader.problem(code::BadPath,
                       {{"text", base::quoted(credential.file)},
                        {"why", "it is no path below the home folder"},
                        {"help", "as in .config/gh/hosts.yml"}},
                       file);
    }
    credential.probe = read_probe(reader, map.need("probe"), credential.name);
    map.done();
    return credential;
}

void read_credentials(Reader& reader, const Node& node, Plan& plan) {
    if (!node) return;
    if (!node.value->is_array()) return reader.wrong_kind(node, "`credentials`", "a list");
    for (const Node& item : reader.list(node)) {
        Credential credential = read_credential(reader, item);
        const auto known =
            std::any_of(plan.credentials.begin(), plan.credentials.end(),
                        [&](const Credential& other) { return other.name == credential.name; });
        if (known) {
            reader.problem(code::BadName,
                           {{"text", base::quoted(credential.name)},
                            {"what", "a second credential"},
                            {"help", "another one has it"}},
                           item);
        }
        plan.credentials.push_back(std::move(credential));
    }
}

void read_versions(Reader& reader, const Node& node, Plan& plan) {
    if (!node) return;
    if (!node.value->is_array()) return reader.wrong_kind(node, "`versions`", "a list");
    if (node.value->size() > kMostVersions) {
        return reader.wrong_kind(node, "`versions`",
                                 "a list of at most " + std::to_string(kMostVersions));
    }
    for (const Node& item : reader.list(node)) {
        MapReader map(reader, item, "a version");
        Version version;
        version.mark = reader.mark(item);
        const Node label = map.need("label");
        version.label = reader.text(label, "label").value_or("");
        const auto has_label = [&](const Version& other) { return other.label == version.label; };
        const bool is_taken = std::any_of(plan.versions.begin(), plan.versions.end(), has_label);
        if (label && label.value->is_string() && (!is_label(version.label) || is_taken)) {
            reader.problem(code::BadName,
                           {{"text", base::quoted(version.label)},
                            {"what", is_taken ? "a second version" : "a version"},
                            {"help", "letters, digits, dots, hyphens and _; each once"}},
                           label);
        }
        const Node path = map.get("path");
        reader.check_holes(path, plan.environment);
        version.path = reader.texts(path, "path");
        version.prefix = reader.texts(map.get("prefix"), "prefix");
        map.done();
        if (map.is_map() && version.path.empty() && version.prefix.empty()) {
            reader.problem(code::MissingKey,
                           {{"what", map.what()},
                            {"key", "`path` or `prefix`"},
                            {"help", "where this version of the tool is"}},
                           item);
        }
        plan.versions.push_back(std::move(version));
    }
}

void read_transient(Reader& reader, const Node& node, Transient& transient) {
    if (!node) return;
    const auto read_patterns = [&](const Node& patterns) {
        for (const Node& item : reader.list(patterns)) {
            if (auto pattern = reader.pattern(item, "a pattern of transient")) {
                transient.patterns.push_back(std::move(*pattern));
            }
        }
    };
    if (!node.value->is_object()) return read_patterns(node);
    MapReader map(reader, node, "transient");
    read_patterns(map.get("patterns"));
    if (auto tries = reader.whole(map.get("tries"), "tries", 1, kMostTransientTries)) {
        transient.tries = static_cast<std::uint32_t>(*tries);
    }
    if (auto every = reader.duration(map.get("every"), "every")) transient.every = *every;
    map.done();
}

}  // namespace

void read_head(Reader& reader, MapReader& map, Plan& plan) {
    plan.service = reader.text(map.need("service"), "service").value_or("");
    if (const Node target = map.get("target")) {
        plan.target = reader.text(target, "target").value_or("");
        reader.check_holes(target, plan.environment);
        reader.declare("target");
    }
    if (const Node url = map.get("url")) {
        plan.url = reader.text(url, "url").value_or("");
        reader.check_holes(url, plan.environment);
        const bool is_url = plan.url.starts_with("http://") || plan.url.starts_with("https://") ||
                            plan.url.starts_with("${");
        if (url.value->is_string() && !is_url) {
            reader.problem(code::BadPath,
                           {{"text", base::quoted(plan.url)},
                            {"why", "it is no absolute URL"},
                            {"help", "begin with http:// or https://"}},
                           url);
        }
    }
    plan.variables = read_variables(reader, map.get("env"), "env", &plan.environment);
    read_credentials(reader, map.get("credentials"), plan);
    if (const Node fixture = map.get("fixture")) {
        plan.fixture = reader.text(fixture, "fixture").value_or("");
        if (fixture.value->is_string() && plan.fixture.empty()) {
            reader.wrong_kind(fixture, "fixture", "a folder");
        }
    }
    constexpr std::array<std::string_view, 2> kNetworks = {"host", "none"};
    plan.is_offline = reader.word(map.get("network"), "network", kNetworks) == 1U;
    read_versions(reader, map.get("versions"), plan);
    plan.version_from = read_words(reader, map.get("version_from"), "version_from");
    read_transient(reader, map.get("transient"), plan.transient);
    if (auto repeat = reader.whole(map.get("repeat"), "repeat", 1, 100)) {
        plan.repeat = static_cast<std::uint32_t>(*repeat);
    }
    read_budget(reader, map.get("budget"), plan.budget);
}

}  // namespace understudy::plan
