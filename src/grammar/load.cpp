// The grammar file as a whole: head, constraints, dialects. Each kind's own parameters are read in
// load_order.cpp and load_fields.cpp.
//
// Seqs are read first, because other constraints may name their states; every constraint keeps its
// place in the file.
#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "grammar/impl/functions.hpp"
#include "grammar/impl/pin.hpp"
#include "grammar/impl/reader.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"

namespace understudy::grammar {

using base::Code;
using json::Value;

namespace {

constexpr std::array<std::string_view, 4> kSeverities = {"info", "warning", "drift", "breaking"};
constexpr std::array<std::string_view, 2> kEnums = {"open", "closed"};

std::optional<Severity> read_severity(Reader& reader, const Node& node, std::string_view what,
                                      bool drift_too) {
    constexpr std::array<std::string_view, 3> kUsual = {"info", "warning", "breaking"};
    auto word = drift_too ? reader.word(node, what, kSeverities) : reader.word(node, what, kUsual);
    if (!word) return std::nullopt;
    return severity_named(drift_too ? kSeverities[*word] : kUsual[*word]);
}

void read_endings(Reader& reader, const Node& node, Constraint& constraint) {
    if (!node) return;
    constexpr std::array<std::string_view, 3> kEndings = {"complete", "failed", "interrupted"};
    std::fill(std::begin(constraint.judged_at), std::end(constraint.judged_at), false);
    for (const Node& item : reader.list(node)) {
        if (auto word = reader.word(item, "endings", kEndings)) constraint.judged_at[*word] = true;
    }
}

void load_kind(Reader& reader, MapReader& map, Constraint& constraint, bool terminal) {
    switch (constraint.kind) {
        case Kind::Seq: return load_seq(reader, map, constraint);
        case Kind::Any: return load_any(reader, map, constraint);
        case Kind::PerKey: return load_per_key(reader, map, constraint);
        case Kind::OpenClose: return load_open_close(reader, map, constraint);
        case Kind::Once: return load_once(reader, map, constraint, terminal);
        case Kind::Gapless: return load_gapless(reader, map, constraint);
        case Kind::Monotone: return load_monotone(reader, map, constraint);
        case Kind::Ref: return load_ref(reader, map, constraint);
        case Kind::Constant: return load_constant(reader, map, constraint);
        case Kind::Concat: return load_concat(reader, map, constraint);
        case Kind::Derived: return load_derived(reader, map, constraint);
        case Kind::Implies: return load_implies(reader, map, constraint);
        case Kind::Join: return load_join(reader, map, constraint);
    }
}

// Does its kind owe something at the end, so that endings can excuse it?
bool has_endings(Kind kind) {
    return kind == Kind::PerKey || kind == Kind::OpenClose || kind == Kind::Implies;
}

class FileLoader {
public:
    FileLoader(Reader& reader, Model& model) : reader_(reader), model_(model) {}

    void load(const Node& root) {
        if (root.value->is_string()) return load_line(root);
        MapReader map(reader_, root, "the grammar");
        if (!map.is_map()) return;
        read_head(map);
        load_shorthand(map);
        load_constraints(map.get("constraints"));
        if (model_.constraints.empty() && !map.has("constraints") && !map.has("order")) {
            map.need("constraints");
        }
        load_dialects(map);
        map.done();
        refuse_cycles(root);
    }

private:
    // A grammar that is nothing but the short form.
    void load_line(const Node& root) {
        model_.name = "short form";
        model_.type.push_back(*Locator::parse("/type"));
        add_order(read_short_form(reader_, root));
    }

    void add_order(std::optional<Automaton> automaton) {
        if (!automaton) return;
        Constraint order;
        order.id = "order";
        order.kind = Kind::Seq;
        order.rule = SeqRule{std::move(*automaton)};
        model_.constraints.push_back(std::move(order));
    }

    void read_head(MapReader& map) {
        model_.name = reader_.text(map.need("grammar"), "grammar").value_or("");
        model_.about = reader_.text(map.get("about"), "about").value_or("");
        model_.type = reader_.locators(map.get("type"), "type");
        if (!map.has("type")) model_.type.push_back(*Locator::parse("/type"));
        if (Node pinned = map.get("pinned")) read_pin(pinned);
        if (auto policy = read_severity(reader_, map.get("unknown_type"), "unknown_type", true)) {
            model_.unknown_type = *policy;
        }
        model_.closed = reader_.word(map.get("enum"), "enum", kEnums).value_or(0) == 1;
    }

    void read_pin(const Node& node) {
        MapReader map(reader_, node, "pinned");
        if (!map.is_map()) return;
        model_.pinned.tool = reader_.text(map.need("tool"), "tool").value_or("");
        Node versions = map.need("versions");
        model_.pinned.versions = reader_.text(versions, "versions").value_or("");
        if (versions && !is_version_range(model_.pinned.versions)) {
            reader_.problem(Code::GrammarVersions,
                            {{"versions", base::quoted(model_.pinned.versions)}}, versions);
        }
        map.done();
    }

    // `order:` and `any:` beside each other stand for a seq and an any.
    void load_shorthand(MapReader& map) {
        if (map.has("order")) {
            add_order(load_automaton(reader_, map, true));
        }
        if (Node any = map.get("any")) {
            Constraint constraint;
            constraint.id = "any";
            constraint.kind = Kind::Any;
            AnyRule rule;
            if (auto types = reader_.selector(any, "any")) rule.types = std::move(*types);
            constraint.rule = std::move(rule);
            model_.constraints.push_back(std::move(constraint));
        }
        reader_.types(map.get("types"), "types");
    }

    void load_constraints(const Node& node) {
        if (!node) return;
        if (!node.value->is_array()) return reader_.wrong_shape(node, "constraints", "a list");
        if (node.value->size() > kMaxConstraints) {
            return reader_.problem(Code::GrammarLimit,
                                   {{"what", "the number of constraints"},
                                    {"limit", base::with_thousands(kMaxConstraints)}},
                                   node);
        }
        const std::size_t first = model_.constraints.size();
        model_.constraints.resize(first + node.value->size());
        for (bool seqs : {true, false}) {
            for (std::size_t i = 0; i < node.value->size(); ++i) {
                Node item = node.item(i);
                const Value* kind = item.value->find("kind");
                bool is_seq = kind != nullptr && kind->is_string() && kind->as_string() == "seq";
                if (is_seq == seqs) load_constraint(item, model_.constraints[first + i]);
            }
        }
        refuse_repeated_ids(node, first);
    }

    void load_constraint(const Node& node, Constraint& constraint) {
        MapReader map(reader_, node, "a constraint");
        if (!map.is_map()) return;
        Node id = map.need("id");
        constraint.id = reader_.text(id, "id").value_or("");
        Node kind_node = map.need("kind");
        auto kind = reader_.word(kind_node, "kind", all_kind_names());
        if (!kind) return;
        std::string_view spelling = all_kind_names()[*kind];
        constraint.kind = *kind_named(spelling);
        MapReader inner(reader_, node, "the " + std::string(spelling) + " " + constraint.id);
        for (std::string_view key : {"id", "kind", "about"}) inner.get(key);
        reader_.text(inner.get("about"), "about");
        if (auto severity = read_severity(reader_, inner.get("severity"), "severity", false)) {
            constraint.severity = *severity;
        }
        if (Node code_node = inner.get("code")) {
            const auto name = reader_.text(code_node, "code");
            constraint.code = name ? base::code_named(*name) : std::nullopt;
            if (name && (!constraint.code || !name->starts_with("fixture."))) {
                reader_.problem(Code::GrammarUnknownWord,
                                {{"what", "code"},
                                 {"word", base::quoted(*name)},
                                 {"known", "the codes of findings about fixtures"}},
                                code_node);
            }
        }
        constraint.on = reader_.flag(inner.get("enabled"), "enabled").value_or(true);
        constraint.select = reader_.selector(inner.get("select"), "select");
        if (has_endings(constraint.kind)) {
            read_endings(reader_, inner.get("endings"), constraint);
        }
        load_kind(reader_, inner, constraint, spelling == "terminal");
        inner.done();
    }

    void refuse_repeated_ids(const Node& node, std::size_t first) {
        std::unordered_map<std::string, std::size_t> seen;
        for (std::size_t i = 0; i < model_.constraints.size(); ++i) {
            const std::string& id = model_.constraints[i].id;
            if (id.empty() || seen.emplace(id, i).second || i < first) continue;
            reader_.problem(Code::GrammarRepeatedId, {{"id", base::quoted(id)}},
                            node.item(i - first));
        }
    }

    void load_dialects(MapReader& map) {
        Node chosen = map.get("dialect");
        Node dialects = map.get("dialects");
        if (dialects && !dialects.value->is_object()) {
            return reader_.wrong_shape(dialects, "dialects", "a map of names");
        }
        if (dialects) {
            for (const json::Member& member : dialects.value->members()) {
                Node node{&member.value, dialects.at / member.key()};
                load_dialect(std::string(member.key()), node);
            }
        }
        if (!model_.dialects.empty()) model_.default_dialect = model_.dialects.front().name;
        auto name = reader_.text(chosen, "dialect");
        if (!name) return;
        model_.default_dialect = *name;
        const auto& names = model_.dialect_names;
        if (std::find(names.begin(), names.end(), *name) != names.end()) return;
        reader_.problem(Code::GrammarUnknownDialect,
                        {{"dialect", *name},
                         {"grammar", model_.name},
                         {"nearest", base::nearest(*name, names)}},
                        chosen);
    }

    void load_dialect(std::string name, const Node& node) {
        Dialect dialect;
        dialect.name = name;
        model_.dialect_names.push_back(std::move(name));
        if (!node.value->is_null()) {
            MapReader map(reader_, node, "the dialect " + dialect.name);
            dialect.off = constraints_named(map.get("disable"));
            dialect.on = constraints_named(map.get("enable"));
            dialect.unknown_type =
                read_severity(reader_, map.get("unknown_type"), "unknown_type", true);
            if (Node severity = map.get("severity")) read_severities(severity, dialect);
            map.done();
        }
        model_.dialects.push_back(std::move(dialect));
    }

    void read_severities(const Node& node, Dialect& dialect) {
        if (!node.value->is_object()) return reader_.wrong_shape(node, "severity", "a map of ids");
        for (const json::Member& member : node.value->members()) {
            Node item{&member.value, node.at / member.key()};
            auto index = constraint_named(member.key(), item);
            auto severity = read_severity(reader_, item, "severity", false);
            if (index && severity) dialect.severity.emplace_back(*index, *severity);
        }
    }

    std::vector<std::size_t> constraints_named(const Node& node) {
        std::vector<std::size_t> indexes;
        for (const Node& item : reader_.list(node)) {
            auto id = reader_.text(item, "a constraint's id");
            if (!id) continue;
            if (auto index = constraint_named(*id, item)) indexes.push_back(*index);
        }
        return indexes;
    }

    std::optional<std::size_t> constraint_named(std::string_view id, const Node& node) {
        std::vector<std::string> known;
        for (std::size_t i = 0; i < model_.constraints.size(); ++i) {
            if (model_.constraints[i].id == id) return i;
            known.push_back(model_.constraints[i].id);
        }
        reader_.problem(Code::GrammarUnknownConstraint,
                        {{"constraint", std::string(id)}, {"nearest", base::nearest(id, known)}},
                        node);
        return std::nullopt;
    }

    void refuse_cycles(const Node& root);

    Reader& reader_;
    Model& model_;
};

bool may_meet(const Constraint& a, const Constraint& b) {
    if (!a.select || !b.select || a.select->every || b.select->every) return true;
    return std::any_of(a.select->types.begin(), a.select->types.end(),
                       [&](TypeId type) { return b.select->names(type); });
}

// Does the input of `reader` hold the field of `read`?
bool depends(const Constraint& reader, const Constraint& read) {
    return may_meet(reader, read) &&
           reads_field(std::get<DerivedRule>(reader.rule), std::get<DerivedRule>(read.rule).field);
}

// Repeatedly sets aside the constraints that read no other one that is left; what stays is a cycle,
// or waits for one.
void FileLoader::refuse_cycles(const Node& root) {
    if (!reader_.problems().empty()) return;
    std::vector<const Constraint*> left;
    for (const Constraint& constraint : model_.constraints) {
        if (constraint.kind == Kind::Derived) left.push_back(&constraint);
    }
    std::size_t before = left.size() + 1;
    while (left.size() < before) {
        before = left.size();
        std::erase_if(left, [&](const Constraint* one) {
            return std::none_of(left.begin(), left.end(),
                                [&](const Constraint* other) { return depends(*one, *other); });
        });
    }
    if (left.empty()) return;
    std::vector<std::string> ids;
    for (const Constraint* constraint : left) ids.push_back(constraint->id);
    reader_.problem(Code::GrammarDerivedCycle, {{"ids", base::join(ids, ", ")}},
                    root.member("constraints"));
}

}  // namespace

TypeId Model::id_of(std::string_view spelling) const {
    auto found = type_ids.find(std::string(spelling));
    return found == type_ids.end() ? kNoType : found->second;
}

expr::Scope guard_scope() {
    expr::Scope scope;
    scope.add("self");
    scope.add("about");
    scope.add("type", expr::Type::string());
    return scope;
}

base::Result<Grammar> load(const json::Document& document) {
    auto model = std::make_shared<Model>();
    Reader reader(document, *model);
    FileLoader(reader, *model).load(Node{&document.root, {}});
    if (reader.problems().empty()) return Grammar(std::move(model));
    std::vector<base::Error> problems = reader.take_problems();
    std::string count = base::plural(problems.size(), "problem");
    std::string name = document.source ? document.source->name : model->name;
    base::Mark where = document.source ? document.source->whole() : base::Mark{};
    return base::fail(Code::GrammarInvalid, {{"name", base::quoted(name)}, {"count", count}},
                      std::move(where), std::move(problems));
}

base::Result<Grammar> load_short_form(std::string_view line, std::string_view where) {
    json::Document document =
        TRY(json::parse_document({std::string(where), json::write(Value(line))}));
    return load(document);
}

const std::string& Grammar::name() const {
    return model_->name;
}

const std::string& Grammar::about() const {
    return model_->about;
}

const Pin& Grammar::pinned() const {
    return model_->pinned;
}

const std::vector<std::string>& Grammar::types() const {
    return model_->types;
}

const std::vector<std::string>& Grammar::dialects() const {
    return model_->dialect_names;
}

std::vector<ConstraintInfo> Grammar::constraints() const {
    std::vector<ConstraintInfo> list;
    for (const Constraint& each : model_->constraints) {
        list.push_back({each.id, each.kind, each.severity, each.on});
    }
    return list;
}

std::string Grammar::type_of(const Value& record, const Value& about) const {
    if (record.is_string()) return std::string(record.as_string());
    std::string type;
    for (const Locator& locator : model_->type) {
        const Value* value = locator.resolve(record, about);
        if (value == nullptr || value->is_null() || value->is_object() || value->is_array()) break;
        if (!type.empty()) type += '/';
        type += value->is_string() ? std::string(value->as_string()) : json::write(*value);
    }
    return type;
}

bool Grammar::is_pin_older_than(std::string_view version) const {
    return is_above(model_->pinned.versions, version);
}

}  // namespace understudy::grammar
