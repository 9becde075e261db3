// Gathers the parameters of an operation. The order is the order in which they are checked: fields
// as declared, then parameters, then what only lists and shapes know.
#include "pack/known.hpp"

#include <algorithm>
#include <memory>

#include "pack/schema_home.hpp"

namespace understudy::pack {

namespace {

using json::Value;
using Kind = Known::Kind;

constexpr unsigned kDeepestChildren = 4;

// Only a default tells the type: `confirm: { default: false }`.
Plain plain_by_default(const std::optional<Template>& standard) {
    if (!standard || standard->kind != Template::Kind::Literal) return Plain::Unknown;
    if (standard->literal.is_bool()) return Plain::Truth;
    const bool whole = standard->literal.is_number() && standard->literal.is_integer_text();
    return whole ? Plain::Whole : Plain::Unknown;
}

void type_plainly(Known& known) {
    known.text_as = plain_by_schema(*known.schema);
    known.members_as = members_by_schema(*known.schema);
}

void type_by(const Field& field, Known& known) {
    if (!field.schema.written.is_null()) {
        known.schema = &field.schema.written;
        known.schema_root = &field.schema.written;
        type_plainly(known);
    } else if (field.as == TimeForm::Epoch || field.as == TimeForm::EpochMs) {
        known.plain = Plain::Whole;
    } else {
        known.plain = plain_by_default(field.standard);
    }
}

const schema::Schema* compiled_of(const FieldSchema& schema) {
    return schema.compiled ? &*schema.compiled : nullptr;
}

class Gatherer {
public:
    Gatherer(const Pack& pack, const Operation& operation) : pack_(pack), operation_(operation) {}

    KnownList gather() {
        add_fields();
        for (const Param& param : operation_.params) add(param);
        add_move_params();
        for (const Param& param : pack_.serve.params) add(param);
        if (operation_.does == Does::List || operation_.does == Does::Search) {
            add_list();
        }
        if (!pack_.serve.expand.empty()) add_plain(Kind::Expand, pack_.serve.expand);
        if (pack_.idempotency && !pack_.idempotency->field.empty()) {
            add_plain(Kind::Key, pack_.idempotency->field);
        }
        for (const AuthPlace& place : pack_.serve.auth.places) {
            if (place.kind == AuthPlace::Kind::Query) add_plain(Kind::Key, place.name);
        }
        if (operation_.described != kNone) add_described();
        return std::move(list_);
    }

private:
    void add_fields() {
        const std::vector<Field>* fields = nullptr;
        if (operation_.does == Does::Result) {
            fields = &operation_.fields;
            for (std::size_t i = 0; i < fields->size(); ++i) {
                if ((*fields)[i].from == From::Input) {
                    add_field((*fields)[i], static_cast<Index>(i), true);
                }
            }
            return;
        }
        if (operation_.resource == kNone) return;
        const Resource& resource = pack_.resources[operation_.resource];
        for (const Index index : operation_.writes) {
            const Field& field = resource.fields[index];
            if (field.children) {
                add_children(field, index, "", 0);
            } else {
                add_field(field, index, operation_.does == Does::Create);
            }
        }
        if (operation_.does != Does::Create) return;
        for (std::size_t i = 0; i < resource.fields.size(); ++i) {
            const Field& field = resource.fields[i];
            const Index index = static_cast<Index>(i);
            const auto& writes = operation_.writes;
            if (!field.children || !field.children->input_creates) continue;
            if (std::find(writes.begin(), writes.end(), index) == writes.end()) {
                add_children(field, index, "", 0);
            }
        }
    }

    static std::string spelling(const Field& field) {
        return field.param.empty() ? field.path : field.param;
    }

    void add_field(const Field& field, Index index, bool may_require) {
        Known known;
        known.kind = Kind::Field;
        known.spelled = spelling(field);
        known.field = &field;
        known.index = index;
        type_by(field, known);
        known.compiled = compiled_of(field.schema);
        known.required = may_require && field.required;
        list_.entries.push_back(std::move(known));
    }

    void add_children(const Field& field, Index index, const std::string& prefix, unsigned depth,
                      Index owner = kNone) {
        Known list;
        list.kind = Kind::Children;
        list.spelled = prefix + spelling(field);
        list.field = &field;
        list.index = index;
        list.owner = owner;
        list.compiled = compiled_of(field.schema);
        list.required = field.required;
        const std::string inside = list.spelled + ".*.";
        const Index self = static_cast<Index>(list_.entries.size());
        list_.entries.push_back(std::move(list));
        const Resource& child = pack_.resources[field.children->of];
        for (std::size_t i = 0; i < child.fields.size(); ++i) {
            const Field& inner = child.fields[i];
            if (i == field.children->by) continue;
            if (inner.children && inner.children->input_creates && depth < kDeepestChildren) {
                add_children(inner, static_cast<Index>(i), inside, depth + 1, self);
            }
            if (inner.from != From::Input) continue;
            Known known;
            known.kind = Kind::ChildField;
            known.spelled = inside + spelling(inner);
            known.field = &inner;
            known.index = static_cast<Index>(i);
            known.owner = self;
            type_by(inner, known);
            known.compiled = compiled_of(inner.schema);
            known.required = inner.required;
            list_.entries.push_back(std::move(known));
        }
    }

    void add(const Param& param) {
        Known known;
        known.kind = Kind::Param;
        known.spelled = param.spelled.empty() ? param.name : param.spelled;
        known.param = &param;
        if (param.schema.written.is_null()) {
            known.plain = plain_by_default(param.standard);
        } else {
            known.schema = known.schema_root = &param.schema.written;
            type_plainly(known);
        }
        known.compiled = compiled_of(param.schema);
        known.required = param.required;
        list_.entries.push_back(std::move(known));
    }

    // A parameter that the operation declares itself is not taken from a move again.
    void add_move_params() {
        if (operation_.resource == kNone) return;
        const auto& lifecycle = pack_.resources[operation_.resource].lifecycle;
        if (!lifecycle) return;
        if (operation_.move != kNone) add_params_of(lifecycle->moves[operation_.move], false);
        for (const ThenStep& then : operation_.then) {
            add_params_of(lifecycle->moves[then.move], true);
        }
    }

    void add_params_of(const Move& move, bool is_later) {
        for (const Param& param : move.params) {
            const auto same = [&](const Known& known) {
                return known.param && known.param->name == param.name;
            };
            if (std::any_of(list_.entries.begin(), list_.entries.end(), same)) continue;
            add(param);
            Known& added = list_.entries.back();
            added.is_later = is_later;
            added.required = added.required && !is_later;
        }
    }

    void add_plain(Kind kind, std::string_view name, Plain plain = Plain::Unknown) {
        if (name.empty()) return;
        Known known;
        known.kind = kind;
        known.spelled = name;
        known.plain = plain;
        list_.entries.push_back(std::move(known));
    }

    const Lists& lists() const {
        if (operation_.lists) return *operation_.lists;
        if (operation_.resource != kNone && pack_.resources[operation_.resource].lists) {
            return *pack_.resources[operation_.resource].lists;
        }
        return pack_.lists;
    }

    void add_list() {
        const Page& page = lists().page;
        add_plain(Kind::Page, page.after);
        add_plain(Kind::Page, page.before);
        add_plain(Kind::Page, page.token);
        add_plain(Kind::Page, page.limit, Plain::Whole);
        add_plain(Kind::Page, page.number, Plain::Whole);
        if (operation_.does == Does::Search && !operation_.syntax.empty()) {
            // The text of a search, by the two names the known languages use.
            add_plain(Kind::Filter, "query");
            add_plain(Kind::Filter, "q");
            add_plain(Kind::Filter, "sort");
            add_plain(Kind::Filter, "order");
        }
        if (operation_.resource == kNone) return;
        const Resource& resource = pack_.resources[operation_.resource];
        for (const Filter& filter : operation_.filters) {
            const Field* field = filter.field == kNone ? nullptr : &resource.fields[filter.field];
            add_filter(filter.name, field);
            if (filter.kind != FilterKind::Range) continue;
            for (const char* suffix : {".gt", ".gte", ".lt", ".lte"}) {
                add_filter(filter.name + suffix, field);
            }
            if (lists().range != RangeSpelling::Operators) continue;
            for (const char* suffix : {">", "<"}) add_filter(filter.name + suffix, field);
        }
    }

    void add_filter(std::string name, const Field* field) {
        Known known;
        known.kind = Kind::Filter;
        known.spelled = std::move(name);
        if (field) type_by(*field, known);
        list_.entries.push_back(std::move(known));
    }

    void add_described() {
        const Description& description = pack_.descriptions[operation_.described];
        for (const DescribedParameter& parameter : description.parameters) {
            if (parameter.in == "header" || parameter.in == "cookie") continue;
            add_if_new(dotted(parameter.name), parameter.schema.written, parameter.schema.written);
        }
        const SchemaHome home{&pack_, &description.body.written};
        add_properties(description.body.written, home, 0);
    }

    void add_if_new(const std::string& spelled, const Value& schema, const Value& root) {
        if (list_.exact(spelled) || list_.has_below(spelled)) return;
        Known known;
        known.spelled = spelled;
        known.schema = schema.is_null() ? nullptr : &schema;
        known.schema_root = &root;
        list_.entries.push_back(std::move(known));
    }

    void add_properties(const Value& written, const SchemaHome& home, unsigned depth) {
        if (depth > 4 || !written.is_object()) return;
        const Value& schema = behind_references(written, home);
        if (const Value* properties = schema.find("properties")) {
            for (const json::Member& member : properties->members()) {
                add_if_new(std::string(member.key()), member.value, *home.root);
            }
        }
        if (const Value* others = schema.find("additionalProperties")) {
            if (others->is_object() || (others->is_bool() && others->as_bool())) list_.open = true;
        }
        for (const char* word : {"allOf", "anyOf", "oneOf"}) {
            const Value* branches = schema.find(word);
            if (!branches || !branches->is_array()) continue;
            for (const Value& branch : branches->items()) add_properties(branch, home, depth + 1);
        }
    }

    const Pack& pack_;
    const Operation& operation_;
    KnownList list_;
};

}  // namespace

Index Known::ref() const {
    if (field) return field->ref;
    return param ? param->ref : kNone;
}

const Known* KnownList::exact(std::string_view spelled) const {
    for (const Known& known : entries) {
        if (known.spelled == spelled) return &known;
    }
    return nullptr;
}

bool KnownList::has_below(std::string_view spelled) const {
    for (const Known& known : entries) {
        if (known.spelled.size() > spelled.size() && known.spelled[spelled.size()] == '.' &&
            known.spelled.starts_with(spelled)) {
            return true;
        }
    }
    return false;
}

namespace {

bool says_more(const Value& schema) {
    for (const char* word : {"$ref", "allOf", "anyOf", "oneOf", "nullable"}) {
        if (schema.has(word)) return true;
    }
    return false;
}

}  // namespace

Plain plain_by_schema(const Value& schema) {
    if (!schema.is_object() || says_more(schema)) return Plain::Unknown;
    const Value* type = schema.find("type");
    if (type == nullptr) {
        const Value* list = schema.find("enum");
        if (list == nullptr || !list->is_array() || list->size() == 0) return Plain::Unknown;
        const bool texts = std::all_of(list->items().begin(), list->items().end(),
                                       [](const Value& item) { return item.is_string(); });
        return texts ? Plain::Text : Plain::Unknown;
    }
    if (!type->is_string()) return Plain::Unknown;
    const std::string_view name = type->as_string();
    if (name == "string") return Plain::Text;
    if (name == "integer") return Plain::Whole;
    if (name == "number") return Plain::Number;
    return name == "boolean" ? Plain::Truth : Plain::Unknown;
}

Plain members_by_schema(const Value& schema) {
    if (!schema.is_object() || says_more(schema) || schema.has("properties")) return Plain::Unknown;
    const Value* type = schema.find("type");
    if (type != nullptr && !(*type == Value("object"))) return Plain::Unknown;
    const Value* members = schema.find("additionalProperties");
    return members != nullptr && members->is_object() ? plain_by_schema(*members) : Plain::Unknown;
}

std::string dotted(std::string_view name) {
    std::string out;
    for (const char c : name) {
        if (c == ']') continue;
        out.push_back(c == '[' ? '.' : c);
    }
    while (!out.empty() && out.back() == '.') out.pop_back();
    return out;
}

KnownList known_to(const Pack& pack, const Operation& operation) {
    return Gatherer(pack, operation).gather();
}

}  // namespace understudy::pack
