// Judging the events of a recording by a grammar: the short form, or a whole one as YAML or JSON.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "cassette/parsed.hpp"
#include "grammar/grammar.hpp"
#include "grammar/kinds.hpp"

namespace understudy::cassette {

struct GrammarBreak {
    std::size_t event = 0;  // its index; one past the last: found when the stream ended
    std::string expected;   // in words
};

// A grammar as a project writes it. A text with `constraints` is a whole grammar; anything else is
// one line of the short form.
base::Result<grammar::Grammar> stream_grammar(std::string_view text);

// How a stream with this output ended.
grammar::Ending ending_of(const Output& output);

// The kind of each event, as the grammar goes by it; without one, or with one that cannot be used,
// its own.
std::vector<std::string> kinds_in(std::string_view grammar, const std::vector<Event>& events);

// What breaks the grammar. In the short form an event goes by its `subtype` where the grammar names
// that, else by its kind. Malformed events are not fed: they are differences of their own.
base::Result<std::vector<GrammarBreak>> breaks_of(std::string_view grammar,
                                                  const std::vector<Event>& events,
                                                  grammar::Ending ending);

}  // namespace understudy::cassette
