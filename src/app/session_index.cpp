#include "app/session_index.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>
#include <set>

#include "app/cassette_files.hpp"
#include "app/code.hpp"
#include "app/files.hpp"
#include "base/text.hpp"
#include "cassette/match.hpp"
#include "json/write.hpp"
#include "yaml/read.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;
using cassette::Cassette;
using cassette::CommandInput;

// A command, also one that carries a stream.
bool is_command(const cassette::Exchange& exchange) {
    if (exchange.command() == nullptr) return false;
    return exchange.kind == cassette::Kind::Command ||
           (exchange.kind == cassette::Kind::Stream &&
            exchange.carrier == cassette::Carrier::Command);
}

class Builder {
public:
    Builder(const fs::path& folder, const ProjectGround& project, const SessionOptions& options)
        : folder_(folder.lexically_normal()), project_(project), options_(options) {}

    base::Result<void> add(const CassetteFile& file, const Cassette& cassette) {
        const std::uint32_t number = TRY(add_file(file.path));
        const std::string rules = TRY(input_rules(cassette));
        for (std::uint32_t i = 0; i < cassette.exchanges.size(); ++i) {
            const cassette::Exchange& exchange = cassette.exchanges[i];
            if (!is_command(exchange)) continue;
            add_call(cassette, exchange, rules, number, i);
        }
        return {};
    }

    void add_program(const std::string& name) { program(name); }

    cassette::IndexContents take() {
        for (std::uint32_t i = 0; i < contents_.programs.size(); ++i) sort_ways(i);
        return std::move(contents_);
    }
    bool has_input_rules() const { return has_input_rules_; }

private:
    std::uint32_t program(const std::string& name) {
        const auto found = programs_.find(name);
        if (found != programs_.end()) return found->second;
        const auto number = static_cast<std::uint32_t>(contents_.programs.size());
        cassette::IndexedProgram made;
        made.name = name;
        made.service = service_of(name, project_.manifest);
        made.env = options_.env;
        if (const cassette::Service* service = project_.manifest.of_program(name)) {
            made.env.insert(made.env.end(), service->env.begin(), service->env.end());
            made.allows_terminal = service->allows_terminal;
            for (const cassette::Quiet& quiet : service->quiet) {
                if (quiet.program.empty() || quiet.program == name) made.quiet.push_back(quiet);
            }
        }
        contents_.programs.push_back(std::move(made));
        programs_.emplace(name, number);
        return number;
    }

    void add_call(const Cassette& cassette, const cassette::Exchange& exchange,
                  const std::string& rules, std::uint32_t file, std::uint32_t number) {
        std::vector<cassette::Variable> vars = cassette.vars;
        for (cassette::Variable& variable : vars) {
            for (const auto& [name, value] : options_.vars) {
                if (variable.name == name) variable.value = value;
            }
        }
        cassette::IndexedCall call;
        call.input = cassette::filled(*exchange.command(), vars);
        if (call.input.program.find('/') != std::string::npos) return;  // no name for PATH
        call.program = program(call.input.program);
        const cassette::Service* service = project_.manifest.find(cassette.service);
        const bool is_said = !(cassette.match == cassette::Match{});
        const cassette::Match policy =
            is_said || service == nullptr ? cassette.match : service->match;
        call.way = way(call.program, {policy, rules});
        call.file = file;
        call.exchange = number;
        call.at = exchange.at;
        call.duration = exchange.output.duration;
        call.is_strict = options_.order.value_or(cassette.order) == cassette::Order::Strict;
        call.repeats_last = policy.used_up == cassette::WhenUsedUp::RepeatLast;
        call.is_redacted = !cassette.redactions.empty();
        call.is_sse =
            exchange.kind == cassette::Kind::Stream && exchange.framing == cassette::Framing::Sse;
        // Set-up and tear-down were the plan's calls; the program under test need not make them.
        call.is_awaited =
            exchange.phase == plan::Phase::Step || exchange.phase == plan::Phase::Variation;
        if (is_short(exchange.output)) call.output = exchange.output;
        contents_.calls.push_back(std::move(call));
    }

    // Short enough to stand in the index.
    bool is_short(const cassette::Output& output) {
        std::size_t size = 0;
        for (const cassette::Piece& piece : output.pieces) {
            size += piece.bytes.size() + sizeof(cassette::Piece);
        }
        if (size > cassette::kMostIndexedOutput || size > left_for_outputs_) return false;
        left_for_outputs_ -= size;
        return true;
    }

    // Those that demand more come first, so that the better fit answers.
    void sort_ways(std::uint32_t program) {
        auto& ways = contents_.programs[program].ways;
        if (ways.size() < 2) return;
        const auto demands = [](const cassette::Way& way) {
            const cassette::Match& policy = way.policy;
            return policy.env.size() + (policy.stdin_body ? 1U : 0U) + (policy.cwd ? 1U : 0U);
        };
        std::vector<std::uint32_t> order(ways.size());
        std::iota(order.begin(), order.end(), 0U);
        std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
            return demands(ways[a]) > demands(ways[b]);
        });
        std::vector<cassette::Way> sorted;
        std::vector<std::uint32_t> place(ways.size());
        for (const std::uint32_t from : order) {
            place[from] = static_cast<std::uint32_t>(sorted.size());
            sorted.push_back(std::move(ways[from]));
        }
        ways = std::move(sorted);
        for (cassette::IndexedCall& call : contents_.calls) {
            if (call.program == program) call.way = place[call.way];
        }
    }

    std::uint32_t way(std::uint32_t program, const cassette::Way& way) {
        auto& ways = contents_.programs[program].ways;
        const auto found = std::find(ways.begin(), ways.end(), way);
        if (found != ways.end()) return static_cast<std::uint32_t>(found - ways.begin());
        ways.push_back(way);
        return static_cast<std::uint32_t>(ways.size() - 1);
    }

    base::Result<std::uint32_t> add_file(const std::string& path) {
        struct stat facts {};
        if (::stat(path.c_str(), &facts) != 0) {
            return base::fail(code::CannotRead,
                              {{"file", base::quoted(path)}, {"why", "it has gone"}});
        }
        cassette::IndexedFile file;
        file.path = fs::path(path).lexically_normal().lexically_relative(folder_).string();
        file.size = static_cast<std::uint64_t>(facts.st_size);
        file.changed = facts.st_mtim.tv_sec * std::int64_t{1'000'000'000} + facts.st_mtim.tv_nsec;
        contents_.files.push_back(std::move(file));
        return static_cast<std::uint32_t>(contents_.files.size() - 1);
    }

    // Of all rules for this cassette those that say something about inputs, as a JSON list.
    base::Result<std::string> input_rules(const Cassette& cassette) {
        json::Value list = json::Value::array();
        for (const cassette::RuleSpec& spec : cassette::rules_for(project_.manifest, cassette)) {
            const std::string text = json::write(spec.written);
            auto known = is_input_rule_.find(text);
            if (known == is_input_rule_.end()) {
                const auto rules =
                    TRY(cassette::Rules::make(project_.manifest.normalizers, {spec}));
                known = is_input_rule_.emplace(text, rules.has_input_rules()).first;
            }
            if (known->second) list.push_back(spec.written);
        }
        if (list.size() == 0) return std::string();
        has_input_rules_ = true;
        return json::write(list);
    }

    fs::path folder_;
    const ProjectGround& project_;
    const SessionOptions& options_;
    cassette::IndexContents contents_;
    std::map<std::string, std::uint32_t> programs_;
    std::map<std::string, bool> is_input_rule_;
    bool has_input_rules_ = false;
    std::size_t left_for_outputs_ = cassette::kMostIndexedOutputs;
};

base::Result<cassette::Mode> mode_of(std::string_view word, bool has_recordings) {
    const auto mode = cassette::mode_named(word, has_recordings);
    if (mode) return *mode;
    constexpr std::string_view kWords[] = {"record", "replay", "pass-through", "record-missing",
                                           "forbid", "shadow", "none",         "all",
                                           "new",    "spy",    "once"};
    return base::fail(code::BadValue,
                      {{"option", "--mode"},
                       {"value", base::quoted(word)},
                       {"choices", "record, replay, pass-through, record-missing, forbid, shadow"},
                       {"nearest", base::nearest(word, kWords)}});
}

base::Result<void> set_modes(cassette::IndexContents& contents, const SessionOptions& options) {
    // A word that nobody knows is refused even where no program would hear it.
    TRY(mode_of(options.mode, false));
    for (const auto& [program, mode] : options.modes_by_program) TRY(mode_of(mode, false));
    std::set<std::uint32_t> recorded;
    for (const cassette::IndexedCall& call : contents.calls) recorded.insert(call.program);
    for (std::uint32_t i = 0; i < contents.programs.size(); ++i) {
        std::string_view word = options.mode;
        for (const auto& [program, mode] : options.modes_by_program) {
            if (program == contents.programs[i].name) word = mode;
        }
        contents.programs[i].mode = TRY(mode_of(word, recorded.contains(i)));
    }
    return {};
}

// What is said of one program wins over what is said of all.
void set_faults(cassette::IndexContents& contents, const SessionOptions& options) {
    for (cassette::IndexedProgram& each : contents.programs) {
        for (const auto& [program, fault] : options.faults) {
            if (program == each.name || (program.empty() && !each.fault)) each.fault = fault;
        }
    }
}

base::Result<std::string> normalizers_of(const ProjectGround& project) {
    if (!project.has_file()) return std::string();
    const json::Document document = TRY(yaml::read(TRY(read_file(project.file))));
    const json::Value* normalizers = document.root.find("normalizers");
    return normalizers == nullptr ? std::string() : json::write(*normalizers);
}

}  // namespace

std::vector<std::size_t> chosen_variants(const std::vector<Cassette>& cassettes,
                                         const std::string& label) {
    const auto worth = [&](const Cassette& cassette) {
        const std::string own = cassette.variant ? cassette.variant->label : std::string();
        return std::tuple(own == label, own.empty(), own);
    };
    std::map<std::pair<std::string, std::string>, std::size_t> best;
    for (std::size_t i = 0; i < cassettes.size(); ++i) {
        const std::string name = cassettes[i].name.substr(0, cassettes[i].name.find('@'));
        const auto [place, is_new] = best.emplace(std::pair(cassettes[i].service, name), i);
        if (!is_new && worth(cassettes[i]) > worth(cassettes[place->second])) place->second = i;
    }
    std::vector<std::size_t> chosen;
    for (const auto& [name, number] : best) chosen.push_back(number);
    std::sort(chosen.begin(), chosen.end());
    return chosen;
}

std::string service_of(std::string_view program, const cassette::Manifest& manifest) {
    const std::string name(program.substr(program.rfind('/') + 1));
    const cassette::Service* service = manifest.of_program(name);
    return service == nullptr ? name : service->name;
}

base::Result<cassette::IndexContents> read_session_cassettes(const std::string& folder,
                                                             const ProjectGround& project,
                                                             const SessionOptions& options) {
    std::error_code problem;
    const fs::path whole = fs::weakly_canonical(fs::absolute(folder), problem);
    std::vector<CassetteFile> files;
    if (options.must_exist || fs::exists(whole, problem)) {
        files = TRY(list_cassettes(folder));
    }
    std::vector<Cassette> cassettes;
    std::vector<base::Error> problems;
    for (const CassetteFile& file : files) {
        auto loaded = read_cassette(file.path);
        if (loaded)
            cassettes.push_back(std::move(loaded->cassette));
        else
            problems.push_back(std::move(loaded).error());
    }
    if (!problems.empty()) {
        const std::string count = base::plural(problems.size(), "cassette");
        return base::fail(code::BadCassettes, {{"count", count}}, {}, std::move(problems));
    }
    Builder builder(folder, project, options);
    for (const std::size_t number : chosen_variants(cassettes, options.variant)) {
        TRY_VOID(builder.add(files[number], cassettes[number]));
    }
    for (const cassette::Service& service : project.manifest.services) {
        for (const std::string& program : service.programs) builder.add_program(program);
    }
    for (const std::string& program : options.programs) builder.add_program(program);
    cassette::IndexContents contents = builder.take();
    contents.settings.cassettes = whole.string();
    const fs::path below = whole.lexically_relative(fs::current_path(problem));
    const bool is_below = !below.empty() && *below.begin() != "..";
    contents.settings.named = is_below ? below.string() : folder;
    contents.settings.root = fs::weakly_canonical(project.root, problem).string();
    contents.settings.miss_exit = static_cast<std::uint32_t>(project.manifest.miss_exit);
    if (builder.has_input_rules()) contents.settings.normalizers = TRY(normalizers_of(project));
    TRY_VOID(set_modes(contents, options));
    set_faults(contents, options);
    return contents;
}

}  // namespace understudy::app
