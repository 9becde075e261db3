// The kinds that speak of fields: gapless, monotone, ref, constant, concat, derived, implies, join.
#include <array>

#include "base/text.hpp"
#include "grammar/derive.hpp"
#include "grammar/impl/functions.hpp"
#include "grammar/impl/reader.hpp"

namespace understudy::grammar {

using base::Code;

namespace {

using Words = std::span<const std::string_view>;

constexpr std::array<std::string_view, 3> kAbsent = {"together", "skip", "fail"};
constexpr std::array<std::string_view, 5> kCompare = {"auto", "number", "text", "locale", "time"};
constexpr std::array<std::string_view, 2> kParse = {"json", "object"};
constexpr std::array<std::string_view, 2> kNone = {"judge", "skip"};
constexpr std::array<std::string_view, 2> kKeys = {"as-is", "sorted"};
constexpr std::array<std::string_view, 4> kEncodings = {"hex", "HEX", "base64", "base64url"};
constexpr std::array<std::string_view, 4> kBy = {"same", "later", "earlier", "end"};
constexpr std::array<std::string_view, 4> kRelations = {"equal", "subset", "superset", "disjoint"};

// A locator that stands for one value: stars would make it several.
Locator one_place(Reader& reader, const Node& node, std::string_view what) {
    auto locator = reader.locator(node, what);
    if (!locator) return {};
    if (locator->has_stars()) {
        reader.problem(Code::GrammarBadPointer,
                       {{"what", std::string(what)}, {"text", base::quoted(locator->text())}},
                       node);
    }
    return std::move(*locator);
}

Locator any_place(Reader& reader, const Node& node, std::string_view what) {
    auto locator = reader.locator(node, what);
    return locator ? std::move(*locator) : Locator{};
}

}  // namespace

void load_gapless(Reader& reader, MapReader& map, Constraint& constraint) {
    GaplessRule rule;
    rule.field = one_place(reader, map.need("field"), "field");
    Node from = map.need("from");
    bool any = from && from.value->is_string() && from.value->as_string() == "any";
    if (!any) rule.from = reader.whole(from, "from");
    rule.prefix = reader.text(map.get("prefix"), "prefix").value_or("");
    rule.scope = reader.scope(map.get("scope"));
    rule.gap_marker = reader.selector(map.get("gap_marker"), "gap_marker");
    if (auto absent = reader.word(map.get("absent"), "absent", kAbsent)) {
        rule.absent = static_cast<GaplessRule::Absent>(*absent);
    }
    constraint.rule = std::move(rule);
}

void load_monotone(Reader& reader, MapReader& map, Constraint& constraint) {
    MonotoneRule rule;
    map.exclude("each", {"field"});
    rule.each = map.has("each");
    if (rule.each)
        rule.field = any_place(reader, map.get("each"), "each");
    else
        rule.field = one_place(reader, map.need("field"), "field");
    rule.strict = reader.flag(map.get("strict"), "strict").value_or(true);
    if (auto compare = reader.word(map.get("compare"), "compare", kCompare)) {
        rule.compare = static_cast<MonotoneRule::Compare>(*compare);
    }
    rule.scope = reader.scope(map.get("scope"));
    constraint.rule = std::move(rule);
}

void load_ref(Reader& reader, MapReader& map, Constraint& constraint) {
    RefRule rule;
    rule.field = any_place(reader, map.need("field"), "field");
    Node to = map.need("to");
    bool is_file = to && to.value->is_string() && to.value->as_string() == "file";
    if (is_file) {
        rule.to = RefRule::To::File;
    } else if (to) {
        MapReader target(reader, to, "to");
        target.exclude("key", {"file", "role"});
        target.exclude("role", {"file"});
        if (Node file = target.get("file")) {
            rule.to = RefRule::To::File;
            rule.under = reader.text(file, "file").value_or("");
        } else if (Node role = target.get("role")) {
            rule.to = RefRule::To::Role;
            rule.role = reader.text(role, "role").value_or("");
            rule.role_field = any_place(reader, target.need("field"), "field").text();
        } else {
            rule.key = reader.key(target.need("key"), "key");
            Selector types;
            types.when = reader.guard(target.get("when"), "when");
            if (Node type = target.get("type")) {
                types.every = false;
                types.types = reader.types(type, "type");
            }
            rule.types = std::move(types);
        }
        target.done();
    }
    constraint.rule = std::move(rule);
}

void load_constant(Reader& reader, MapReader& map, Constraint& constraint) {
    ConstantRule rule;
    rule.field = any_place(reader, map.need("field"), "field");
    rule.scope = reader.scope(map.get("scope"));
    constraint.rule = std::move(rule);
}

namespace {

// `{type: text_delta, when: ..., field: /delta}`: records and a field of theirs.
Selector records_and_field(Reader& reader, const Node& node, std::string_view what, bool need_field,
                           std::vector<Locator>& fields) {
    Selector selector;
    if (!node) return selector;
    MapReader map(reader, node, std::string(what));
    Node type = map.need("type");
    selector.every = false;
    selector.types = reader.types(type, "type");
    selector.when = reader.guard(map.get("when"), "when");
    fields = reader.locators(need_field ? map.need("field") : map.get("field"), "field");
    map.done();
    return selector;
}

}  // namespace

void load_concat(Reader& reader, MapReader& map, Constraint& constraint) {
    ConcatRule rule;
    std::vector<Locator> fragments;
    rule.of = records_and_field(reader, map.need("of"), "of", true, fragments);
    if (!fragments.empty()) rule.fragment = std::move(fragments.front());
    if (auto parse = reader.word(map.get("parse"), "parse", kParse)) {
        rule.parse = *parse == 0 ? ConcatRule::Parse::Json : ConcatRule::Parse::Object;
    }
    bool only_parsed = rule.parse != ConcatRule::Parse::No;
    rule.at = records_and_field(reader, map.need("equals"), "equals", !only_parsed, rule.equals);
    rule.key = reader.key(map.get("key"), "key");
    rule.empty = reader.text(map.get("empty"), "empty");
    rule.skip_none = reader.word(map.get("none"), "none", kNone).value_or(0) == 1;
    rule.scope = reader.scope(map.get("scope"));
    for (TypeId type : rule.at.types) {
        // Parsing a growing text at every step would cost its square.
        if (only_parsed && rule.of.names(type)) {
            reader.problem(Code::GrammarExclusive,
                           {{"what", map.what()}, {"a", "parse"}, {"b", "a running join"}},
                           map.node());
        }
    }
    constraint.rule = std::move(rule);
}

namespace {

Part read_part(Reader& reader, const Node& node) {
    Part part;
    if (node.value->is_string()) {
        part.field = any_place(reader, node, "over");
        return part;
    }
    MapReader map(reader, node, "over");
    map.exclude("text", {"field", "file", "records"});
    map.exclude("file", {"field", "records"});
    map.exclude("records", {"field"});
    if (Node text = map.get("text")) {
        part.from = Part::From::Text;
        part.text = reader.text(text, "text").value_or("");
    } else if (Node file = map.get("file")) {
        part.from = Part::From::File;
        part.field = one_place(reader, file, "file");
    } else if (Node records = map.get("records")) {
        part.from = Part::From::Records;
        if (auto which = reader.selector(records, "records")) part.records = std::move(*which);
    } else {
        part.field = any_place(reader, map.need("field"), "field");
        for (const Node& item : reader.list(map.get("without"))) {
            part.without.push_back(one_place(reader, item, "without"));
        }
        if (auto indent = reader.whole(map.get("indent"), "indent")) {
            if (*indent < 1 || *indent > 16)
                reader.wrong_shape(map.get("indent"), "indent", "1 to 16");
            else
                part.indent = static_cast<int>(*indent);
        }
        part.sorted = reader.word(map.get("keys"), "keys", kKeys).value_or(0) == 1;
        part.newline = reader.flag(map.get("newline"), "newline").value_or(false);
    }
    map.done();
    return part;
}

void read_function(Reader& reader, const Node& node, DerivedRule& rule) {
    if (!node) return;
    Node name = node;
    bool has_key = false;
    if (node.value->is_object()) {
        MapReader map(reader, node, "function");
        name = map.need("name");
        if (auto key = reader.text(map.get("key"), "key")) {
            rule.key = std::move(*key);
            has_key = true;
        }
        map.done();
    }
    auto row = reader.word(name, "function", all_function_names());
    if (!row) return;
    rule.function = *row;
    if (function_row(*row).keyed && !has_key) {
        reader.problem(
            Code::GrammarMissing,
            {{"what", "the function " + std::string(function_row(*row).name)}, {"key", "key"}},
            node);
    }
}

}  // namespace

void load_derived(Reader& reader, MapReader& map, Constraint& constraint) {
    DerivedRule rule;
    rule.field = one_place(reader, map.need("field"), "field");
    read_function(reader, map.need("function"), rule);
    for (const Node& part : reader.list(map.need("over"))) {
        rule.over.push_back(read_part(reader, part));
    }
    if (auto encoding = reader.word(map.get("encoding"), "encoding", kEncodings)) {
        rule.encoding = static_cast<DerivedRule::Encoding>(*encoding);
    }
    rule.prefix = reader.text(map.get("prefix"), "prefix").value_or("");
    constraint.rule = std::move(rule);
}

namespace {

std::string places(const std::vector<Locator>& locators) {
    std::vector<std::string> texts;
    for (const Locator& locator : locators) texts.push_back(locator.text());
    return base::join(texts, " and ");
}

void read_consequence(Reader& reader, const Node& node, ImpliesRule& rule) {
    if (!node) return;
    if (!node.value->is_object()) {
        rule.then = reader.guard(node, "then");
        if (rule.then) rule.shown = rule.then->text();
        return;
    }
    MapReader map(reader, node, "then");
    rule.has = reader.locators(map.get("has"), "has");
    rule.lacks = reader.locators(map.get("lacks"), "lacks");
    rule.record = reader.selector(map.get("record"), "record");
    rule.no_record = reader.selector(map.get("no_record"), "no_record");
    map.exclude("record", {"no_record", "has", "lacks"});
    map.exclude("no_record", {"has", "lacks"});
    if (!rule.record && !rule.no_record && rule.has.empty() && rule.lacks.empty()) {
        map.need("has");
    }
    if (!rule.has.empty()) rule.shown = "a value at " + places(rule.has);
    if (!rule.lacks.empty()) {
        rule.shown += rule.shown.empty() ? "nothing at " : ", nothing at ";
        rule.shown += places(rule.lacks);
    }
    map.done();
}

void name_consequence(const Model& model, ImpliesRule& rule) {
    if (!rule.record && !rule.no_record) return;
    const Selector& other = rule.record ? *rule.record : *rule.no_record;
    std::vector<std::string> names;
    for (TypeId type : other.types) names.push_back(model.types[type]);
    std::string what = names.empty() ? "a record" : base::join(names, " or ");
    if (other.when) what += " where " + other.when->text();
    constexpr std::array<std::string_view, 5> kWhen = {"in the same record", "later", "in time",
                                                       "earlier", "in the stream"};
    rule.shown = (rule.record ? "" : "no ") + what + " " +
                 std::string(kWhen[static_cast<std::size_t>(rule.by)]);
}

void read_by(Reader& reader, MapReader& map, ImpliesRule& rule) {
    bool other = rule.record || rule.no_record;
    rule.by = other ? ImpliesRule::By::Later : ImpliesRule::By::Same;
    Node by = map.get("by");
    if (!by) return;
    if (by.value->is_object()) {
        MapReader inner(reader, by, "by");
        rule.before = reader.moment(inner.need("before"), "before");
        inner.done();
        rule.by = ImpliesRule::By::Before;
    } else if (auto word = reader.word(by, "by", kBy)) {
        using By = ImpliesRule::By;
        constexpr std::array<By, 4> kMeant = {By::Same, By::Later, By::Earlier, By::End};
        rule.by = kMeant[*word];
    }
    if ((rule.by == ImpliesRule::By::Same) == other) {
        reader.problem(Code::GrammarExclusive,
                       {{"what", map.what()},
                        {"a", other ? "by: same" : "this `by`"},
                        {"b", other ? "another record" : "a consequence in the same record"}},
                       by);
    }
}

}  // namespace

void load_implies(Reader& reader, MapReader& map, Constraint& constraint) {
    ImpliesRule rule;
    Node condition = map.get("if");
    if (condition && condition.value->is_object()) {
        if (auto selector = reader.selector(condition, "if")) rule.condition = std::move(*selector);
    } else {
        rule.condition.when = reader.guard(condition, "if");
    }
    if (!condition && !constraint.select) map.need("if");
    read_consequence(reader, map.need("then"), rule);
    read_by(reader, map, rule);
    name_consequence(reader.model(), rule);
    if (Node each = map.get("each")) rule.each = any_place(reader, each, "each");
    if (rule.each) map.exclude("each", {"by", "key"});
    if (rule.by == ImpliesRule::By::Same) return void(constraint.rule = std::move(rule));
    rule.key = reader.key(map.get("key"), "key");
    constraint.rule = std::move(rule);
}

namespace {

JoinSide read_side(Reader& reader, const Node& node, std::string_view what) {
    JoinSide side;
    if (!node) return side;
    if (!node.value->is_object()) {
        side.field = any_place(reader, node, what);
        return side;
    }
    MapReader map(reader, node, std::string(what));
    side.role = reader.text(map.get("role"), "role").value_or("");
    side.field = any_place(reader, map.need("field"), "field");
    map.done();
    return side;
}

}  // namespace

void load_join(Reader& reader, MapReader& map, Constraint& constraint) {
    JoinRule rule;
    rule.left = read_side(reader, map.need("left"), "left");
    rule.right = read_side(reader, map.need("right"), "right");
    if (auto relation = reader.word(map.get("relation"), "relation", kRelations)) {
        rule.relation = static_cast<JoinRule::Relation>(*relation);
    }
    constraint.rule = std::move(rule);
}

}  // namespace understudy::grammar
