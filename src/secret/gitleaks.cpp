// A gitleaks file as a RuleSet. Its keys are read whatever their case, as gitleaks does. What
// cannot be used is a problem; what is not used, because nothing here corresponds to it, is a note.
//
// Where a part of an allow list cannot be kept, the list allows less than before and never more:
// a search that finds too much is noticed, one that finds too little is not.
#include "secret/gitleaks.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <unordered_map>

#include "base/text.hpp"
#include "json/value.hpp"
#include "secret/code.hpp"
#include "secret/impl/go_regex.hpp"
#include "secret/impl/toml.hpp"

namespace understudy::secret {

namespace {

using json::Value;

constexpr std::size_t kMostProblems = 200;
constexpr std::size_t kMostNotes = 200;
// Each compiled expression takes some kilobytes.
constexpr std::size_t kMaxExpressions = 20'000;

constexpr std::array<std::string_view, 7> kFileKeys = {
    "title", "description", "minVersion", "extend", "rules", "allowlists", "allowlist"};
constexpr std::array<std::string_view, 12> kRuleKeys = {
    "id",   "description", "regex",      "secretGroup", "entropy",  "keywords",
    "path", "tags",        "allowlists", "allowlist",   "required", "skipReport"};
constexpr std::array<std::string_view, 8> kAllowKeys = {"description", "condition",   "commits",
                                                        "paths",       "regexTarget", "regexes",
                                                        "stopwords",   "targetRules"};
constexpr std::array<std::string_view, 4> kExtendKeys = {"useDefault", "path", "url",
                                                         "disabledRules"};

std::string ticked(std::string_view text) {
    return "`" + std::string(text) + "`";
}

std::string a_kind(const Value& value) {
    switch (value.kind()) {
        case json::Kind::Bool: return "true or false";
        case json::Kind::Number: return "a number";
        case json::Kind::String: return "text";
        case json::Kind::Array: return "a list";
        default: return "a table";
    }
}

// A table of the file, and what it is called in problems and notes.
struct Part {
    const Value& table;
    std::string what;

    const Value* find(std::string_view key) const {
        for (const json::Member& member : table.members()) {
            if (base::equal_ignoring_case(member.key(), key)) return &member.value;
        }
        return nullptr;
    }
};

class GitleaksReader {
public:
    explicit GitleaksReader(std::vector<std::string>& notes) : notes_(notes) {}

    RuleSet read(const Value& root) {
        const Part file{root, "the top level"};
        note_unknown_keys(file, kFileKeys);
        if (const auto extend = table(file, "extend")) read_extend(*extend);
        for (const Part& rule : tables(file, "rules", "rule")) read_rule(rule);
        for (const char* key : {"allowlist", "allowlists"}) {
            for (const Part& list : tables(file, key, "the allow list")) read_global(list);
        }
        return std::move(set_);
    }

    std::vector<base::Error> take_problems() { return std::move(problems_); }

private:
    void problem(const std::string& what, std::string why) {
        if (problems_.size() >= kMostProblems) return;
        problems_.push_back({code::BadGitleaks, {{"what", what}, {"why", std::move(why)}}, {}, {}});
    }

    void note(std::string sentence) {
        if (notes_.size() < kMostNotes) notes_.push_back(std::move(sentence));
    }

    // --- the parts of a table, each checked for its kind

    void wrong_kind(const Part& part, std::string_view key, std::string_view expected,
                    const Value& found) {
        problem(part.what,
                ticked(key) + " must be " + std::string(expected) + ", not " + a_kind(found));
    }

    std::string text(const Part& part, std::string_view key) {
        const Value* found = part.find(key);
        if (found == nullptr) return "";
        if (found->is_string()) return std::string(found->as_string());
        wrong_kind(part, key, "text", *found);
        return "";
    }

    bool is_true(const Part& part, std::string_view key) {
        const Value* found = part.find(key);
        if (found == nullptr) return false;
        if (found->is_bool()) return found->as_bool();
        wrong_kind(part, key, "true or false", *found);
        return false;
    }

    std::vector<std::string> texts(const Part& part, std::string_view key) {
        std::vector<std::string> list;
        const Value* found = part.find(key);
        if (found == nullptr) return list;
        const auto is_text = [](const Value& item) { return item.is_string(); };
        if (!found->is_array() || !std::ranges::all_of(found->items(), is_text)) {
            wrong_kind(
                part, key, "a list of texts",
                found->is_array() ? *std::ranges::find_if_not(found->items(), is_text) : *found);
            return list;
        }
        for (const Value& item : found->items()) list.emplace_back(item.as_string());
        return list;
    }

    std::optional<Part> table(const Part& part, std::string_view key) {
        const Value* found = part.find(key);
        if (found == nullptr) return std::nullopt;
        if (found->is_object()) return Part{*found, ticked(key)};
        wrong_kind(part, key, "a table", *found);
        return std::nullopt;
    }

    // A list of tables, or one table standing for a list of one.
    std::vector<Part> tables(const Part& part, std::string_view key, const std::string& what) {
        std::vector<Part> list;
        const Value* found = part.find(key);
        if (found == nullptr) return list;
        if (found->is_object()) return {Part{*found, what}};
        const auto is_table = [](const Value& item) { return item.is_object(); };
        if (!found->is_array() || !std::ranges::all_of(found->items(), is_table)) {
            wrong_kind(
                part, key, "a list of tables",
                found->is_array() ? *std::ranges::find_if_not(found->items(), is_table) : *found);
            return list;
        }
        for (std::size_t i = 0; i < found->size(); ++i) {
            list.push_back({(*found)[i], what + (found->size() == 1 && what.starts_with("the ")
                                                     ? ""
                                                     : " " + std::to_string(i + 1))});
        }
        return list;
    }

    std::optional<GoRegex> compile(const Part& part, std::string_view key,
                                   const std::string& pattern) {
        if (expressions_ == kMaxExpressions) {
            problem("the rest", "the file has more than " + base::with_thousands(kMaxExpressions) +
                                    " expressions");
        }
        if (++expressions_ > kMaxExpressions) return std::nullopt;
        auto compiled = compile_go(pattern);
        if (compiled) return std::move(*compiled);
        problem(part.what, ticked(key) + ": " + base::message(compiled.error()));
        return std::nullopt;
    }

    std::vector<base::Regex> compile_all(const Part& part, std::string_view key) {
        std::vector<base::Regex> list;
        for (const std::string& pattern : texts(part, key)) {
            if (auto compiled = compile(part, key, pattern)) {
                list.push_back(std::move(compiled->regex));
            }
        }
        return list;
    }

    void note_unknown_keys(const Part& part, std::span<const std::string_view> known) {
        for (const json::Member& member : part.table.members()) {
            const auto is_it = [&](std::string_view key) {
                return base::equal_ignoring_case(key, member.key());
            };
            if (std::ranges::any_of(known, is_it)) continue;
            const std::string near = base::nearest(member.key(), known);
            note(part.what + " has a key " + base::quoted(member.key()) +
                 " that is not known and not used" +
                 (near.empty() ? "" : "; did you mean " + base::quoted(near) + "?"));
        }
    }

    // --- the parts of the file

    void read_extend(const Part& extend) {
        note_unknown_keys(extend, kExtendKeys);
        extends_ = is_true(extend, "useDefault");
        if (extends_)
            note("`extend.useDefault` is not followed: the shipped rules are there anyway");
        for (const char* key : {"path", "url"}) {
            if (text(extend, key).empty()) continue;
            extends_ = true;
            note("`extend." + std::string(key) + "` is not followed: name that file yourself");
        }
        set_.disabled = texts(extend, "disabledRules");
    }

    void read_rule(Part rule) {
        const std::string id = text(rule, "id");
        if (id.empty()) return problem(rule.what, "it has no `id`");
        rule.what = "the rule " + base::quoted(id);
        note_unknown_keys(rule, kRuleKeys);
        if (is_true(rule, "skipReport")) {
            return note(rule.what + " is left out: its own findings are not to be reported");
        }
        if (rule.find("required") != nullptr) {
            note(rule.what + " is used without its `required` rules: it finds more");
        }
        const std::string regex = text(rule, "regex");
        const std::string path = text(rule, "path");
        if (!regex.empty()) return add_rule(rule, id, regex, path);
        if (!path.empty()) return add_name_rule(rule, id, path);
        if (rule.find("regex") != nullptr && !rule.find("regex")->is_string()) return;
        if (!extends_) return problem(rule.what, "it has neither `regex` nor `path`");
        note(rule.what + " is left out: it changes a rule of a file that is not read");
    }

    void add_rule(const Part& part, const std::string& id, const std::string& regex,
                  const std::string& path) {
        auto finds = compile(part, "regex", regex);
        std::optional<base::Regex> in;
        if (!path.empty()) {
            if (auto compiled = compile(part, "path", path)) in = std::move(compiled->regex);
        }
        const std::size_t group = read_group(part, finds ? finds->groups : 0, finds.has_value());
        const double entropy = read_entropy(part);
        std::vector<std::string> words = read_keywords(part);
        std::vector<Allowed> allowed = read_allow_lists(part);
        if (!finds) return;
        if (finds->regex.is_found_in("")) {
            return problem(part.what, "`regex`: it matches the empty text");
        }
        Rule rule{.id = id,
                  .about = about(part, id),
                  .finds = std::move(finds->regex),
                  .group = group,
                  .on_edges = false,
                  .words = std::move(words),
                  .words_stand_anywhere = true,
                  .near = {},
                  .entropy = entropy,
                  .makes = {},
                  .path = std::move(in),
                  .allowed = std::move(allowed)};
        const auto [place, is_new] = places_.emplace(id, set_.rules.size());
        if (is_new) return set_.rules.push_back(std::move(rule));
        note(part.what + " is there twice: the later one counts");
        set_.rules[place->second] = std::move(rule);
    }

    void add_name_rule(const Part& part, const std::string& id, const std::string& path) {
        for (const char* key : {"keywords", "allowlist", "allowlists", "entropy", "secretGroup"}) {
            if (part.find(key) == nullptr) continue;
            note(part.what + " looks at names of files only: its " + ticked(key) + " is not used");
        }
        auto compiled = compile(part, "path", path);
        if (!compiled) return;
        set_.names.push_back({id, about(part, id), std::move(compiled->regex)});
    }

    std::string about(const Part& part, const std::string& id) {
        std::string description = text(part, "description");
        return description.empty() ? id : description;
    }

    // Without `secretGroup` gitleaks takes the first group that is not empty, beginning with 1.
    std::size_t read_group(const Part& part, std::size_t groups, bool is_compiled) {
        const Value* found = part.find("secretGroup");
        const auto given = found == nullptr     ? std::optional<std::int64_t>(0)
                           : found->is_number() ? found->to_int64()
                                                : std::nullopt;
        if (!given || *given < 0) {
            problem(part.what, "`secretGroup` must be a whole number from 0");
            return 0;
        }
        if (!is_compiled) return 0;
        const auto group = static_cast<std::size_t>(*given);
        if (group > groups) {
            problem(part.what, "`secretGroup` is " + std::to_string(group) +
                                   ", and its expression has " + base::plural(groups, "group"));
            return 0;
        }
        if (group > 0) return group;
        return groups > 0 ? 1 : 0;
    }

    double read_entropy(const Part& part) {
        const Value* found = part.find("entropy");
        if (found == nullptr) return 0;
        const double entropy = found->is_number() ? found->to_double() : -1;
        if (entropy >= 0 && entropy <= 8) return entropy;
        problem(part.what, "`entropy` must be a number from 0 to 8, bits per character");
        return 0;
    }

    // Looked for in the whole text. An empty one is everywhere, so the rule is always tried.
    std::vector<std::string> read_keywords(const Part& part) {
        std::vector<std::string> words;
        for (const std::string& word : texts(part, "keywords")) {
            if (word.empty()) return {};
            words.push_back(base::to_lower_ascii(word));
        }
        return words;
    }

    // --- allow lists

    std::vector<Allowed> read_allow_lists(const Part& rule) {
        std::vector<Allowed> lists;
        for (const char* key : {"allowlist", "allowlists"}) {
            for (const Part& part : tables(rule, key, "the allow list")) {
                auto allowed = read_allow_list({part.table, part.what + " of " + rule.what});
                if (allowed) lists.push_back(std::move(*allowed));
            }
        }
        return lists;
    }

    void read_global(const Part& part) {
        const std::vector<std::string> targets = texts(part, "targetRules");
        auto allowed = read_allow_list(part);
        if (!allowed) return;
        if (targets.empty()) return set_.allowed.push_back(std::move(*allowed));
        for (const std::string& id : targets) {
            const auto place = places_.find(id);
            if (place != places_.end()) {
                set_.rules[place->second].allowed.push_back(*allowed);
            } else {
                note(part.what + " is for the rule " + base::quoted(id) +
                     ", which is not one of the file's expressions");
            }
        }
    }

    std::optional<Allowed> read_allow_list(const Part& part) {
        note_unknown_keys(part, kAllowKeys);
        Allowed allowed;
        allowed.of = read_target(part);
        allowed.needs_all = read_condition(part);
        const std::size_t problems = problems_.size();
        allowed.patterns = compile_all(part, "regexes");
        allowed.paths = compile_all(part, "paths");
        for (const std::string& word : texts(part, "stopwords")) {
            if (!word.empty()) allowed.stop_words.push_back(base::to_lower_ascii(word));
        }
        const bool has_commits = !texts(part, "commits").empty();
        if (problems_.size() > problems) return std::nullopt;
        const bool is_empty =
            allowed.patterns.empty() && allowed.paths.empty() && allowed.stop_words.empty();
        if (has_commits && (allowed.needs_all || is_empty)) {
            note(part.what + " is left out: it needs its `commits`, which are not used");
            return std::nullopt;
        }
        if (has_commits) note("`commits` of " + part.what + " are not used");
        if (is_empty) {
            note(part.what + " is left out: it allows nothing");
            return std::nullopt;
        }
        return allowed;
    }

    Allowed::Of read_target(const Part& part) {
        const std::string target = base::to_lower_ascii(text(part, "regexTarget"));
        if (target == "match") return Allowed::Of::Match;
        if (target == "line") return Allowed::Of::Line;
        if (!target.empty() && target != "secret") {
            problem(part.what,
                    "`regexTarget` must be secret, match or line, not " + base::quoted(target));
        }
        return Allowed::Of::Secret;
    }

    bool read_condition(const Part& part) {
        const std::string condition = base::to_lower_ascii(text(part, "condition"));
        if (condition == "and" || condition == "&&") return true;
        if (!condition.empty() && condition != "or" && condition != "||") {
            problem(part.what, "`condition` must be OR or AND, not " + base::quoted(condition));
        }
        return false;
    }

    std::vector<std::string>& notes_;
    std::vector<base::Error> problems_;
    RuleSet set_;
    std::unordered_map<std::string, std::size_t> places_;  // of rules, by id
    bool extends_ = false;                                 // another file that is not read
    std::size_t expressions_ = 0;
};

bool is_commit(std::string_view text) {
    const auto is_hex = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    };
    return text.size() >= 7 && text.size() <= 64 && std::ranges::all_of(text, is_hex);
}

// From the right, because the name of a file may have a colon in it.
std::optional<Ignored> read_ignored(std::string_view entry) {
    const std::size_t before_line = entry.rfind(':');
    if (before_line == std::string_view::npos || before_line == 0) return std::nullopt;
    const std::size_t before_rule = entry.rfind(':', before_line - 1);
    if (before_rule == std::string_view::npos || before_rule == 0) return std::nullopt;
    const auto line = base::parse_int64(entry.substr(before_line + 1));
    if (!line || *line < 1 || *line > 0xFFFF'FFFF) return std::nullopt;
    Ignored ignored;
    ignored.line = static_cast<std::uint32_t>(*line);
    ignored.rule = entry.substr(before_rule + 1, before_line - before_rule - 1);
    std::string_view file = entry.substr(0, before_rule);
    const std::size_t colon = file.find(':');
    if (colon != std::string_view::npos && is_commit(file.substr(0, colon))) {
        ignored.commit = base::to_lower_ascii(file.substr(0, colon));
        file.remove_prefix(colon + 1);
    }
    ignored.file = base::replace_all(file, "\\", "/");
    if (ignored.file.empty() || ignored.rule.empty()) return std::nullopt;
    return ignored;
}

}  // namespace

base::Result<RuleSet> read_gitleaks(const base::Source& source, std::vector<std::string>& notes) {
    const Value root = TRY(read_toml(source));
    GitleaksReader reader(notes);
    RuleSet set = reader.read(root);
    std::vector<base::Error> problems = reader.take_problems();
    if (problems.empty()) return set;
    std::string count = base::plural(problems.size(), "problem");
    return base::fail(code::BadRules,
                      {{"count", std::move(count)}, {"name", base::quoted(source.name)}},
                      source.whole(), std::move(problems));
}

std::vector<Ignored> read_gitleaksignore(std::string_view text) {
    std::vector<Ignored> list;
    for (std::string_view line : base::split_lines(text)) {
        line = base::trim(line);
        if (line.empty() || line.starts_with('#')) continue;
        if (auto ignored = read_ignored(line)) list.push_back(std::move(*ignored));
    }
    return list;
}

}  // namespace understudy::secret
