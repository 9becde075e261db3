// Values on their way out: as JSON, and as text of the expression language itself.
#include <cmath>

#include "base/text.hpp"
#include "expr/impl/machine.hpp"
#include "expr/impl/span_of_time.hpp"
#include "expr/impl/unescape.hpp"

namespace understudy::expr {

using base::Code;

namespace {

constexpr std::size_t kMaxResultDepth = 600;

std::string key_text(const Datum& key) {
    if (key.kind == Kind::String) return std::string(key.view());
    if (key.kind == Kind::Bool) return key.boolean ? "true" : "false";
    return std::to_string(key.integer);
}

void write_double(std::string& out, double real) {
    if (std::isnan(real)) {
        out += "double(\"NaN\")";
    } else if (std::isinf(real)) {
        out += real > 0 ? "double(\"Infinity\")" : "double(\"-Infinity\")";
    } else {
        out += base::shortest(real);
    }
}

}  // namespace

std::optional<json::Value> Machine::to_json(const Node& node, const Datum& datum,
                                            std::size_t depth) {
    if (!spend(datum.is_text() ? datum.size / kBytesPerStep : 0)) return std::nullopt;
    if (depth > kMaxResultDepth) {
        fail(node, Code::ExprTooDeep, {{"limit", std::to_string(kMaxResultDepth)}});
        return std::nullopt;
    }
    switch (datum.kind) {
        case Kind::Null: return json::Value();
        case Kind::Bool: return json::Value(datum.boolean);
        case Kind::Int: return json::Value(datum.integer);
        case Kind::Double:
            if (std::isfinite(datum.real)) return json::Value(datum.real);
            fail(node, Code::ExprNoJson, {{"value", base::shortest(datum.real)}});
            return std::nullopt;
        case Kind::String: return json::Value(datum.view());
        case Kind::Timestamp: return json::Value(base::to_rfc3339(datum.instant()));
        case Kind::Duration: return json::Value(to_seconds_text(datum.duration()));
        case Kind::Decimal: return json::Value(datum.decimal->to_text());
        case Kind::Octets:
            fail(node, Code::ExprNoJson,
                 {{"value", "octets"}, {"help", "write hex(...) or base64(...) around them"}});
            return std::nullopt;
        case Kind::Absent: fail(node, Code::ExprAbsent, {}); return std::nullopt;
        case Kind::Error: return std::nullopt;
        case Kind::List:
        case Kind::Map:
        case Kind::Object: break;
    }
    if (datum.kind == Kind::Object) {
        const Datum map = whole(node, datum);
        if (map.is_error()) return std::nullopt;
        return to_json(node, map, depth + 1);
    }
    if (datum.form == Form::Json) return *datum.json;
    return container_to_json(node, datum, depth);
}

std::optional<json::Value> Machine::container_to_json(const Node& node, const Datum& datum,
                                                      std::size_t depth) {
    json::Value result = datum.kind == Kind::List ? json::Value::array() : json::Value::object();
    for (std::size_t i = 0; i < datum.size; ++i) {
        if (!spend(1)) return std::nullopt;
        if (datum.kind == Kind::List) {
            std::optional<json::Value> value = to_json(node, item(node, datum, i), depth + 1);
            if (!value) return std::nullopt;
            result.push_back(std::move(*value));
        } else {
            const Entry pair = entry(node, datum, i);
            std::optional<json::Value> value = to_json(node, pair.value, depth + 1);
            if (!value) return std::nullopt;
            result.append(key_text(pair.key), std::move(*value));
        }
    }
    return result;
}

bool Machine::write(const Node& node, std::string& out, const Datum& datum, std::size_t depth) {
    if (depth > kMaxResultDepth) {
        fail(node, Code::ExprTooDeep, {{"limit", std::to_string(kMaxResultDepth)}});
        return false;
    }
    switch (datum.kind) {
        case Kind::Error: return false;
        case Kind::Absent: out += "absent"; return true;
        case Kind::Null: out += "null"; return true;
        case Kind::Bool: out += datum.boolean ? "true" : "false"; return true;
        case Kind::Int: out += std::to_string(datum.integer); return true;
        case Kind::Double: write_double(out, datum.real); return true;
        case Kind::String:
            if (!spend_bytes(datum.size)) return false;
            out += to_literal(datum.view());
            return true;
        case Kind::Octets: out += "octets"; return true;
        case Kind::Timestamp:
            out += "timestamp(\"" + base::to_rfc3339(datum.instant()) + "\")";
            return true;
        case Kind::Duration:
            out += "duration(\"" + to_seconds_text(datum.duration()) + "\")";
            return true;
        case Kind::Decimal: out += "decimal(\"" + datum.decimal->to_text() + "\")"; return true;
        case Kind::Object: {
            const Datum map = whole(node, datum);
            return !map.is_error() && write(node, out, map, depth + 1);
        }
        case Kind::List:
        case Kind::Map: break;
    }
    const bool list = datum.kind == Kind::List;
    out += list ? '[' : '{';
    for (std::size_t i = 0; i < datum.size; ++i) {
        if (!spend(1)) return false;
        if (i > 0) out += ", ";
        if (list) {
            if (!write(node, out, item(node, datum, i), depth + 1)) return false;
            continue;
        }
        const Entry pair = entry(node, datum, i);
        if (!write(node, out, pair.key, depth + 1)) return false;
        out += ": ";
        if (!write(node, out, pair.value, depth + 1)) return false;
    }
    out += list ? ']' : '}';
    return true;
}

std::string to_seconds_text(base::Duration span) {
    std::string text = span.seconds < 0 || span.nanoseconds < 0 ? "-" : "";
    text += std::to_string(span.seconds < 0 ? -span.seconds : span.seconds);
    if (span.nanoseconds != 0) {
        std::string fraction = std::to_string(std::abs(span.nanoseconds));
        fraction.insert(0, 9 - fraction.size(), '0');
        while (fraction.back() == '0') fraction.pop_back();
        text += "." + fraction;
    }
    return text + "s";
}

}  // namespace understudy::expr
