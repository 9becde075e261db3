// Rules, from what is written to what can run.
#include "cassette/rules.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/impl/compiled_rule.hpp"

namespace understudy::cassette {

namespace {

constexpr std::size_t kMostRules = 1'000;

using base::Error;

// One rule on its way; keeps every problem of it.
class Compiling {
public:
    Compiling(const Normalizers& known, const RuleSpec& spec, std::vector<Error>& problems)
        : known_(known), spec_(spec), problems_(problems) {}

    std::shared_ptr<const CompiledRule> compile(std::size_t number) {
        const std::size_t before = problems_.size();
        auto rule = std::make_shared<CompiledRule>();
        rule->spec = number;
        rule->at = spec_.at;
        rule->reach = reach_of(spec_.at);
        rule->kept = known_.share(spec_.use);
        rule->normalizer = rule->kept.get();
        if (rule->normalizer == nullptr) refuse_name();
        compile_scope(*rule);
        if (rule->normalizer != nullptr) {
            check_reach(*rule);
            check_parameters(*rule->normalizer);
        }
        if (problems_.size() > before) return nullptr;
        auto recognizer = make_recognizer(*rule->normalizer, Settings(spec_.with, rule->reach));
        if (!recognizer) {
            refuse(std::move(recognizer.error()));
            return nullptr;
        }
        rule->recognizer = std::move(*recognizer);
        const json::Value* equality = spec_.with.find("equality");
        rule->keeps_equality = equality == nullptr || equality->as_bool();
        return rule;
    }

private:
    void refuse(Error error) {
        if (!error.where.is_known()) error.where = spec_.mark;
        problems_.push_back(std::move(error));
    }
    void refuse(base::Code code, std::string what, std::string why, std::string nearest = {}) {
        std::vector<base::Arg> args = {{"what", std::move(what)}, {"why", std::move(why)}};
        if (!nearest.empty()) args.push_back({"nearest", std::move(nearest)});
        refuse(Error{code, std::move(args), spec_.mark, {}});
    }
    std::string rule() const { return "the rule " + spec_.use; }
    std::string part(std::string_view key) const {
        return "`" + std::string(key) + "` of " + rule();
    }

    void refuse_name() {
        const std::vector<std::string> names = known_.names();
        std::vector<base::Arg> args = {{"name", base::quoted(spec_.use)},
                                       {"known", base::join(names, ", ")}};
        if (std::string near = base::nearest(spec_.use, std::span<const std::string>(names));
            !near.empty()) {
            args.push_back({"nearest", std::move(near)});
        }
        refuse(Error{code::RuleUnknownNormalizer, std::move(args), spec_.mark, {}});
    }

    void compile_scope(CompiledRule& rule) {
        for (const std::string& stream : spec_.at.streams) {
            const std::span<const std::string_view> known(kStreams);
            if (std::find(known.begin(), known.end(), stream) != known.end()) continue;
            std::string names;
            for (std::string_view each : known)
                names += (names.empty() ? "" : ", ") + std::string(each);
            refuse(code::RuleBadScope, part("stream"),
                   "there is no " + base::quoted(stream) + "; one of: " + names,
                   base::nearest(stream, known));
        }
        if (!spec_.at.path.empty()) {
            auto path = json::Path::parse(spec_.at.path);
            if (path) {
                rule.path = std::move(*path);
            } else {
                refuse(Error{code::RuleBadPattern,
                             {{"what", part("path")}},
                             spec_.mark,
                             {std::move(path.error())}});
            }
        }
        rule.line = pattern("line", spec_.at.line);
        rule.group = pattern("group", spec_.at.group);
        if (rule.group && !has_group(spec_.at.group)) {
            refuse(code::RuleBadScope, part("group"),
                   "needs parentheses around the value: 'run ([0-9]+)'");
        }
        if (!spec_.at.column.empty() && !spec_.at.path.empty()) {
            refuse(code::RuleBadScope, rule_and("column", "path"), "no output is both");
        }
    }
    std::string rule_and(std::string_view first, std::string_view second) const {
        return "`" + std::string(first) + "` and `" + std::string(second) + "` of " + rule();
    }

    std::optional<base::Regex> pattern(std::string_view key, const std::string& text) {
        if (text.empty()) return std::nullopt;
        auto compiled = base::Regex::compile(text);
        if (compiled) return std::move(*compiled);
        refuse(Error{code::RuleBadPattern,
                     {{"what", part(key)}},
                     spec_.mark,
                     {std::move(compiled.error())}});
        return std::nullopt;
    }
    // An empty text matches `...|` whatever the pattern says.
    static bool has_group(std::string_view text) {
        const auto either = base::Regex::compile("(?:" + std::string(text) + ")|");
        const auto match = either ? either->find("") : std::nullopt;
        return match && !match->groups.empty();
    }

    void check_reach(const CompiledRule& rule) {
        if (rule.reach < rule.normalizer->least) {
            refuse(code::RuleBadScope, this->rule(),
                   "would take everything; name the value with `path`, `column` or `group`");
        }
        if (spec_.use == "column" && spec_.at.column.empty()) {
            refuse(code::RuleBadScope, this->rule(), "needs `column`, the header of a table");
        }
    }

    void check_parameters(const Normalizer& normalizer) {
        if (!spec_.with.is_object()) {
            refuse(code::RuleBadParameter, part("with"), "must be a map");
            return;
        }
        for (const json::Member& member : spec_.with.members()) {
            const auto found =
                std::find_if(normalizer.parameters.begin(), normalizer.parameters.end(),
                             [&](const Parameter& each) { return each.name == member.key(); });
            if (found == normalizer.parameters.end()) {
                refuse_parameter(normalizer, member.key());
            } else {
                check_parameter(*found, member.value);
            }
        }
    }
    void refuse_parameter(const Normalizer& normalizer, std::string_view name) {
        std::string names;
        std::vector<std::string_view> list;
        for (const Parameter& each : normalizer.parameters) {
            names += (names.empty() ? "" : ", ") + std::string(each.name);
            list.push_back(each.name);
        }
        refuse(code::RuleBadParameter, part("with"),
               "it has no parameter " + base::quoted(name) + "; it has: " + names,
               base::nearest(name, std::span<const std::string_view>(list)));
    }
    void check_parameter(const Parameter& parameter, const json::Value& value) {
        using Sort = Parameter::Sort;
        const std::string what = part(parameter.name);
        const bool is_text = value.is_string() && !value.as_string().empty();
        switch (parameter.sort) {
            case Sort::Flag:
                if (!value.is_bool()) refuse(code::RuleBadParameter, what, "must be true or false");
                return;
            case Sort::Whole:
                if (!value.is_number() || !value.to_int64()) {
                    refuse(code::RuleBadParameter, what, "must be a whole number");
                }
                return;
            case Sort::Choice: check_choice(parameter, what, value); return;
            case Sort::Word:
                if (!is_text || !is_kind(value.as_string())) {
                    refuse(code::RuleBadParameter, what,
                           "must be a word of letters, digits and . _ -, and not `secret`");
                }
                return;
            case Sort::Pattern:
            case Sort::Text: break;
        }
        if (!is_text) {
            refuse(code::RuleBadParameter, what, "must be a text that is not empty");
        } else if (parameter.sort == Sort::Pattern) {
            pattern(parameter.name, std::string(value.as_string()));
        }
    }
    void check_choice(const Parameter& parameter, const std::string& what,
                      const json::Value& value) {
        const auto choices = base::split(parameter.choices, '|');
        const bool fits = value.is_string() && std::find(choices.begin(), choices.end(),
                                                         value.as_string()) != choices.end();
        if (fits) return;
        refuse(code::RuleBadParameter, what,
               "must be one of: " + base::replace_all(parameter.choices, "|", ", "));
    }
    static bool is_kind(std::string_view word) {
        constexpr std::size_t kLongest = 40;
        return word.size() <= kLongest && is_letter(word.front()) && word != "secret" &&
               std::all_of(word.begin(), word.end(),
                           [](char c) { return is_word(c) || c == '.' || c == '-'; });
    }

    const Normalizers& known_;
    const RuleSpec& spec_;
    std::vector<Error>& problems_;
};

}  // namespace

base::Result<Rules> Rules::make(const Normalizers& known, std::vector<RuleSpec> specs) {
    Rules rules;
    rules.specs_ = std::move(specs);
    std::vector<Error> problems;
    if (rules.specs_.size() > kMostRules) {
        problems.push_back({code::RuleBadParameter,
                            {{"what", "the rules"}, {"why", "there are more than 1,000"}},
                            rules.specs_[kMostRules].mark,
                            {}});
        rules.specs_.resize(kMostRules);
    }
    for (std::size_t i = 0; i < rules.specs_.size(); ++i) {
        if (auto rule = Compiling(known, rules.specs_[i], problems).compile(i)) {
            rules.rules_.push_back(std::move(rule));
        }
    }
    if (!problems.empty()) {
        const std::string are =
            (problems.size() == 1 ? "is " : "are ") + base::plural(problems.size(), "problem");
        return base::fail(code::RuleBadRules, {{"are", are}}, {}, std::move(problems));
    }
    std::stable_sort(rules.rules_.begin(), rules.rules_.end(), [](const auto& a, const auto& b) {
        return a->normalizer->rank < b->normalizer->rank;
    });
    return rules;
}

bool Rules::has_input_rules() const {
    return std::any_of(rules_.begin(), rules_.end(),
                       [](const auto& rule) { return rule->is_for_inputs(); });
}

RuleSpec read_rule(json::Reader& reader, const json::Node& node) {
    RuleSpec rule;
    rule.mark = reader.mark(node);
    rule.written = *node.value;
    if (node.value->is_string()) {  // a name alone applies everywhere
        rule.use = reader.text(node, "a rule").value_or("");
        return rule;
    }
    json::MapReader map(reader, node, "a rule");
    rule.use = reader.text(map.need("use"), map.what("use")).value_or("");
    if (const json::Node at = map.get("at")) {
        json::MapReader scope(reader, at, "`at` of a rule");
        const auto text = [&](std::string_view key) {
            return reader.text(scope.get(key), scope.what(key)).value_or("");
        };
        rule.at.exchanges = reader.texts(scope.get("exchange"), scope.what("exchange"));
        rule.at.streams = reader.texts(scope.get("stream"), scope.what("stream"));
        rule.at.path = text("path");
        rule.at.event = text("event");
        rule.at.column = text("column");
        rule.at.line = text("line");
        rule.at.group = text("group");
        scope.done();
    }
    if (const json::Node with = map.get("with")) {
        if (with.value->is_object()) {
            rule.with = *with.value;
        } else {
            reader.wrong_kind(with, map.what("with"), "a map");
        }
    }
    map.done();
    return rule;
}

std::vector<RuleSpec> read_rules(json::Reader& reader, const json::Node& node) {
    std::vector<RuleSpec> rules;
    for (const json::Node& each : reader.list(node, "`rules`")) {
        rules.push_back(read_rule(reader, each));
    }
    return rules;
}

}  // namespace understudy::cassette
