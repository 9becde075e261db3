#include "secret/rule.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <set>

#include "base/assert.hpp"
#include "base/text.hpp"
#include "secret/code.hpp"

namespace understudy::secret {

// Several threads may compile at once; the first one's result is kept and the others' let go.
struct Expression::State {
    std::string text;
    std::atomic<const base::Regex*> compiled = nullptr;

    State() = default;
    State(const State&) = delete;
    State& operator=(const State&) = delete;
    ~State() { delete compiled.load(); }
};

Expression::Expression(std::shared_ptr<State> state) : state_(std::move(state)) {}

Expression::Expression(base::Regex compiled) : state_(std::make_shared<State>()) {
    state_->text = compiled.pattern();
    state_->compiled = new base::Regex(std::move(compiled));
}

Expression Expression::later(std::string text) {
    auto state = std::make_shared<State>();
    state->text = std::move(text);
    return Expression(std::move(state));
}

const base::Regex& Expression::get() const {
    if (const base::Regex* known = state_->compiled.load(std::memory_order_acquire)) return *known;
    auto compiled = base::Regex::compile(state_->text);
    ASSERT(compiled.has_value(), "an expression of the shipped rules does not compile");
    auto made = std::make_unique<const base::Regex>(std::move(*compiled));
    const base::Regex* first = nullptr;
    if (state_->compiled.compare_exchange_strong(first, made.get(), std::memory_order_acq_rel)) {
        return *made.release();
    }
    return *first;
}

const std::string& Expression::text() const {
    return state_->text;
}

namespace {

using json::Value;

constexpr std::string_view kChecksums[] = {"", "github_crc32", "luhn", "jwt", "pem"};
constexpr std::string_view kKeys[] = {"id",      "about", "finds", "edges",    "words", "near",
                                      "entropy", "check", "makes", "severity", "see",   "exact"};

std::string text_of(const Value& rule, std::string_view name) {
    const Value* found = rule.find(name);
    return found != nullptr && found->is_string() ? std::string(found->as_string()) : std::string();
}

std::vector<std::string> words_of(const Value& rule, std::string_view name) {
    std::vector<std::string> words;
    const Value* list = rule.find(name);
    if (list == nullptr || !list->is_array()) return words;
    for (const Value& word : list->items()) {
        if (word.is_string()) words.emplace_back(word.as_string());
    }
    return words;
}

bool is_true(const Value& rule, std::string_view name) {
    const Value* found = rule.find(name);
    return found != nullptr && found->is_bool() && found->as_bool();
}

// At most one group is in an expression of ours, and then it is the secret.
std::size_t group_of(std::string_view expression) {
    for (std::size_t i = 0; i < expression.size(); ++i) {
        if (expression[i] == '\\') {
            ++i;
        } else if (expression[i] == '[') {
            while (i < expression.size() && expression[i] != ']') {
                if (expression[i] == '\\') ++i;
                ++i;
            }
        } else if (expression[i] == '(' &&
                   (i + 1 >= expression.size() || expression[i + 1] != '?')) {
            return 1;
        }
    }
    return 0;
}

// An expression that matches this text and no other.
std::string literal_pattern(std::string_view text) {
    std::string pattern;
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        const bool is_plain = byte >= 0x80 || c == '_' || (c >= '0' && c <= '9') ||
                              (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
        if (!is_plain) pattern += '\\';
        pattern += c;
    }
    return pattern;
}

Checksum checksum_named(std::string_view name) {
    for (std::size_t i = 0; i < std::size(kChecksums); ++i) {
        if (kChecksums[i] == name) return static_cast<Checksum>(i);
    }
    return Checksum::None;
}

// What needs no check: the rest of a rule once its expression is there.
Rule to_rule(const Value& given, Expression finds) {
    const std::size_t group = group_of(finds.text());
    Rule rule{
        .id = text_of(given, "id"), .about = text_of(given, "about"), .finds = std::move(finds)};
    rule.group = group;
    rule.on_edges = text_of(given, "edges") != "none";
    rule.words = words_of(given, "words");
    rule.words_are_exact = is_true(given, "exact");
    rule.near = words_of(given, "near");
    if (const Value* entropy = given.find("entropy"); entropy != nullptr && entropy->is_number()) {
        rule.entropy = entropy->to_double();
    }
    rule.checksum = checksum_named(text_of(given, "check"));
    rule.is_breaking = text_of(given, "severity") != "warning";
    rule.makes = text_of(given, "makes");
    return rule;
}

base::Failure bad(std::string_view id, std::string why, std::string nearest = {}) {
    return base::fail(
        code::BadRule,
        {{"rule", base::quoted(id)}, {"why", std::move(why)}, {"nearest", std::move(nearest)}});
}

base::Result<Rule> read_rule(const Value& given) {
    if (!given.is_object()) return bad("", "it is no map");
    const std::string id = text_of(given, "id");
    if (id.empty()) return bad(id, "it has no `id`");
    for (const json::Member& member : given.members()) {
        if (std::find(std::begin(kKeys), std::end(kKeys), member.key()) == std::end(kKeys)) {
            return bad(id, "there is no key " + base::quoted(member.key()),
                       base::nearest(member.key(), kKeys));
        }
    }
    const std::string expression = text_of(given, "finds");
    if (expression.empty()) return bad(id, "`finds` is missing");
    auto finds = base::Regex::compile(expression);
    if (!finds) return bad(id, base::message(finds.error()));
    if (finds->is_found_in("")) return bad(id, "it finds the empty text");
    if (given.has("words") && words_of(given, "words").empty()) {
        return bad(id, "`words` must be a list of texts");
    }
    if (const Value* entropy = given.find("entropy"); entropy != nullptr && !entropy->is_number()) {
        return bad(id, "`entropy` must be a number");
    }
    if (given.has("check") && checksum_named(text_of(given, "check")) == Checksum::None) {
        return bad(id, "there is no check " + base::quoted(text_of(given, "check")),
                   base::nearest(text_of(given, "check"), kChecksums));
    }
    const std::string severity = text_of(given, "severity");
    if (given.has("severity") && severity != "warning" && severity != "breaking") {
        return bad(id, "`severity` is breaking or warning");
    }
    Rule rule = to_rule(given, Expression(std::move(*finds)));
    if (!rule.words_are_exact) {
        for (std::string& word : rule.words) word = base::to_lower_ascii(word);
    }
    for (std::string& word : rule.near) word = base::to_lower_ascii(word);
    return rule;
}

base::Result<KnownFake> read_fake(const Value& given) {
    const auto wrong = [](std::string_view what, std::string why) {
        return base::fail(code::BadFake, {{"what", base::quoted(what)}, {"why", std::move(why)}});
    };
    if (!given.is_object()) return wrong("", "it is no map");
    const std::string value = text_of(given, "value");
    std::string pattern = text_of(given, "pattern");
    // A value that looks secret is not said again: the entry is named by its reason.
    const std::string reason = text_of(given, "reason");
    if (value.empty() == pattern.empty()) {
        return wrong(reason, "it needs either `value` or `pattern`");
    }
    if (reason.empty()) return wrong(text_of(given, "kind"), "it has no `reason`");
    if (!value.empty()) pattern = literal_pattern(value);
    auto is = base::Regex::compile(pattern);
    if (!is) return wrong(reason, base::message(is.error()));
    return KnownFake{Expression(std::move(*is)), text_of(given, "kind"), reason};
}

// Reads every entry of a list and reports all that are wrong together.
template <class T, class Read>
base::Result<std::vector<T>> read_all(const Value& list, std::string_view name, Read read) {
    std::vector<T> entries;
    std::vector<base::Error> problems;
    if (!list.is_array()) {
        return base::fail(
            code::BadRules, {{"count", "1 problem"}, {"name", base::quoted(name)}}, {},
            {base::Error{
                code::BadRule, {{"rule", base::quoted(name)}, {"why", "it is no list"}}, {}, {}}});
    }
    for (const Value& given : list.items()) {
        base::Result<T> entry = read(given);
        if (entry) {
            entries.push_back(std::move(*entry));
        } else {
            problems.push_back(std::move(entry).error());
        }
    }
    if (!problems.empty()) {
        std::string count = base::plural(problems.size(), "problem");
        return base::fail(code::BadRules,
                          {{"count", std::move(count)}, {"name", base::quoted(name)}}, {},
                          std::move(problems));
    }
    return entries;
}

}  // namespace

base::Result<std::vector<Rule>> rules_of(const Value& list, std::string_view name) {
    std::set<std::string> ids;
    return read_all<Rule>(list, name, [&ids](const Value& given) -> base::Result<Rule> {
        Rule rule = TRY(read_rule(given));
        if (!ids.insert(rule.id).second) return bad(rule.id, "there are two of this id");
        return rule;
    });
}

base::Result<std::vector<KnownFake>> fakes_of(const Value& list, std::string_view name) {
    return read_all<KnownFake>(list, name, read_fake);
}

RuleSet shipped_rules(const Value& data) {
    RuleSet set;
    if (const Value* rules = data.find("rules")) {
        set.rules.reserve(rules->items().size());
        for (const Value& given : rules->items()) {
            set.rules.push_back(to_rule(given, Expression::later(text_of(given, "finds"))));
        }
    }
    if (const Value* fakes = data.find("fakes")) {
        for (const Value& given : fakes->items()) {
            const std::string value = text_of(given, "value");
            set.fakes.push_back({Expression::later(value.empty() ? text_of(given, "pattern")
                                                                 : literal_pattern(value)),
                                 text_of(given, "kind"), text_of(given, "reason")});
        }
    }
    return set;
}

std::shared_ptr<const Rules> Rules::make(std::vector<RuleSet> sets) {
    auto made = std::make_shared<Rules>();
    RuleSet& all = made->set_;
    const auto move_to = [](auto& from, auto& to) {
        std::move(from.begin(), from.end(), std::back_inserter(to));
    };
    for (RuleSet& set : sets) {
        // Indexes of the first set's rules are those of its database: they are never taken out, but
        // emptied of what could match.
        move_to(set.rules, all.rules);
        move_to(set.names, all.names);
        move_to(set.fakes, all.fakes);
        move_to(set.allowed, all.allowed);
        move_to(set.disabled, all.disabled);
    }
    made->is_disabled_.resize(all.rules.size());
    const std::set<std::string> disabled(all.disabled.begin(), all.disabled.end());
    std::set<std::string> later;
    for (std::size_t i = all.rules.size(); sets.size() > 1 && i > 0; --i) {
        const std::string& id = all.rules[i - 1].id;
        made->is_disabled_[i - 1] = disabled.contains(id) || !later.insert(id).second;
    }
    return made;
}

const Rule* Rules::find(std::string_view id) const {
    for (std::size_t i = set_.rules.size(); i > 0; --i) {
        if (set_.rules[i - 1].id == id) return &set_.rules[i - 1];
    }
    return nullptr;
}

bool Rules::is_fake(std::string_view secret) const {
    return std::any_of(set_.fakes.begin(), set_.fakes.end(),
                       [&](const KnownFake& fake) { return fake.is.get().matches_whole(secret); });
}

}  // namespace understudy::secret
