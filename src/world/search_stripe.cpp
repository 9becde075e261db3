// Stripe's search language, over the filters an operation declares:
//
//     status:"active" AND metadata["order"]:"6735"     created>1735689600     -currency:"usd"
//     name~"jen" (part of a text)     description:null     AND or OR throughout, never both
//
// Clauses side by side without a word between them are joined by AND.
#include "world/impl/query.hpp"

#include "base/text.hpp"

namespace understudy::world {

namespace {

bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}
bool is_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.';
}

class StripeReader {
public:
    StripeReader(const pack::Pack& pack, const pack::Operation& operation, std::string_view text)
        : pack_(pack),
          operation_(operation),
          resource_(pack.resources[operation.resource]),
          text_(text) {}

    std::variant<Query, BadQuery> read() {
        std::vector<Clause> clauses;
        bool any = false;
        bool all = false;
        for (skip(); at_ < text_.size(); skip()) {
            if (!clauses.empty()) {
                if (take_word("OR")) {
                    any = true;
                } else {
                    take_word("AND");
                    all = true;
                }
            }
            if (clauses.size() == kMostClauses) return BadQuery{"it has too many clauses"};
            auto clause = read_clause();
            if (!clause) return BadQuery{std::move(why_)};
            clauses.push_back(std::move(*clause));
        }
        if (clauses.empty()) return BadQuery{"it is empty"};
        if (any && all) return BadQuery{"AND and OR cannot be mixed"};
        Query query;
        if (any) {
            query.groups.push_back(std::move(clauses));
        } else {
            for (Clause& clause : clauses) query.groups.push_back({std::move(clause)});
        }
        return query;
    }

private:
    void skip() {
        while (at_ < text_.size() && is_space(text_[at_])) ++at_;
    }
    bool take(std::string_view piece) {
        if (!text_.substr(at_).starts_with(piece)) return false;
        at_ += piece.size();
        return true;
    }
    bool take_word(std::string_view word) {
        const std::string_view rest = text_.substr(at_);
        if (!rest.starts_with(word) || rest.size() == word.size() || !is_space(rest[word.size()]))
            return false;
        at_ += word.size();
        skip();
        return true;
    }
    std::nullopt_t bad(std::string why) {
        why_ = std::move(why);
        return std::nullopt;
    }

    std::optional<std::string> read_quoted() {
        std::string text;
        ++at_;
        while (at_ < text_.size() && text_[at_] != '"') {
            if (text_[at_] == '\\' && at_ + 1 < text_.size()) ++at_;
            text += text_[at_++];
        }
        if (at_ == text_.size()) return bad("a quote is not closed");
        ++at_;
        return text;
    }

    std::optional<json::Value> read_value() {
        skip();
        if (at_ < text_.size() && text_[at_] == '"') {
            auto quoted = read_quoted();
            if (!quoted) return std::nullopt;
            return json::Value(*quoted);
        }
        const std::size_t begin = at_;
        while (at_ < text_.size() && !is_space(text_[at_])) ++at_;
        const std::string_view bare = text_.substr(begin, at_ - begin);
        if (bare.empty()) return bad("a value is missing");
        if (bare == "null") return json::Value();
        return json::Value(bare);
    }

    std::optional<Relation> read_relation() {
        skip();
        if (take(":")) return Relation::Equal;
        if (take("~")) return Relation::Contains;
        if (take(">=")) return Relation::GreaterOrEqual;
        if (take("<=")) return Relation::LessOrEqual;
        if (take(">")) return Relation::Greater;
        if (take("<")) return Relation::Less;
        return bad("a field is followed by one of : ~ > < >= <=");
    }

    std::optional<Clause> read_clause() {
        const bool negated = take("-");
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_name(text_[at_])) ++at_;
        const std::string_view name = text_.substr(begin, at_ - begin);
        if (name.empty()) return bad("a field is missing");
        std::string member;
        if (take("[")) {
            if (at_ == text_.size() || text_[at_] != '"') return bad("a key stands in quotes");
            auto key = read_quoted();
            if (!key) return std::nullopt;
            if (key->empty() || !take("]")) return bad("a key is not closed");
            member = std::move(*key);
        }
        const auto relation = read_relation();
        if (!relation) return std::nullopt;
        const auto value = read_value();
        if (!value) return std::nullopt;
        auto clause = compare(name, std::move(member), *relation, *value);
        if (clause) clause->negated = negated;
        return clause;
    }

    std::optional<Clause> compare(std::string_view name, std::string member, Relation relation,
                                  const json::Value& value) {
        const pack::Filter* filter = nullptr;
        for (const pack::Filter& known : operation_.filters)
            if (known.name == name) filter = &known;
        if (filter == nullptr)
            return bad("the field " + base::quoted(name) + " cannot be searched");
        using Kind = pack::FilterKind;
        const bool is_order = relation != Relation::Equal && relation != Relation::Contains;
        if (is_order && filter->kind != Kind::Range)
            return bad("the field " + base::quoted(name) + " has no order");
        if (relation == Relation::Contains && filter->kind != Kind::Contains)
            return bad("the field " + base::quoted(name) + " is not searched for parts");
        if (!member.empty()) {
            if (relation == Relation::Contains && !value.is_string())
                return bad("a part is a text");
            Clause clause;
            clause.all.push_back({filter->field, relation, value, std::move(member), true});
            clause.all.front().as_text = relation == Relation::Equal && !value.is_null();
            return clause;
        }
        auto clause =
            compare_with(pack_, resource_.fields[filter->field], filter->field, relation, value);
        if (!clause) return bad("the value does not fit " + base::quoted(name));
        return clause;
    }

    const pack::Pack& pack_;
    const pack::Operation& operation_;
    const pack::Resource& resource_;
    std::string_view text_;
    std::size_t at_ = 0;
    std::string why_;
};

}  // namespace

std::variant<Query, BadQuery> read_stripe_search(const pack::Pack& pack,
                                                 const pack::Operation& operation,
                                                 std::string_view text) {
    if (text.size() > kMostSearchBytes) return BadQuery{"it is too long"};
    return StripeReader(pack, operation, text).read();
}

}  // namespace understudy::world
