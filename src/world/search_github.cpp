// GitHub's search language, over the filters an operation declares:
//
//     crash parser is:open label:"good first issue" -author:octocat comments:>=10 created:2..5
//
// Words without a colon are looked for in the texts: the fields with a filter `contains`, or every
// shown text if there is none. All parts must hold.
#include "world/impl/query.hpp"

#include "base/text.hpp"

namespace understudy::world {

namespace {

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// A word of the query. Quotes keep spaces together and are taken off; what stood inside them never
// counts as a sign.
struct Word {
    std::string name;     // before the first colon; empty: free text
    std::string value;    // without quotes
    bool quoted = false;  // the value stood in quotes as a whole
    bool negated = false;
};

std::variant<std::vector<Word>, BadQuery> split_words(std::string_view text) {
    std::vector<Word> words;
    std::size_t at = 0;
    while (true) {
        while (at < text.size() && is_space(text[at])) ++at;
        if (at == text.size()) return words;
        if (words.size() == kMostClauses) return BadQuery{"it has too many words"};
        Word word;
        if (text[at] == '-' && at + 1 < text.size() && !is_space(text[at + 1])) {
            word.negated = true;
            ++at;
        }
        bool has_colon = false;
        for (; at < text.size() && !is_space(text[at]); ++at) {
            if (text[at] == ':' && !has_colon && !word.quoted && !word.value.empty()) {
                has_colon = true;
                word.name = std::move(word.value);
                word.value.clear();
            } else if (text[at] == '"') {
                const std::size_t end = text.find('"', at + 1);
                if (end == std::string_view::npos) return BadQuery{"a quote is not closed"};
                word.quoted = word.value.empty();
                word.value += text.substr(at + 1, end - at - 1);
                at = end;
            } else {
                word.quoted = false;
                word.value += text[at];
            }
        }
        words.push_back(std::move(word));
    }
}

class GithubReader {
public:
    GithubReader(const pack::Pack& pack, const pack::Operation& operation)
        : pack_(pack), operation_(operation), resource_(pack.resources[operation.resource]) {}

    std::variant<Query, BadQuery> read(std::vector<Word> words) {
        bool negate = false;
        for (Word& word : words) {
            const bool is_sign = word.name.empty() && !word.quoted && !word.negated;
            if (is_sign && word.value == "AND") continue;
            if (is_sign && word.value == "NOT") {
                negate = true;
                continue;
            }
            if (is_sign && word.value == "OR") return BadQuery{"OR is not known here"};
            word.negated = word.negated || negate;
            negate = false;
            if (auto why = word.name.empty() ? add_text(word) : add_qualifier(word))
                return BadQuery{std::move(*why)};
        }
        return std::move(query_);
    }

private:
    using Why = std::optional<std::string>;

    Why add_text(const Word& word) {
        if (word.value.empty()) return std::nullopt;
        Group any;
        for (const pack::Index field : text_fields())
            any.push_back({{Condition{field, Relation::Contains, word.value, {}, false}}, false});
        if (!word.negated) {
            query_.groups.push_back(std::move(any));
            return std::nullopt;
        }
        for (Clause& clause : any) {  // in none of them
            clause.negated = true;
            query_.groups.push_back({std::move(clause)});
        }
        return std::nullopt;
    }

    std::vector<pack::Index> text_fields() const {
        std::vector<pack::Index> fields;
        for (const pack::Filter& filter : operation_.filters)
            if (filter.kind == pack::FilterKind::Contains) fields.push_back(filter.field);
        if (!fields.empty()) return fields;
        for (pack::Index i = 0; i < resource_.fields.size(); ++i) {
            const pack::Field& field = resource_.fields[i];
            if (!field.hidden && field.ref == pack::kNone && field.from == pack::From::Input)
                fields.push_back(i);
        }
        return fields;
    }

    Why add_qualifier(const Word& word) {
        const pack::Filter* filter = nullptr;
        for (const pack::Filter& known : operation_.filters)
            if (known.name == word.name) filter = &known;
        if (filter == nullptr) return "the qualifier " + base::quoted(word.name) + " is not known";
        if (word.value.empty()) return "the qualifier " + base::quoted(word.name) + " has no value";
        Group any;
        if (filter->kind == pack::FilterKind::OneOf && !word.quoted) {
            for (const std::string_view one : base::split(word.value, ',')) {
                auto clause = compare(*filter, Relation::Equal, one);
                if (!clause) return unfit(word);
                any.push_back(std::move(*clause));
            }
        } else {
            auto clause = filter->kind == pack::FilterKind::Range && !word.quoted
                              ? read_range(*filter, word.value)
                              : compare(*filter, relation_of(filter->kind), word.value);
            if (!clause) return unfit(word);
            any.push_back(std::move(*clause));
        }
        if (!word.negated) {
            query_.groups.push_back(std::move(any));
            return std::nullopt;
        }
        for (Clause& clause : any) {
            clause.negated = true;
            query_.groups.push_back({std::move(clause)});
        }
        return std::nullopt;
    }

    static Relation relation_of(pack::FilterKind kind) {
        if (kind == pack::FilterKind::Prefix) return Relation::Prefix;
        if (kind == pack::FilterKind::Contains) return Relation::Contains;
        return Relation::Equal;
    }

    static std::string unfit(const Word& word) {
        return "the value of " + base::quoted(word.name) + " does not fit";
    }

    std::optional<Clause> compare(const pack::Filter& filter, Relation relation,
                                  std::string_view value) const {
        return compare_with(pack_, resource_.fields[filter.field], filter.field, relation,
                            json::Value(value));
    }

    // 10, >=10, <5, 2..5, *..5, 2..*
    std::optional<Clause> read_range(const pack::Filter& filter, std::string_view text) const {
        constexpr std::pair<std::string_view, Relation> kSigns[] = {
            {">=", Relation::GreaterOrEqual},
            {"<=", Relation::LessOrEqual},
            {">", Relation::Greater},
            {"<", Relation::Less}};
        for (const auto& [sign, relation] : kSigns)
            if (text.starts_with(sign)) return compare(filter, relation, text.substr(sign.size()));
        const std::size_t dots = text.find("..");
        if (dots == std::string_view::npos) return compare(filter, Relation::Equal, text);
        const std::string_view from = text.substr(0, dots);
        const std::string_view to = text.substr(dots + 2);
        Clause clause;
        if (from != "*") {
            auto lower = compare(filter, Relation::GreaterOrEqual, from);
            if (!lower) return std::nullopt;
            clause.all = std::move(lower->all);
        }
        if (to != "*") {
            auto upper = compare(filter, Relation::LessOrEqual, to);
            if (!upper) return std::nullopt;
            clause.all.insert(clause.all.end(), upper->all.begin(), upper->all.end());
        }
        return clause;
    }

    const pack::Pack& pack_;
    const pack::Operation& operation_;
    const pack::Resource& resource_;
    Query query_;
};

}  // namespace

std::variant<Query, BadQuery> read_github_search(const pack::Pack& pack,
                                                 const pack::Operation& operation,
                                                 std::string_view text) {
    if (text.size() > kMostSearchBytes) return BadQuery{"it is too long"};
    auto words = split_words(text);
    if (auto* bad = std::get_if<BadQuery>(&words)) return std::move(*bad);
    return GithubReader(pack, operation).read(std::move(std::get<std::vector<Word>>(words)));
}

}  // namespace understudy::world
