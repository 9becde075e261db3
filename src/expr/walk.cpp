// The walk over the tree. The commonest steps are done here without a further call: names, fields,
// comparison of ints and strings, && and ||.
#include <algorithm>

#include "base/text.hpp"
#include "expr/impl/machine.hpp"
#include "expr/impl/span_of_time.hpp"

namespace understudy::expr {

using base::Code;

namespace {

// The key alone: the value beside it may not even be readable.
Datum key_at(const Datum& map, std::size_t index) {
    if (map.form == Form::Plain) return map.entries[index].key;
    return Datum::from(map.json->members()[index].key());
}

}  // namespace

Datum Machine::evaluate(std::uint32_t index) {
    const Node& node = tree_.nodes[index];
    if (!spend(1)) return Datum::error();
    switch (node.op) {
        case Op::Literal: return tree_.literals[node.index];
        case Op::Name: return evaluate_name(node);
        case Op::Local: {
            Datum datum = locals_[node.index];
            if (node.read_as != TypeKind::Any) datum = read_as(node, datum);
            if (trace_ != nullptr && (node.flags & kOutermost) != 0) record_read(node, datum);
            return datum;
        }
        case Op::Absent: return Datum::absent();
        case Op::Select: return evaluate_select(node);
        case Op::Has: return evaluate_has(node);
        case Op::Index: return evaluate_index(node);
        case Op::List: return evaluate_list(node);
        case Op::Map: return evaluate_map(node);
        case Op::Not:
        case Op::Negate: {
            const Datum operand = evaluate_child(node, 0);
            if (operand.is_error()) return operand;
            return negate_datum(node, operand);
        }
        case Op::And:
        case Op::Or: return evaluate_logic(node);
        case Op::Conditional: return evaluate_conditional(node);
        case Op::Call: return evaluate_call(node);
        case Op::Host: return evaluate_host(node);
        case Op::Fold: return evaluate_fold(node);
        case Op::Bind: return evaluate_bind(node);
        case Op::Ident:  // only where checking was left to the evaluation
            return fail(node, Code::ExprUnknownName, {{"name", tree_.texts[node.index]}});
        default: return evaluate_binary(node);
    }
}

Datum Machine::evaluate_binary(const Node& node) {
    const Datum a = evaluate_child(node, 0);
    if (a.is_error()) return a;
    const Datum b = evaluate_child(node, 1);
    if (b.is_error()) return b;
    switch (node.op) {
        case Op::Equal: return equal(node, a, b);
        case Op::NotEqual: {
            Datum same = equal(node, a, b);
            if (same.is_bool()) same.boolean = !same.boolean;
            return same;
        }
        case Op::Less:
        case Op::LessEqual:
        case Op::Greater:
        case Op::GreaterEqual: return compare(*this, node, a, b);
        case Op::In: return in(node, a, b);
        default: return apply(*this, node, a, b);
    }
}

Datum Machine::negate_datum(const Node& node, const Datum& operand) {
    if (node.op == Op::Not && operand.is_bool()) return Datum::from(!operand.boolean);
    if (node.op == Op::Negate) {
        if (operand.kind == Kind::Int && operand.integer != INT64_MIN) {
            return Datum::from(-operand.integer);
        }
        if (operand.kind == Kind::Int) {
            return fail(node, Code::ExprOverflow, {{"operation", "-"}, {"type", "an int"}});
        }
        if (operand.kind == Kind::Double) return Datum::from(-operand.real);
        if (operand.kind == Kind::Duration) return Datum::from(negate(operand.duration()));
        if (operand.kind == Kind::Decimal) return make_decimal(operand.decimal->negate());
    }
    return mismatch(node, symbol_of(node.op), {&operand, 1});
}

Datum Machine::evaluate_name(const Node& node) {
    const Given* given = env_.find(node.index);
    Datum datum = given == nullptr ? Datum::absent() : load(node, *given);
    if (datum.kind == Kind::Absent) {
        return fail(node, Code::ExprUnset, {{"name", tree_.names[node.index]}});
    }
    if (node.read_as != TypeKind::Any) datum = read_as(node, datum);
    if (trace_ != nullptr && (node.flags & kOutermost) != 0) record_read(node, datum);
    return datum;
}

Datum Machine::evaluate_select(const Node& node) {
    Datum base = evaluate_child(node, 0);
    if (base.is_error()) return base;
    const std::string& field = tree_.texts[node.index];
    if ((node.flags & kFollow) != 0) {
        base = follow(node, base);
        if (base.is_error() || base.kind == Kind::Null) return base;
    }
    if (base.kind != Kind::Map && base.kind != Kind::Object) {
        if (base.kind == Kind::Absent) return fail(node, Code::ExprAbsent, {});
        return fail(node, Code::ExprUnknownField,
                    {{"type", std::string(name_of(base.kind))}, {"field", field}});
    }
    Datum datum = find_field(node, base, field);
    if (datum.is_error()) return datum;
    const bool missing = datum.kind == Kind::Absent;
    if (missing && (node.flags & kMissingIsNull) != 0) datum = Datum::null();
    if (node.read_as != TypeKind::Any) datum = read_as(node, datum);
    if (trace_ != nullptr && (node.flags & kOutermost) != 0) {
        record_read(node, missing ? Datum::absent() : datum);
    }
    if (datum.kind == Kind::Absent) return missing_field(node, base, field);
    return datum;
}

Datum Machine::missing_field(const Node& node, const Datum& base, std::string_view field) {
    std::vector<std::string> known;
    if (base.kind == Kind::Map) {
        constexpr std::size_t kEnough = 200;
        for (std::size_t i = 0; i < std::min(base.size, kEnough); ++i) {
            const Datum key = key_at(base, i);
            if (key.kind == Kind::String) known.emplace_back(key.view());
        }
    }
    const std::string path = tree_.text.substr(node.begin, node.end - node.begin);
    return fail(
        node, Code::ExprMissing,
        {{"field", std::string(field)}, {"path", path}, {"nearest", base::nearest(field, known)}});
}

Datum Machine::evaluate_has(const Node& node) {
    Datum base = evaluate_child(node, 0);
    if (base.is_error()) return base;
    if ((node.flags & kFollow) != 0) {
        base = follow(node, base);
        if (base.is_error()) return base;
        if (base.kind == Kind::Null) return Datum::from(false);
    }
    if (base.kind != Kind::Map && base.kind != Kind::Object) {
        return mismatch(node, "has", {&base, 1});
    }
    const Datum found = find_field(node, base, tree_.texts[node.index]);
    if (found.is_error()) return found;
    if (trace_ != nullptr) record_read(node, found);
    return Datum::from(found.kind != Kind::Absent);
}

// The object behind a reference: an id in the data, or an object that is there already.
Datum Machine::follow(const Node& node, const Datum& id) {
    if (id.kind == Kind::Null || id.kind == Kind::Map || id.kind == Kind::Object) return id;
    const std::string& shape = tree_.texts[node.variable];
    const std::optional<json::Value> key = to_json(node, id);
    if (!key) return Datum::error();
    if (env_.objects() == nullptr) {
        return fail(node, Code::ExprNoHost, {{"function", "." + tree_.texts[node.index]}});
    }
    base::Result<std::optional<Given>> found = env_.objects()->follow(shape, *key);
    if (!found) return fail(std::move(found).error());
    if (!*found) {
        return fail(node, Code::ExprDangling,
                    {{"shape", shape},
                     {"id", id.is_text() ? base::quoted(id.view()) : std::to_string(id.integer)}});
    }
    return load_own(node, std::move(**found));
}

// Data of a declared type that JSON can only write as text or number.
Datum Machine::read_as(const Node& node, const Datum& datum) {
    std::optional<Datum> read;
    if (node.read_as == TypeKind::Timestamp && datum.kind == Kind::String) {
        if (const auto instant = base::parse_rfc3339(datum.view())) read = Datum::from(*instant);
    } else if (node.read_as == TypeKind::Timestamp && datum.kind == Kind::Int) {
        const auto instant = base::add(base::Instant{}, base::Duration{datum.integer, 0});
        if (instant) read = Datum::from(*instant);
    } else if (node.read_as == TypeKind::Duration && datum.kind == Kind::String) {
        const auto span = base::parse_duration(datum.view());
        if (span && is_in_range(*span)) read = Datum::from(*span);
    } else if (node.read_as == TypeKind::Decimal && datum.kind == Kind::String) {
        if (auto decimal = base::Decimal::parse(datum.view())) {
            read = make_decimal(std::move(*decimal));
        }
    } else {
        return datum;
    }
    if (read) return *read;
    std::string value;
    write(node, value, datum);
    return fail(node, Code::ExprConversion,
                {{"value", base::to_valid_utf8(value.substr(0, 80))},
                 {"type", "a " + std::string(name_of(node.read_as))}});
}

Datum Machine::evaluate_index(const Node& node) {
    const Datum base = evaluate_child(node, 0);
    if (base.is_error()) return base;
    const Datum key = evaluate_child(node, 1);
    if (key.is_error()) return key;
    if (trace_ != nullptr) note_key(node, key);
    Datum datum =
        base.kind == Kind::List ? index_list(node, base, key) : index_map(node, base, key);
    if (datum.is_error()) return datum;
    if (node.read_as != TypeKind::Any) datum = read_as(node, datum);
    if (trace_ != nullptr && (node.flags & kOutermost) != 0) record_read(node, datum);
    return datum;
}

Datum Machine::index_list(const Node& node, const Datum& list, const Datum& key) {
    std::int64_t index = key.integer;
    if (key.kind == Kind::Double) {  // 1.0 is as good as 1, 1.5 is not
        const double whole_index = key.real;
        const bool whole_number =
            whole_index >= -1 && whole_index <= 1e15 &&
            whole_index == static_cast<double>(static_cast<std::int64_t>(whole_index));
        if (!whole_number) {
            std::string text = base::shortest(key.real);
            return fail(node, Code::ExprIndex, {{"index", text}, {"range", "an index is whole"}});
        }
        index = static_cast<std::int64_t>(whole_index);
    } else if (key.kind != Kind::Int) {
        const Datum both[] = {list, key};
        return mismatch(node, "[]", both);
    }
    if (index < 0 || static_cast<std::uint64_t>(index) >= list.size) {
        return fail(node, Code::ExprIndex,
                    {{"index", std::to_string(index)},
                     {"range", "the list has " + base::plural(list.size, "item")}});
    }
    return item(node, list, static_cast<std::size_t>(index));
}

Datum Machine::index_map(const Node& node, const Datum& map, const Datum& key) {
    const bool key_fits = key.kind == Kind::String || key.kind == Kind::Int ||
                          key.kind == Kind::Bool || key.kind == Kind::Double;
    if ((map.kind != Kind::Map && map.kind != Kind::Object) || !key_fits) {
        const Datum both[] = {map, key};
        return mismatch(node, "[]", both);
    }
    const Datum found = find(node, map, key);
    if (found.kind != Kind::Absent) return found;
    if (trace_ != nullptr && (node.flags & kOutermost) != 0) record_read(node, found);
    std::string name;
    if (!write(node, name, key)) return Datum::error();
    if (key.kind == Kind::String) return missing_field(node, map, key.view());
    return fail(node, Code::ExprMissing,
                {{"field", name}, {"path", tree_.text.substr(node.begin, node.end - node.begin)}});
}

Datum Machine::in(const Node& node, const Datum& needle, const Datum& range) {
    if (range.kind == Kind::Map || range.kind == Kind::Object) {
        const Datum found = find(node, range, needle);
        return found.is_error() ? found : Datum::from(found.kind != Kind::Absent);
    }
    if (range.kind != Kind::List) {
        const Datum both[] = {needle, range};
        return mismatch(node, "in", both);
    }
    for (std::size_t i = 0; i < range.size; ++i) {
        if (!spend(1)) return Datum::error();
        const Datum candidate = item(node, range, i);
        if (candidate.is_error()) return candidate;
        const Datum same = equal(node, needle, candidate);
        if (same.is_error() || same.boolean) return same;
    }
    return Datum::from(false);
}

Datum Machine::evaluate_list(const Node& node) {
    const std::span<Datum> items = make_items(node.count);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < node.count; ++i) {
        items[kept] = evaluate_child(node, i);
        if (items[kept].is_error()) return Datum::error();
        if (items[kept].kind != Kind::Absent) ++kept;
    }
    return Datum::list(items.data(), kept);
}

Datum Machine::evaluate_map(const Node& node) {
    const std::span<Entry> entries = make_entries(node.count / 2);
    std::size_t kept = 0;
    for (std::size_t i = 0; i + 1 < node.count; i += 2) {
        const Datum key = evaluate_child(node, i);
        if (key.is_error()) return key;
        const Datum value = evaluate_child(node, i + 1);
        if (value.is_error()) return value;
        if (value.kind == Kind::Absent) continue;
        if (!add_entry(tree_.child(node, i), entries, kept, {key, value})) return Datum::error();
    }
    return Datum::map(entries.data(), kept);
}

bool Machine::add_entry(const Node& node, std::span<Entry> entries, std::size_t& kept,
                        const Entry& added) {
    const Kind kind = added.key.kind;
    if (kind != Kind::String && kind != Kind::Int && kind != Kind::Bool) {
        fail(node, Code::ExprKeyType, {{"type", std::string(name_of(kind))}});
        return false;
    }
    if (!spend(kept / kEntriesPerStep)) return false;
    for (std::size_t i = 0; i < kept; ++i) {
        if (!same_key(entries[i].key, added.key)) continue;
        std::string key;
        if (write(node, key, added.key)) fail(node, Code::ExprRepeatedKey, {{"key", key}});
        return false;
    }
    entries[kept++] = added;
    return true;
}

}  // namespace understudy::expr
