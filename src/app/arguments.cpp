// Parses a verb's words. The home of CLI11: one verb's options are handed to it at a time, so a
// start pays for one verb only. What it refuses is told in our own words, with the nearest known
// option.
#include <CLI/CLI.hpp>

#include <algorithm>
#include <deque>

#include "app/cli.hpp"
#include "app/code.hpp"
#include "base/text.hpp"

namespace understudy::app {

namespace {

std::vector<std::string> choices_of(const Option& option) {
    std::vector<std::string> choices;
    for (const std::string_view choice : base::split(option.choices, '|'))
        choices.emplace_back(choice);
    return choices;
}

base::Failure refuse_unknown(const Verb& verb, const std::string& word) {
    if (!word.starts_with('-') || word == "-") {
        return base::fail(code::SurplusArgument,
                          {{"verb", std::string(verb.name)}, {"argument", base::quoted(word)}});
    }
    std::vector<std::string> names{"--help"};
    for (const Option& option : options_of(verb)) names.emplace_back(option.name);
    const std::string name = word.substr(0, word.find('='));
    return base::fail(code::UnknownOption,
                      {{"verb", std::string(verb.name)},
                       {"option", name},
                       {"help", "understudy " + std::string(verb.name) + " --help"},
                       {"nearest", base::nearest(name, names)}});
}

base::Result<void> check_choice(const Option& option, const std::string& value) {
    if (option.choices.empty()) return {};
    const std::vector<std::string> choices = choices_of(option);
    if (std::find(choices.begin(), choices.end(), value) != choices.end()) return {};
    return base::fail(code::BadValue, {{"option", std::string(option.name)},
                                       {"value", base::quoted(value)},
                                       {"choices", base::join(choices, ", ")},
                                       {"nearest", base::nearest(value, choices)}});
}

// The first switch that was given a value, as it was written.
std::string first_with_value(const Verb& verb, std::span<const std::string> words) {
    for (const std::string& word : words) {
        for (const Option& option : options_of(verb)) {
            if (option.value.empty() && word.starts_with(std::string(option.name) + '='))
                return word;
        }
    }
    return {};
}

// CLI11 takes a word in brackets for a list and cuts it up at the commas. To us `[1,2]` is JSON, so
// such words are handed over with a character before them that nobody types.
constexpr char kGuard = '\x01';

std::vector<std::string> guarded(std::span<const std::string> words) {
    std::vector<std::string> backwards(words.rbegin(), words.rend());
    for (std::string& word : backwards) {
        if (word.starts_with('[')) word.insert(word.begin(), kGuard);
    }
    return backwards;
}

std::string unguarded(std::string word) {
    if (word.starts_with(kGuard)) word.erase(0, 1);
    return word;
}

std::vector<std::string> unguarded(std::vector<std::string> words) {
    for (std::string& word : words) word = unguarded(std::move(word));
    return words;
}

// CLI11's storage for one verb. Deques, because it keeps pointers to their elements.
struct Parsed {
    CLI::App app;
    std::deque<std::string> values;
    std::deque<std::vector<std::string>> lists;  // of options that may be repeated
    std::deque<bool> switches;
    std::deque<std::vector<std::string>> positionals;
};

void declare(Parsed& parsed, const Verb& verb) {
    parsed.app.set_help_flag();  // help is ours
    parsed.app.allow_extras();
    for (const Option& option : options_of(verb)) {
        const std::string name(option.name);
        if (option.value.empty()) {
            parsed.app.add_flag(name, parsed.switches.emplace_back(false));
        } else if (option.repeats) {
            parsed.app.add_option(name, parsed.lists.emplace_back())->allow_extra_args(false);
        } else {
            parsed.app.add_option(name, parsed.values.emplace_back(option.standard))->take_last();
        }
    }
    for (const Positional& positional : verb.positionals) {
        auto* added =
            parsed.app.add_option(std::string(positional.name), parsed.positionals.emplace_back());
        added->expected(positional.repeats ? -1 : 1);
        added->allow_extra_args(positional.repeats);  // else the first takes every word
    }
}

base::Result<Arguments> collect(const Parsed& parsed, const Verb& verb) {
    Arguments arguments;
    std::size_t next_value = 0;
    std::size_t next_list = 0;
    std::size_t next_switch = 0;
    for (const Option& option : options_of(verb)) {
        if (option.value.empty()) {
            if (parsed.switches[next_switch++]) arguments.set(option.name, {"true"});
            continue;
        }
        if (option.repeats) {
            const std::vector<std::string> list = unguarded(parsed.lists[next_list++]);
            for (const std::string& value : list) TRY_VOID(check_choice(option, value));
            if (!list.empty()) arguments.set(option.name, list);
            continue;
        }
        const std::string value = unguarded(parsed.values[next_value++]);
        if (value.empty()) continue;
        TRY_VOID(check_choice(option, value));
        arguments.set(option.name, {value});
    }
    for (std::size_t i = 0; i < verb.positionals.size(); ++i) {
        const Positional& positional = verb.positionals[i];
        if (parsed.positionals[i].empty()) {
            if (positional.optional) continue;
            return base::fail(code::MissingArgument,
                              {{"verb", std::string(verb.name)},
                               {"argument", std::string(positional.name) + " (" +
                                                std::string(positional.help) + ")"}});
        }
        arguments.set(positional.name, unguarded(parsed.positionals[i]));
    }
    return arguments;
}

}  // namespace

std::string_view Arguments::value(std::string_view name) const {
    const auto found = values_.find(name);
    return found == values_.end() || found->second.empty() ? std::string_view()
                                                           : found->second.front();
}

std::span<const std::string> Arguments::list(std::string_view name) const {
    const auto found = values_.find(name);
    if (found == values_.end()) return {};
    return found->second;
}

base::Result<Arguments> parse_arguments(const Verb& verb, std::span<const std::string> words) {
    Parsed parsed;
    try {
        declare(parsed, verb);
        parsed.app.parse(guarded(words));
    } catch (const CLI::ArgumentMismatch&) {
        // The only option without a value can be the last word.
        const std::string option = words.empty() ? std::string() : words.back();
        return base::fail(code::MissingValue,
                          {{"verb", std::string(verb.name)}, {"option", option}});
    } catch (const CLI::ConversionError&) {
        return base::fail(code::BadArguments,
                          {{"verb", std::string(verb.name)},
                           {"why", "a switch takes no value: " + first_with_value(verb, words)}});
    } catch (const CLI::Error& error) {
        return base::fail(code::BadArguments,
                          {{"verb", std::string(verb.name)}, {"why", error.what()}});
    }
    std::vector<std::string> unknown = unguarded(parsed.app.remaining());
    std::erase(unknown, "--");  // CLI11 obeys it, and counts it as unknown all the same
    if (!unknown.empty()) return refuse_unknown(verb, unknown.front());
    return collect(parsed, verb);
}

}  // namespace understudy::app
