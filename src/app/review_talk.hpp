// The talk of `understudy review`: one change at a time, one letter an answer.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "app/review_items.hpp"
#include "app/terminal.hpp"
#include "base/result.hpp"

namespace understudy::app {

// The next line somebody types; nothing: they are gone.
using NextLine = std::function<std::optional<std::string>()>;

base::Result<void> talk_about(Review& review, const NextLine& next_line, Terminal& terminal);

// As `review` and `review list` show it.
std::string text_of(const PendingChange& item);

// The last day but one of a rejection that says nothing of its end: ninety days from today.
std::string standard_until();

}  // namespace understudy::app
