// Fields: one source each, and the keys that go with it.
#include <algorithm>

#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/loader.hpp"

namespace understudy::pack {

namespace {

constexpr std::size_t kMostFields = 2'000;
constexpr std::string_view kSources[] = {"input",    "clock",    "id",        "lifecycle",
                                         "moves",    "derived",  "aggregate", "children",
                                         "constant", "exogenous"};

// A key of fields and the sources it goes with.
constexpr std::uint32_t bit(From from) {
    return 1U << static_cast<std::uint32_t>(from);
}
constexpr std::uint32_t kAnySource = 0xFFFF;
constexpr std::uint32_t kInput = bit(From::Input);
constexpr std::uint32_t kAggregate = bit(From::Aggregate);
constexpr std::uint32_t kChildren = bit(From::Children);
constexpr std::uint32_t kExogenous = bit(From::Exogenous);

struct Key {
    std::string_view name;
    std::uint32_t sources;
};

constexpr Key kKeys[] = {
    {"from", kAnySource},
    {"schema", kAnySource},
    {"schema_from", kExogenous | kInput},
    {"differs", kAnySource},
    {"nullable", kAnySource},
    {"hidden", kAnySource},
    {"ref", kAnySource},
    {"expand", kAnySource},
    {"found_by", kInput},
    {"missing", kInput},
    {"as", kAnySource},
    {"show", kAnySource},
    {"required", kInput},
    {"default", kInput},
    {"param", kInput | kChildren},
    {"merge", kInput},
    {"unset", kInput},
    {"refuse", kInput},
    {"on", bit(From::Clock)},
    {"pattern", bit(From::Id)},
    {"secret_of", bit(From::Id)},
    {"init", bit(From::Moves)},
    {"is", bit(From::Derived)},
    {"sum", kAggregate},
    {"count", kAggregate},
    {"min", kAggregate},
    {"max", kAggregate},
    {"over", kAggregate},
    {"where", kAggregate},
    {"group", kAggregate},
    {"by", kAggregate | kChildren},
    {"of", kChildren},
    {"limit", kChildren},
    {"input", kChildren},
    {"value", bit(From::Constant)},
    {"binds", kExogenous},
    {"before", kExogenous},
    {"empty", kExogenous},
    {"unique", kExogenous},
};

From first_of(std::uint32_t sources) {
    std::uint32_t at = 0;
    while ((sources & (1U << at)) == 0) ++at;
    return static_cast<From>(at);
}

std::optional<std::vector<std::string>> segments_of(Loader& loader, const Entry& entry) {
    std::vector<std::string> segments;
    for (const std::string_view part : base::split(entry.key, '.')) {
        if (part != "*" && !is_name(part)) {
            loader.reader.problem_at_key(
                code::BadName,
                {{"name", base::quoted(entry.key)},
                 {"what", "a field"},
                 {"why", "names joined by dots, `*` for the elements of a list"}},
                entry.node);
            return std::nullopt;
        }
        segments.emplace_back(part);
    }
    if (segments.front() == "*") segments.front() = "_";
    return segments;
}

void check_keys(Loader& loader, const Field& field, const Node& node) {
    const std::string what = "the field " + field.path;
    for (const Entry& entry : loader.reader.entries(node, what)) {
        const auto found = std::find_if(std::begin(kKeys), std::end(kKeys),
                                        [&](const Key& key) { return key.name == entry.key; });
        if (found == std::end(kKeys)) {
            std::vector<std::string_view> known;
            for (const Key& key : kKeys) known.push_back(key.name);
            loader.reader.problem_at_key(code::UnknownKey,
                                         {{"what", what},
                                          {"key", base::quoted(entry.key)},
                                          {"help", ""},
                                          {"nearest", base::nearest(entry.key, known)}},
                                         entry.node);
            continue;
        }
        if ((found->sources & bit(field.from)) != 0) continue;
        loader.reader.problem_at_key(code::KeyOfOtherSource,
                                     {{"key", entry.key},
                                      {"from", std::string(name_of(field.from))},
                                      {"belongs", std::string(name_of(first_of(found->sources)))}},
                                     entry.node);
    }
}

void read_words(Loader& loader, Field& field, const Node& node, const FieldOwner& owner) {
    if (!node) return;
    for (const Entry& entry : loader.reader.entries(node, "as")) {
        const Resource& resource = loader.pack.resources[owner.resource];
        if (!resource.lifecycle || resource.lifecycle->find_state(entry.key) == kNone) {
            loader.reader.unknown_name(
                entry.node, "state of " + resource.name, entry.key,
                resource.lifecycle ? resource.lifecycle->states : std::vector<std::string>{});
            continue;
        }
        if (auto word = loader.reader.text(entry.node, "the printed word of a state")) {
            field.words.emplace_back(entry.key, std::move(*word));
        }
    }
}

void read_as(Loader& loader, Field& field, const Node& node, const FieldOwner& owner) {
    if (!node) return;
    if (field.from == From::Lifecycle) {
        read_words(loader, field, node, owner);  // before a shape is asked what it takes
        return;
    }
    const auto form =
        loader.reader.word(node, "as", {"epoch", "epoch_ms", "rfc3339", "rfc2822", "date"});
    if (form) field.as = static_cast<TimeForm>(*form + 1);
}

// `expand: asked` for members that are left out unless a caller names them; true and false else.
void read_expand(Loader& loader, Field& field, const Node& node) {
    if (node && node.value->is_string()) {
        field.only_asked = loader.reader.word(node, "expand", {"asked"}).has_value();
    } else {
        field.may_expand = loader.reader.flag(node, "expand").value_or(true);
    }
    field.is_askable = node && field.ref == kNone && field.may_expand;
}

void read_reference(Loader& loader, Field& field, const Node& node) {
    if (const Node ref = node.member("ref")) field.ref = resource_named(loader, ref, "ref");
    read_expand(loader, field, node.member("expand"));
    if (field.ref != kNone && field.from != From::Aggregate && field.from != From::Children) {
        if (const auto show = loader.reader.word(node.member("show"), "show", {"id", "object"})) {
            field.show_object = *show == 1;
        }
    }
    for (const Node& each : loader.reader.list(node.member("found_by"))) {
        const auto path = loader.reader.text(each, "found_by");
        if (!path || field.ref == kNone) continue;
        const Index found = field_named(loader, each, field.ref, *path);
        if (found != kNone) field.found_by.push_back(found);
    }
}

void read_input(Loader& loader, Field& field, const Node& node, const FieldOwner& owner) {
    const std::string what = "the field " + field.path;
    if (const Node standard = node.member("default")) {
        field.standard = read_template(loader, standard, owner.defaults, what + ".default");
        check_type(loader, standard, *field.standard, field);
    }
    if (const Node merge = node.member("merge")) {
        field.merge_keys = loader.reader.word(merge, "merge", {"keys"}).has_value();
    }
    if (const Node unset = node.member("unset")) field.unset = *unset.value;
    field.refuse = read_refuse(loader, node.member("refuse"), owner.defaults, what + ".refuse");
    field.missing = read_missing(loader, node.member("missing"), owner.defaults, what + ".missing");
}

void read_clock(Loader& loader, Field& field, const Node& node, const FieldOwner& owner) {
    for (const Node& each : loader.reader.list(node.member("on"))) {
        if (each.is_text() && each.value->as_string() == "change") {
            field.on_change = true;
        } else if (auto ref = read_move_ref(loader, each, owner.resource)) {
            field.on.push_back(*ref);
        }
    }
}

void read_derived(Loader& loader, Field& field, const Node& node, const FieldOwner& owner) {
    const Node is = node.member("is");
    if (!is) {
        loader.reader.problem_at_key(
            code::MissingKey,
            {{"what", "the field " + field.path}, {"key", "is"}, {"help", "an expression"}}, node);
        return;
    }
    // `now` is known here only to be refused with its own words.
    Place place = owner.derived;
    place.with(Name::Now, expr::Type::timestamp());
    field.is = read_expression(loader, is, place, "the field " + field.path);
    if (!field.is) return;
    for (const std::string& name : field.is->names_read()) {
        if (name == "now") {
            loader.reader.problem(code::DerivedReadsNow, {{"field", field.path}}, is);
            field.is.reset();
            return;
        }
    }
}

}  // namespace

void declare_fields(Loader& loader, std::vector<Field>& fields, std::vector<Node>& nodes,
                    const Node& node, std::string_view owner) {
    for (const Entry& entry : loader.reader.entries(node, "fields of " + std::string(owner))) {
        if (fields.size() >= kMostFields) {
            loader.reader.problem_at_key(code::TooLarge,
                                         {{"limit", base::with_thousands(kMostFields)},
                                          {"what", "fields in " + std::string(owner)}},
                                         entry.node);
            return;
        }
        auto segments = segments_of(loader, entry);
        if (!segments) continue;
        Field field;
        field.path = entry.key;
        field.segments = std::move(*segments);
        field.mark = entry.node.key_mark();
        const bool taken = std::any_of(fields.begin(), fields.end(), [&](const Field& other) {
            return other.path == field.path;
        });
        if (taken) {
            loader.reader.problem_at_key(code::TwoSources, {{"field", field.path}}, entry.node);
            continue;
        }
        const Node from = entry.node.member("from");
        bool is_known = false;
        if (!entry.node.is_map()) {
            loader.reader.wrong_kind(entry.node, "the field " + field.path, "a map",
                                     "as in { from: input }");
        } else if (!from) {
            loader.reader.problem_at_key(
                code::NoSource, {{"field", field.path}, {"known", listed(kSources)}}, entry.node);
        } else if (const auto source = loader.reader.word(from, "from", kSources)) {
            field.from = static_cast<From>(*source);
            is_known = true;
        }
        const bool from_elsewhere = field.from != From::Input && is_known;
        if (from_elsewhere &&
            std::find(field.segments.begin(), field.segments.end(), "*") != field.segments.end()) {
            loader.reader.problem_at_key(
                code::StarSource,
                {{"field", field.path}, {"from", std::string(name_of(field.from))}}, entry.node);
        }
        fields.push_back(std::move(field));
        nodes.push_back(is_known ? entry.node : Node{});
    }
}

void read_plain_fields(Loader& loader, std::vector<Field>& fields, const std::vector<Node>& nodes,
                       const FieldOwner& owner) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const Node& node = nodes[i];
        if (!node) continue;
        Field& field = fields[i];
        check_keys(loader, field, node);
        field.schema = read_schema(loader, node.member("schema"), "the field " + field.path);
        field.differs = loader.reader.text(node.member("differs"), "differs").value_or("");
        field.nullable = loader.reader.flag(node.member("nullable"), "nullable").value_or(false);
        field.hidden = loader.reader.flag(node.member("hidden"), "hidden").value_or(false);
        field.required = loader.reader.flag(node.member("required"), "required").value_or(false);
        const bool is_input = field.from == From::Input || field.from == From::Children;
        if (is_input) {
            field.param = loader.reader.text(node.member("param"), "param")
                              .value_or(spelled(field.path, loader.pack.serve.names));
        }
        read_as(loader, field, node.member("as"), owner);
        read_reference(loader, field, node);
        if (field.from == From::Constant) {
            if (const Node value = node.member("value")) {
                field.value = *value.value;
                Template literal;
                literal.literal = field.value;
                check_type(loader, value, literal, field);
            } else {
                loader.reader.problem_at_key(code::MissingKey,
                                             {{"what", "the field " + field.path},
                                              {"key", "value"},
                                              {"help", "a constant is what it says"}},
                                             node);
            }
        }
        if (field.from == From::Id) {
            const Node pattern = node.member("pattern");
            if (pattern.is_text() && pattern.value->as_string() == "{seq}") {
                field.pattern = read_pattern(loader, pattern, Place{}, Holes::Draw, "pattern");
            }
        }
        if (field.from == From::Aggregate || field.from == From::Children) {
            read_relation(loader, field, node, owner);
        }
    }
}

void read_fields(Loader& loader, std::vector<Field>& fields, const std::vector<Node>& nodes,
                 const FieldOwner& owner) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
        const Node& node = nodes[i];
        if (!node) continue;
        Field& field = fields[i];
        field.schema_from = read_expression(loader, node.member("schema_from"), owner.derived,
                                            "the field " + field.path + ".schema_from");
        switch (field.from) {
            case From::Input: read_input(loader, field, node, owner); break;
            case From::Clock: read_clock(loader, field, node, owner); break;
            case From::Id:
                if (const Node kind = node.member("secret_of")) {
                    field.secret_of = webhook_named(loader, kind);
                } else if (const Node pattern = node.member("pattern")) {
                    field.pattern = read_pattern(loader, pattern, owner.derived, Holes::Both,
                                                 "the field " + field.path);
                } else {
                    loader.reader.problem_at_key(code::MissingKey,
                                                 {{"what", "the field " + field.path},
                                                  {"key", "pattern"},
                                                  {"help", "as in \"ch_{base62:24}\""}},
                                                 node);
                }
                break;
            case From::Moves:
                if (const Node init = node.member("init")) {
                    field.init = read_template(loader, init, owner.defaults,
                                               "the field " + field.path + ".init");
                    check_type(loader, init, *field.init, field);
                }
                break;
            case From::Derived: read_derived(loader, field, node, owner); break;
            case From::Exogenous: read_exogenous(loader, field, node, owner); break;
            case From::Aggregate:
            case From::Children: read_folding(loader, field, node, owner); break;
            case From::Constant:
            case From::Lifecycle: break;
        }
    }
}

}  // namespace understudy::pack
