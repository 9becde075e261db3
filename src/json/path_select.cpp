// Walks a document along a query, depth first: a value found by one segment is followed to the end
// of the query before the next is looked for. That gives the standard's order without ever holding
// a list of intermediate values, so memory is what the hits and the current path take.
//
// Time is bounded by a count of steps, because nested filters (`$..[?count(@..*) > 1]`) can ask for
// far more than the document is long; the stack by a count of levels, nested queries included.
#include <algorithm>
#include <functional>
#include <map>
#include <span>

#include "base/regex.hpp"
#include "base/text.hpp"
#include "json/impl/query.hpp"

namespace understudy::json {

using base::Code;
using base::Result;

namespace {

using Query = Path::Query;
using Operand = Query::Operand;
using Logical = Query::Logical;
using Segment = Query::Segment;
using Selector = Query::Selector;
using Segments = std::span<const Segment>;

constexpr std::size_t kLeastSteps = 10'000'000;
constexpr std::size_t kStepsPerHit = 10;
constexpr std::size_t kMaxLevels = 1'000;
constexpr std::size_t kMaxPatterns = 64;  // compiled regular expressions kept at a time

// One step of the path to the current value.
struct Token {
    std::string_view key;
    std::size_t index = 0;
    bool is_index = false;
};
using Trail = std::vector<Token>;

using Sink = std::function<bool(const Value&)>;  // false: no more, please

class Walker {
public:
    Walker(const Value& root, std::size_t steps) : root_(root), steps_(steps) {}

    // Hands every value the query finds to `sink`; `trail`, if there is one, then is its path.
    void each(const Query& query, const Value& current, Trail* trail, const Sink& sink) {
        walk(query.absolute ? root_ : current, query.segments, trail, sink);
    }

    std::optional<Code> failure() const { return failure_; }

private:
    // All of these return false to stop: the sink has had enough, or a limit is hit.
    bool walk(const Value& node, Segments rest, Trail* trail, const Sink& sink);
    bool descend(const Value& node, Segments rest, Trail* trail, const Sink& sink);
    bool apply(const Value& node, Segments rest, Trail* trail, const Sink& sink);
    bool apply_one(const Selector& selector, const Value& node, Segments rest, Trail* trail,
                   const Sink& sink);
    bool apply_slice(const Selector& selector, const Value& node, Segments rest, Trail* trail,
                     const Sink& sink);
    bool step(const Value& child, Token token, Segments rest, Trail* trail, const Sink& sink);
    template <class Visit>
    bool each_child(const Value& node, const Visit& visit);

    bool holds(const Logical& logical, const Value& current);
    bool says_yes(const Query::Call& call, const Value& current);
    bool compare(const Logical& logical, const Value& current);
    bool is_equal(const std::optional<Value>& a, const std::optional<Value>& b);
    std::optional<Value> value_of(const Operand& operand, const Value& current);
    std::optional<Value> result_of(const Query::Call& call, const Value& current);
    std::optional<Value> length_of(const std::optional<Value>& value);
    const std::optional<base::Regex>& pattern(std::string_view text);

    bool spend(std::size_t steps) {
        if (failure_) return false;
        if (steps > steps_) {
            failure_ = Code::JsonPathTooMuchWork;
            return false;
        }
        steps_ -= steps;
        return true;
    }

    const Value& root_;
    std::size_t steps_;
    std::size_t level_ = 0;
    std::optional<Code> failure_;
    std::map<std::string, std::optional<base::Regex>, std::less<>> patterns_;
};

bool Walker::walk(const Value& node, Segments rest, Trail* trail, const Sink& sink) {
    if (!spend(1)) return false;
    if (rest.empty()) return sink(node);
    if (level_ >= kMaxLevels) {
        failure_ = Code::JsonPathTooDeep;
        return false;
    }
    ++level_;
    const bool more =
        rest.front().descendant ? descend(node, rest, trail, sink) : apply(node, rest, trail, sink);
    --level_;
    return more;
}

// The node itself, then everything below it, parents before children.
bool Walker::descend(const Value& node, Segments rest, Trail* trail, const Sink& sink) {
    if (!apply(node, rest, trail, sink)) return false;
    if (level_ >= kMaxLevels) {
        failure_ = Code::JsonPathTooDeep;
        return false;
    }
    ++level_;
    const bool more = each_child(node, [&](const Value& child, Token token) {
        if (!spend(1)) return false;
        if (!child.is_array() && !child.is_object()) return true;
        if (trail != nullptr) trail->push_back(token);
        const bool go_on = descend(child, rest, trail, sink);
        if (trail != nullptr) trail->pop_back();
        return go_on;
    });
    --level_;
    return more;
}

bool Walker::apply(const Value& node, Segments rest, Trail* trail, const Sink& sink) {
    if (!node.is_array() && !node.is_object()) return true;
    const auto& selectors = rest.front().selectors;
    return std::all_of(selectors.begin(), selectors.end(), [&](const Selector& selector) {
        return apply_one(selector, node, rest.subspan(1), trail, sink);
    });
}

bool Walker::apply_one(const Selector& selector, const Value& node, Segments rest, Trail* trail,
                       const Sink& sink) {
    switch (selector.kind) {
        case Selector::Kind::Name: {
            const Value* child = node.find(selector.name);
            return child == nullptr || step(*child, {selector.name}, rest, trail, sink);
        }
        case Selector::Kind::Index: {
            if (!node.is_array()) return true;
            const auto size = static_cast<std::int64_t>(node.size());
            const std::int64_t index = selector.index < 0 ? size + selector.index : selector.index;
            if (index < 0 || index >= size) return true;
            const auto at = static_cast<std::size_t>(index);
            return step(node[at], {{}, at, true}, rest, trail, sink);
        }
        case Selector::Kind::Slice: return apply_slice(selector, node, rest, trail, sink);
        case Selector::Kind::Wildcard:
            return each_child(node, [&](const Value& child, Token token) {
                return step(child, token, rest, trail, sink);
            });
        case Selector::Kind::Filter:
            return each_child(node, [&](const Value& child, Token token) {
                if (!spend(1)) return false;
                const bool held = holds(*selector.filter, child);
                if (failure_) return false;
                return !held || step(child, token, rest, trail, sink);
            });
    }
    return true;
}

// RFC 9535, 2.3.4.2.2. A negative place counts from the end, then both ends are brought inside.
bool Walker::apply_slice(const Selector& selector, const Value& node, Segments rest, Trail* trail,
                         const Sink& sink) {
    if (!node.is_array() || selector.step == 0) return true;
    const auto size = static_cast<std::int64_t>(node.size());
    const bool up = selector.step > 0;
    const auto place = [&](std::optional<std::int64_t> given, std::int64_t otherwise) {
        if (!given) return otherwise;
        const std::int64_t from_start = *given < 0 ? size + *given : *given;
        return up ? std::clamp<std::int64_t>(from_start, 0, size)
                  : std::clamp<std::int64_t>(from_start, -1, size - 1);
    };
    const std::int64_t start = place(selector.start, up ? 0 : size - 1);
    const std::int64_t end = place(selector.end, up ? size : -1);
    for (std::int64_t i = start; up ? i < end : i > end; i += selector.step) {
        const auto at = static_cast<std::size_t>(i);
        if (!step(node[at], {{}, at, true}, rest, trail, sink)) return false;
    }
    return true;
}

bool Walker::step(const Value& child, Token token, Segments rest, Trail* trail, const Sink& sink) {
    if (trail == nullptr) return walk(child, rest, nullptr, sink);
    trail->push_back(token);
    const bool more = walk(child, rest, trail, sink);
    trail->pop_back();
    return more;
}

template <class Visit>
bool Walker::each_child(const Value& node, const Visit& visit) {
    if (node.is_array()) {
        for (std::size_t i = 0; i < node.size(); ++i) {
            if (!visit(node[i], Token{{}, i, true})) return false;
        }
    } else if (node.is_object()) {
        for (const Member& member : node.members()) {
            // Of a repeated key only the last counts: the one its path leads to.
            if (node.find(member.key()) != &member.value) continue;
            if (!visit(member.value, Token{member.key()})) return false;
        }
    }
    return true;
}

// --- filters

bool Walker::holds(const Logical& logical, const Value& current) {
    const auto part_holds = [&](const Logical& part) { return holds(part, current); };
    switch (logical.kind) {
        case Logical::Kind::Or:
            return std::any_of(logical.parts.begin(), logical.parts.end(), part_holds);
        case Logical::Kind::And:
            return std::all_of(logical.parts.begin(), logical.parts.end(), part_holds);
        case Logical::Kind::Not: return !holds(logical.parts.front(), current);
        case Logical::Kind::Compare: return compare(logical, current);
        case Logical::Kind::Holds: break;
    }
    if (logical.left.kind == Operand::Kind::Call) return says_yes(*logical.left.call, current);
    bool found = false;
    each(*logical.left.query, current, nullptr, [&](const Value&) {
        found = true;
        return false;
    });
    return found;
}

// match() and search(): no for anything but strings and for patterns that are none.
bool Walker::says_yes(const Query::Call& call, const Value& current) {
    const std::optional<Value> text = value_of(call.arguments[0], current);
    const std::optional<Value> regex = value_of(call.arguments[1], current);
    if (!text || !regex || !text->is_string() || !regex->is_string()) return false;
    if (!spend(1 + text->as_string().size() / 64)) return false;
    const std::optional<base::Regex>& compiled = pattern(regex->as_string());
    if (!compiled) return false;
    return call.function == Query::Function::Match ? compiled->matches_whole(text->as_string())
                                                   : compiled->is_found_in(text->as_string());
}

const std::optional<base::Regex>& Walker::pattern(std::string_view text) {
    if (const auto known = patterns_.find(text); known != patterns_.end()) return known->second;
    if (patterns_.size() >= kMaxPatterns) patterns_.clear();
    spend(1'000 + text.size());  // compiling costs far more than a step
    std::optional<base::Regex> compiled;
    if (auto regex = base::Regex::compile(text, base::Regex::Dialect::IRegexp)) {
        compiled = std::move(*regex);
    }
    return patterns_.emplace(text, std::move(compiled)).first->second;
}

bool Walker::is_equal(const std::optional<Value>& a, const std::optional<Value>& b) {
    if (!a || !b) return !a && !b;  // nothing equals nothing
    return spend(1 + std::min(a->size(), b->size())) && equivalent(*a, *b);
}

bool is_less(const std::optional<Value>& a, const std::optional<Value>& b) {
    if (!a || !b) return false;
    if (a->is_string() && b->is_string()) return a->as_string() < b->as_string();
    if (a->is_number() && b->is_number()) return a->to_decimal() < b->to_decimal();
    return false;
}

bool Walker::compare(const Logical& logical, const Value& current) {
    const std::optional<Value> a = value_of(logical.left, current);
    const std::optional<Value> b = value_of(logical.right, current);
    switch (logical.comparison) {
        case Query::Comparison::Equal: return is_equal(a, b);
        case Query::Comparison::NotEqual: return !is_equal(a, b);
        case Query::Comparison::Less: return is_less(a, b);
        case Query::Comparison::LessOrEqual: return is_less(a, b) || is_equal(a, b);
        case Query::Comparison::Greater: return is_less(b, a);
        case Query::Comparison::GreaterOrEqual: return is_less(b, a) || is_equal(a, b);
    }
    return false;
}

// --- values; nullopt is the standard's Nothing

std::optional<Value> Walker::value_of(const Operand& operand, const Value& current) {
    if (operand.kind == Operand::Kind::Literal) return operand.literal;
    if (operand.kind == Operand::Kind::Call) return result_of(*operand.call, current);
    std::optional<Value> found;
    each(*operand.query, current, nullptr, [&](const Value& value) {
        found = value;
        return false;
    });
    return found;
}

std::optional<Value> Walker::result_of(const Query::Call& call, const Value& current) {
    const Operand& argument = call.arguments[0];
    if (call.function == Query::Function::Length) return length_of(value_of(argument, current));
    const bool counts = call.function == Query::Function::Count;
    std::int64_t count = 0;
    std::optional<Value> first;
    each(*argument.query, current, nullptr, [&](const Value& value) {
        if (count == 0) first = value;
        ++count;
        return counts || count < 2;
    });
    if (counts) return Value(count);
    return count == 1 ? first : std::nullopt;
}

std::optional<Value> Walker::length_of(const std::optional<Value>& value) {
    if (!value) return std::nullopt;
    if (value->is_string()) {
        const std::string_view text = value->as_string();
        if (!spend(1 + text.size() / 64)) return std::nullopt;
        return Value(static_cast<std::int64_t>(base::count_code_points(text)));
    }
    if (!value->is_array() && !value->is_object()) return std::nullopt;
    return Value(static_cast<std::int64_t>(value->size()));
}

Pointer to_pointer(const Trail& trail) {
    Pointer pointer;
    for (const Token& token : trail) {
        if (token.is_index) {
            pointer.push(token.index);
        } else {
            pointer.push(token.key);
        }
    }
    return pointer;
}

}  // namespace

Result<std::vector<Path::Hit>> Path::select(const Value& root, std::size_t most) const {
    std::vector<Hit> hits;
    Trail trail;
    bool too_many = false;
    const std::size_t steps =
        most > SIZE_MAX / kStepsPerHit ? SIZE_MAX : std::max(kLeastSteps, most * kStepsPerHit);
    Walker walker(root, steps);
    walker.each(*query_, root, &trail, [&](const Value& value) {
        too_many = hits.size() >= most;
        if (!too_many) hits.push_back({to_pointer(trail), &value});
        return !too_many;
    });
    const auto over = [&](Code code, std::size_t limit) {
        return fail(code, {{"query", base::quoted(text_)}, {"limit", std::to_string(limit)}});
    };
    if (too_many) return over(Code::JsonPathTooManyHits, most);
    if (walker.failure() == Code::JsonPathTooDeep) return over(Code::JsonPathTooDeep, kMaxLevels);
    if (walker.failure()) return over(*walker.failure(), steps);
    return hits;
}

}  // namespace understudy::json
