// What the files learn*.cpp share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cassette/learn.hpp"
#include "cassette/parsed.hpp"

namespace understudy::cassette {

using Values = std::vector<json::Value>;  // those of one recording, in order

// The same place in every recording.
struct Slot {
    std::string key;             // the last key of its path, or the header of its column
    std::vector<Values> values;  // by recording; empty: it was not there
};
bool varies(const Slot& slot);

struct Guess {
    std::string use;
    json::Value with = json::Value::object();
};
// Numbers that URLs and sentences of the recordings call pull requests or issues.
struct NamedNumbers {
    std::vector<std::string> pulls, issues;
};
NamedNumbers named_numbers(std::span<const Timeline> timelines);

// The class of what varies; nothing: the type itself changes, which no rule may hide.
std::optional<Guess> guess(const Slot& slot, const NamedNumbers& named);

// Classes after whose replacement the texts are the same; empty: there are none.
std::vector<std::string> classes_that_explain(const std::vector<std::string>& texts);

// What lines differ, and the rules for it. `notes` gets what cannot be said by a rule.
struct LineNews {
    std::vector<Proposal> proposals;
    std::size_t lines = 0, opaque = 0;
    std::string trouble;
};
LineNews learn_lines(const std::vector<std::vector<std::string>>& recordings,
                     const std::string& stream);

// The legal order of kinds in the short form; empty: a kind has no name that can stand in it.
std::string short_form_of(const std::vector<std::vector<std::string>>& kinds);

}  // namespace understudy::cassette
