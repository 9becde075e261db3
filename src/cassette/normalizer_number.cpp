// Numbers that name something: pull requests, issues, a part of a URL. The number keeps its type
// and is one token in a URL, in a sentence and as a JSON integer.
#include <algorithm>

#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/impl/normalizer.hpp"

namespace understudy::cassette {

namespace {

constexpr std::size_t kMostDigits = 18;

// What stands before the number. `pull/`, `pulls/`, "PR number: ", "PR #", "pull request a/b#".
constexpr std::string_view kPull =
    R"((?i)(?:\bpulls?/|\bPR number: ?|\bPR ?#|\bpull request (?:[\w.-]+/[\w.-]+)?#))";
constexpr std::string_view kIssue =
    R"((?i)(?:\bissues?/|\bissue number: ?|\bissue (?:[\w.-]+/[\w.-]+)?#))";
constexpr std::string_view kHash = R"((?:#))";

bool is_name_number(std::string_view digits) {
    return is_decimal(digits) && digits.size() <= kMostDigits && digits.front() != '0';
}

class Named : public PatternRecognizer {
public:
    Named(base::Regex pattern, std::string kind, Reach reach)
        : PatternRecognizer(std::move(pattern)), kind_(std::move(kind)), reach_(reach) {}

    std::optional<Token> whole(std::string_view text, const Known& known) const override {
        if (reach_ == Reach::Value && is_name_number(text)) return token(text);
        return PatternRecognizer::whole(text, known);
    }
    std::optional<Token> value(const json::Value& value) const override {
        const auto digits = whole_digits(value);
        return digits && is_name_number(*digits) ? std::optional(token(*digits)) : std::nullopt;
    }

protected:
    std::optional<Token> judge(std::string_view text, std::size_t begin, std::size_t end,
                               const Known& /*known*/) const override {
        const std::string_view digits = text.substr(begin, end - begin);
        if (!is_name_number(digits) || (end < text.size() && is_word(text[end]))) {
            return std::nullopt;
        }
        return token(digits);
    }

private:
    Token token(std::string_view digits) const { return {kind_, kind_, std::string(digits)}; }

    std::string kind_;
    Reach reach_;
};

// A pattern of a rule, with the number as its only group.
base::Result<base::Regex> given_pattern(std::string_view text, std::string_view of) {
    base::Regex pattern = TRY(base::Regex::compile(text));
    const auto group = base::Regex::compile("(?:" + std::string(text) + ")|()");
    if (group && group->find("") && group->find("")->groups.size() != 2) {
        return base::fail(code::RuleBadParameter,
                          {{"what", "`pattern` of " + std::string(of)},
                           {"why", "needs one group, which holds the value"}});
    }
    return pattern;
}

base::Result<RecognizerPointer> make_named(const Settings& settings, std::string_view of,
                                           std::string_view standard_kind,
                                           std::string_view before) {
    const std::string kind(settings.text("kind", standard_kind));
    if (settings.has("pattern")) {
        return std::make_shared<Named>(TRY(given_pattern(settings.text("pattern"), of)), kind,
                                       settings.reach());
    }
    std::string pattern = "(?:" + std::string(before);
    if (settings.reach() != Reach::Anywhere) pattern += "|" + std::string(kHash);
    if (settings.has("prefix")) {
        pattern += R"(|\Q)" + base::replace_all(settings.text("prefix"), R"(\E)", "") + R"(\E)";
    }
    return std::make_shared<Named>(own_pattern(pattern + R"()(\d+))"), kind, settings.reach());
}

// A number that is a whole part of a URL's path or query.
class InUrl : public Recognizer {
public:
    InUrl(std::string kind, std::string prefix)
        : url_(own_pattern(
              R"((?:\b[A-Za-z][A-Za-z0-9+.-]*://[^/\s"'<>?#]*|(?:^|[\s"'(=]))(/[^\s"'<>]*))")),
          kind_(std::move(kind)),
          prefix_(std::move(prefix)) {}

    std::vector<Spot> find(std::string_view text, const Known& /*known*/) const override {
        std::vector<Spot> spots;
        std::size_t from = 0;
        while (const auto match = url_.find(text, from)) {
            const std::string_view rest = match->groups.front().value_or(std::string_view());
            const auto begin = static_cast<std::size_t>(rest.data() - text.data());
            look_into(rest, begin, spots);
            from = std::max(match->end, match->begin + 1);
        }
        return spots;
    }
    std::optional<Token> whole(std::string_view text, const Known& /*known*/) const override {
        return is_name_number(text) ? std::optional(token(text)) : std::nullopt;
    }
    std::optional<Token> value(const json::Value& value) const override {
        const auto digits = whole_digits(value);
        return digits ? whole(*digits, {}) : std::nullopt;
    }

private:
    void look_into(std::string_view rest, std::size_t offset, std::vector<Spot>& spots) const {
        constexpr std::string_view kBetween = "/?&=#";
        for (std::size_t at = 0; at < rest.size();) {
            const std::size_t begin = at + 1;  // `rest` begins with a slash
            at = std::min(rest.find_first_of(kBetween, begin), rest.size());
            const std::string_view part = rest.substr(begin, at - begin);
            if (!is_name_number(part)) continue;
            if (!prefix_.empty() && !rest.substr(0, begin).ends_with(prefix_)) continue;
            spots.push_back({offset + begin, offset + at, token(part)});
        }
    }
    Token token(std::string_view digits) const { return {kind_, kind_, std::string(digits)}; }

    base::Regex url_;
    std::string kind_, prefix_;
};

}  // namespace

base::Result<RecognizerPointer> make_pr_number(const Settings& settings) {
    return make_named(settings, "pr_number", "pr", kPull);
}

base::Result<RecognizerPointer> make_issue_number(const Settings& settings) {
    return make_named(settings, "issue_number", "issue", kIssue);
}

base::Result<RecognizerPointer> make_number_in_url(const Settings& settings) {
    return std::make_shared<InUrl>(std::string(settings.text("kind", "number")),
                                   std::string(settings.text("prefix")));
}

}  // namespace understudy::cassette
