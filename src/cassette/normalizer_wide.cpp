// The wide classes: what they take is said by the scope rather than by the value. All but `id` with
// a prefix or a pattern need to be told exactly where their values stand.
#include <algorithm>

#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/impl/normalizer.hpp"
#include "cassette/impl/placeholder.hpp"
#include "json/write.hpp"

namespace understudy::cassette {

namespace {

constexpr std::size_t kLongestId = 256;

bool is_id_character(char c) {
    return c > ' ' && c != '\x7f' && c != '"' && c != '\'' && c != '<' && c != '>';
}

// One word in a place that holds an identifier.
class AnyId : public Recognizer {
public:
    explicit AnyId(std::string kind) : kind_(std::move(kind)) {}

    std::vector<Spot> find(std::string_view /*text*/, const Known& /*known*/) const override {
        return {};
    }
    std::optional<Token> whole(std::string_view text, const Known& /*known*/) const override {
        const bool is_id = !text.empty() && text.size() <= kLongestId &&
                           std::all_of(text.begin(), text.end(), is_id_character);
        return is_id ? std::optional(Token{kind_, kind_, std::string(text)}) : std::nullopt;
    }
    std::optional<Token> value(const json::Value& value) const override {
        if (!value.is_number() || !value.is_integer_text()) return std::nullopt;
        return Token{kind_, kind_, std::string(value.number_text())};
    }

private:
    std::string kind_;
};

class PrefixedId : public PatternRecognizer {
public:
    PrefixedId(std::string kind, std::string_view prefix)
        : PatternRecognizer(own_pattern(R"((\Q)" + base::replace_all(prefix, R"(\E)", "") +
                                        R"(\E[A-Za-z0-9][A-Za-z0-9_-]*))")),
          kind_(std::move(kind)) {}

protected:
    std::optional<Token> judge(std::string_view text, std::size_t begin, std::size_t end,
                               const Known& /*known*/) const override {
        if (begin > 0 && (is_word(text[begin - 1]) || text[begin - 1] == '-')) return std::nullopt;
        return Token{kind_, kind_, std::string(text.substr(begin, end - begin))};
    }

private:
    std::string kind_;
};

// A rule's own pattern: its group, or all of it.
class PatternId : public Recognizer {
public:
    PatternId(std::string kind, base::Regex pattern)
        : kind_(std::move(kind)), pattern_(std::move(pattern)) {}

    std::vector<Spot> find(std::string_view text, const Known& /*known*/) const override {
        std::vector<Spot> spots;
        std::size_t from = 0;
        while (const auto match = pattern_.find(text, from)) {
            std::string_view found = text.substr(match->begin, match->end - match->begin);
            if (!match->groups.empty() && match->groups.front()) found = *match->groups.front();
            const auto begin = static_cast<std::size_t>(found.data() - text.data());
            if (!found.empty()) spots.push_back({begin, begin + found.size(), token(found)});
            from = std::max(match->end, match->begin + 1);
        }
        return spots;
    }
    std::optional<Token> whole(std::string_view text, const Known& known) const override {
        for (Spot& spot : find(text, known)) {
            if (spot.begin == 0 && spot.end == text.size()) return std::move(spot.token);
        }
        return std::nullopt;
    }
    std::optional<Token> value(const json::Value& value) const override {
        if (!value.is_number() || !value.is_integer_text()) return std::nullopt;
        return whole(value.number_text(), {});
    }

private:
    Token token(std::string_view text) const { return {kind_, kind_, std::string(text)}; }

    std::string kind_;
    base::Regex pattern_;
};

// Any text that is not empty, and for `opaque` any other JSON value too.
class AnyText : public Recognizer {
public:
    AnyText(std::string label, bool takes_values, std::string_view type)
        : label_(std::move(label)), type_(type), takes_values_(takes_values) {}

    std::vector<Spot> find(std::string_view /*text*/, const Known& /*known*/) const override {
        return {};
    }
    std::optional<Token> whole(std::string_view text, const Known& /*known*/) const override {
        if (text.empty() || (!type_.empty() && type_ != "string")) return std::nullopt;
        return Token{label_, label_, std::string(text)};
    }
    std::optional<Token> value(const json::Value& value) const override {
        if (!takes_values_ || (!type_.empty() && type_ != type_word(value))) return std::nullopt;
        return Token{label_, label_, json::write_canonical(value)};
    }

private:
    std::string label_, type_;
    bool takes_values_;
};

}  // namespace

base::Result<RecognizerPointer> make_id(const Settings& settings) {
    std::string kind(settings.text("kind", "id"));
    if (settings.has("pattern")) {
        return std::make_shared<PatternId>(std::move(kind),
                                           TRY(base::Regex::compile(settings.text("pattern"))));
    }
    if (settings.has("prefix")) {
        return std::make_shared<PrefixedId>(std::move(kind), settings.text("prefix"));
    }
    if (settings.reach() != Reach::Value) {
        return base::fail(code::RuleBadScope,
                          {{"what", "the rule id"},
                           {"why",
                            "needs `prefix` or `pattern`, or a scope that names one value: "
                            "`path`, `column` or `group`"}});
    }
    return std::make_shared<AnyId>(std::move(kind));
}

base::Result<RecognizerPointer> make_column(const Settings& settings) {
    return std::make_shared<AnyText>(std::string(settings.text("kind", "column")), false, "");
}

base::Result<RecognizerPointer> make_text(const Settings& /*settings*/) {
    return std::make_shared<AnyText>("text", false, "");
}

base::Result<RecognizerPointer> make_opaque(const Settings& settings) {
    return std::make_shared<AnyText>("opaque", true, settings.text("type"));
}

}  // namespace understudy::cassette
