// Finding the verb, and what happens around it. The words after the verb are parsed in
// arguments.cpp.
#include "app/cli.hpp"

#include <algorithm>

#include "app/code.hpp"
#include "app/control_talk.hpp"
#include "app/version.hpp"
#include "base/text.hpp"

namespace understudy::app {

namespace {

struct Found {
    const Verb* verb = nullptr;
    std::size_t words = 0;  // of its name
};

std::size_t count_words(std::string_view name) {
    return static_cast<std::size_t>(std::count(name.begin(), name.end(), ' ')) + 1;
}

std::string first_words(std::span<const std::string> words, std::size_t count) {
    return base::join(words.first(std::min(count, words.size())), " ");
}

// Second words of the verbs whose first word this is.
std::vector<std::string> second_words(std::string_view first) {
    std::vector<std::string> seconds;
    const std::string prefix = std::string(first) + ' ';
    for (const Verb* verb : all_verbs()) {
        if (verb->name.starts_with(prefix)) seconds.emplace_back(verb->name.substr(prefix.size()));
    }
    return seconds;
}

base::Result<Found> find_verb(std::span<const std::string> words) {
    for (const Verb* verb : all_verbs()) {
        const std::size_t count = count_words(verb->name);
        if (words.size() >= count && first_words(words, count) == verb->name)
            return Found{verb, count};
    }
    const std::vector<std::string> seconds = second_words(words.front());
    if (!seconds.empty() && (words.size() == 1 || words[1].starts_with('-'))) {
        return base::fail(code::MissingVerb,
                          {{"verb", words.front()}, {"choices", base::join(seconds, ", ")}});
    }
    std::vector<std::string> names;
    for (const Verb* verb : all_verbs()) {
        names.emplace_back(verb->name);
        names.emplace_back(verb->name.substr(0, verb->name.find(' ')));
    }
    const std::string said = seconds.empty() ? words.front() : first_words(words, 2);
    return base::fail(code::UnknownVerb,
                      {{"verb", base::quoted(said)}, {"nearest", base::nearest(said, names)}});
}

// What stands behind `--` belongs to another program.
bool asks_for_help(std::span<const std::string> words) {
    const auto end = std::find(words.begin(), words.end(), "--");
    return std::any_of(words.begin(), end,
                       [](const std::string& word) { return word == "--help" || word == "-h"; });
}

base::Result<ExitCode> run_words(std::span<const std::string> words, Terminal& terminal) {
    if (words.empty() || words.front() == "--help" || words.front() == "-h" ||
        words.front() == "help") {
        if (words.size() == 2 && words[0] == "help" && words[1] == "--json") {
            terminal.out(help_as_json());
        } else if (words.size() > 1 && words.front() == "help") {
            terminal.out(help_of(*TRY(find_verb(words.subspan(1))).verb));
        } else {
            terminal.out(general_help());
        }
        return words.empty() ? ExitCode::Misuse : ExitCode::Done;
    }
    if (words.front() == "--version") {
        terminal.out(version_text() + "\n");
        return ExitCode::Done;
    }
    if (words.front().starts_with('-')) {
        constexpr std::string_view kGlobal[] = {"--help", "--version"};
        return base::fail(code::UnknownOption,
                          {{"verb", "understudy"},
                           {"option", words.front()},
                           {"help", "understudy --help"},
                           {"nearest", base::nearest(words.front(), kGlobal)}});
    }
    const Found found = TRY(find_verb(words));
    const auto rest = words.subspan(found.words);
    if (asks_for_help(rest)) {
        terminal.out(help_of(*found.verb));
        return ExitCode::Done;
    }
    const Arguments arguments = TRY(parse_arguments(*found.verb, rest));
    if (!found.verb->routes.empty()) return run_control(*found.verb, arguments, terminal);
    return found.verb->run(arguments, terminal);
}

}  // namespace

ExitCode run(std::span<const std::string> words, Terminal& terminal) {
    const base::Result<ExitCode> outcome = run_words(words, terminal);
    if (outcome) return *outcome;
    terminal.error(base::render(outcome.error(), {.colour = terminal.wants_error_colour()}));
    return ExitCode::Misuse;
}

std::string version_text() {
    return "understudy " + std::string(kVersion);
}

}  // namespace understudy::app
