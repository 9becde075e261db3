// The services of a running evaluation: memory, errors, and reading what the caller gave.
#include "expr/impl/machine.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.hpp"

namespace understudy::expr {

using base::Code;

base::Error Machine::take_error() {
    base::Error error = std::move(*error_);
    error_.reset();
    return error;
}

Datum Machine::fail(base::Error error) {
    if (!error_) error_ = std::move(error);
    return Datum::error();
}

Datum Machine::fail(const Node& node, Code code, std::vector<base::Arg> args) {
    if (error_) return Datum::error();
    return fail(base::Error{code, std::move(args), place(tree_, node.at, node.at_end), {}});
}

Datum Machine::mismatch(const Node& node, std::string_view function,
                        std::span<const Datum> arguments) {
    if (error_) return Datum::error();
    std::string types;
    for (const Datum& argument : arguments) {
        if (argument.kind == Kind::Absent) return fail(node, Code::ExprAbsent, {});
        if (!types.empty()) types += ", ";
        types += name_of(argument.kind);
    }
    return fail(node, Code::ExprType, {{"function", std::string(function)}, {"types", types}});
}

void Machine::run_dry() {
    left_ = 0;
    if (dry_) return;
    dry_ = true;
    error_ = base::Error{Code::ExprBudget,
                         {{"steps", std::to_string(budget_)}},
                         place(tree_, 0, tree_.text.size()),
                         {}};
}

Datum Machine::make_text(std::string text) {
    texts_.push_front(std::move(text));
    return Datum::from(std::string_view(texts_.front()));
}

Datum Machine::make_octets(std::string bytes) {
    texts_.push_front(std::move(bytes));
    return Datum::octets(texts_.front());
}

Datum Machine::make_decimal(base::Decimal decimal) {
    decimals_.push_front(std::move(decimal));
    return Datum::from(&decimals_.front());
}

std::span<Datum> Machine::make_items(std::size_t count) {
    items_.push_back(std::make_unique<Datum[]>(count));
    return {items_.back().get(), count};
}

std::span<Entry> Machine::make_entries(std::size_t count) {
    entries_.push_back(std::make_unique<Entry[]>(count));
    return {entries_.back().get(), count};
}

const json::Value& Machine::keep(json::Value value) {
    values_.push_front(std::move(value));
    return values_.front();
}

namespace {

// A JSON number is an int if it is written as one.
Datum load_number(Machine& machine, const Node& node, const json::Value& value) {
    const std::string_view text = value.number_text();
    const char* end = text.data() + text.size();
    std::int64_t whole = 0;
    const auto read = std::from_chars(text.data(), end, whole);
    if (read.ec == std::errc{} && read.ptr == end) [[likely]] {
        return Datum::from(whole);
    }
    if (value.is_integer_text()) {
        return machine.fail(node, Code::ExprNumber,
                            {{"number", base::quoted(text, 40)}, {"type", "a 64-bit integer"}});
    }
    const double real = value.to_double();
    if (!std::isfinite(real)) {
        return machine.fail(node, Code::ExprNumber,
                            {{"number", base::quoted(text, 40)}, {"type", "a double"}});
    }
    return Datum::from(real);
}

}  // namespace

Datum Machine::load(const Node& node, const json::Value& value) {
    switch (value.kind()) {
        case json::Kind::Null: return Datum::null();
        case json::Kind::Bool: return Datum::from(value.as_bool());
        case json::Kind::Number: return load_number(*this, node, value);
        case json::Kind::String: return Datum::from(value.as_string());
        case json::Kind::Array:
        case json::Kind::Object: break;
    }
    Datum datum = Datum::of(value.is_array() ? Kind::List : Kind::Map);
    datum.form = Form::Json;
    datum.json = &value;
    datum.size = value.size();
    return datum;
}

Datum Machine::load(const Node& node, const Given& given) {
    const Given::Held& held = given.held();
    if (const auto* reference = std::get_if<const json::Value*>(&held)) [[likely]] {
        return load(node, **reference);
    }
    if (const auto* value = std::get_if<json::Value>(&held)) return load(node, *value);
    if (const auto* instant = std::get_if<base::Instant>(&held)) return Datum::from(*instant);
    if (const auto* object = std::get_if<const Object*>(&held)) {
        Datum datum = Datum::of(Kind::Object);
        datum.object = *object;
        return datum;
    }
    if (const auto* relation = std::get_if<const Relation*>(&held)) {
        Datum datum = Datum::of(Kind::List);
        datum.form = Form::Relation;
        datum.relation = *relation;
        datum.size = (*relation)->size();
        return datum;
    }
    if (const auto* late = std::get_if<const Late*>(&held)) return load(node, (*late)->value());
    return Datum::absent();
}

Datum Machine::load_own(const Node& node, Given given) {
    const auto* value = std::get_if<json::Value>(&given.held());
    if (value == nullptr) return load(node, given);
    // Of these nothing is looked at again.
    const bool lies_in_datum = value->is_null() || value->is_bool() || value->is_number();
    if (lies_in_datum) return load(node, *value);
    givens_.push_front(std::move(given));
    return load(node, givens_.front());
}

Datum Machine::item(const Node& node, const Datum& list, std::size_t index) {
    switch (list.form) {
        case Form::Plain: return list.items[index];
        case Form::Json: return load(node, (*list.json)[index]);
        case Form::Relation: break;
    }
    base::Result<Given> given = list.relation->item(index);
    if (!given) return fail(std::move(given).error());
    return load_own(node, std::move(*given));
}

Entry Machine::entry(const Node& node, const Datum& map, std::size_t index) {
    if (map.form == Form::Plain) return map.entries[index];
    const json::Member& member = map.json->members()[index];
    return {Datum::from(member.key()), load(node, member.value)};
}

Datum Machine::whole(const Node& node, const Datum& object) {
    if (object.kind != Kind::Object) return object;
    base::Result<json::Value> value = object.object->whole();
    if (!value) return fail(std::move(value).error());
    return load(node, keep(std::move(*value)));
}

Datum Machine::find_field(const Node& node, const Datum& map, std::string_view field) {
    if (map.kind == Kind::Object) {
        base::Result<std::optional<Given>> member = map.object->member(field);
        if (!member) return fail(std::move(member).error());
        if (!*member) return Datum::absent();
        return load_own(node, std::move(**member));
    }
    if (map.form == Form::Json) {
        if (!spend(map.size / kMembersPerStep)) return Datum::error();
        const json::Value* value = map.json->find(field);
        return value == nullptr ? Datum::absent() : load(node, *value);
    }
    return find(node, map, Datum::from(field));
}

Datum Machine::find(const Node& node, const Datum& map, const Datum& key) {
    if (map.kind == Kind::Object || map.form == Form::Json) {
        return key.kind == Kind::String ? find_field(node, map, key.view()) : Datum::absent();
    }
    if (!spend(map.size / kEntriesPerStep)) return Datum::error();
    for (std::size_t i = 0; i < map.size; ++i) {
        if (same_key(map.entries[i].key, key)) return map.entries[i].value;
    }
    return Datum::absent();
}

}  // namespace understudy::expr
