// A pattern, ready to be asked. Patterns that say little (`^x-`, `^[a-z_]+$`, a plain word) are
// answered without the regular-expression engine; what the engine refuses stays "not checked".
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "base/regex.hpp"
#include "schema/impl/truth.hpp"

namespace understudy::schema {

class TextTest {
public:
    // Never fails: a pattern that cannot be used answers Unknown, and `refused` says why.
    static TextTest compile(std::string_view pattern);

    Truth ask(std::string_view text) const {
        switch (way_) {
            case Way::Prefix: return truth(text.starts_with(literal_));
            case Way::Whole: return truth(text == literal_);
            case Way::Anywhere: return truth(text.find(literal_) != std::string_view::npos);
            case Way::Class: return truth(is_of_class(text));
            case Way::Engine: return truth(engine_->is_found_in(text));
            case Way::Refused: break;
        }
        return Truth::Unknown;
    }

    const std::optional<base::Error>& refused() const { return refused_; }
    bool is_broken() const;  // no pattern at all, as opposed to one our engine does not know
    const std::string& pattern() const { return pattern_; }

private:
    enum class Way : std::uint8_t { Prefix, Whole, Anywhere, Class, Engine, Refused };

    bool take_literal();
    bool take_class();
    bool is_of_class(std::string_view text) const;

    Way way_ = Way::Refused;
    std::uint32_t least_ = 0;  // of a class: `*` is 0, `+` is 1
    std::string pattern_;
    std::string literal_;
    std::bitset<128> class_;
    std::optional<base::Regex> engine_;
    std::optional<base::Error> refused_;
};

}  // namespace understudy::schema
