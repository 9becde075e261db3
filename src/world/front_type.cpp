// The decoded union of body, path and query, typed by what the operation knows (D3: the body's
// value first, then the path's, then the query's). What nobody declared is set aside here and
// judged by check_unknown.
#include <algorithm>

#include "base/text.hpp"
#include "world/impl/reading.hpp"

namespace understudy::world {

namespace {

using json::Value;

bool holds_texts(const Value& value) {
    return value.is_object() &&
           std::all_of(value.members().begin(), value.members().end(),
                       [](const json::Member& member) { return member.value.is_string(); });
}

class Typist {
public:
    explicit Typist(Reading& reading) : reading_(reading) {}

    // `prefix` is the declared spelling of the place (`*` for an element), `trail_` the real one.
    Value type(const Value& value, const std::string& prefix, Place place, bool is_text) {
        const Known* exact = reading_.known->exact(prefix);
        const bool below = reading_.known->has_below(prefix);
        Value typed = exact && is_text ? as_known(value, *exact) : value;
        if (!below) return typed;
        if (typed.is_object()) {
            // A range knows its own few members: created[gte].
            const bool takes_any = exact && exact->kind != Known::Kind::Filter;
            return members(typed, prefix, place, is_text, takes_any);
        }
        if (typed.is_array()) return items(typed, prefix, place, is_text);
        // `card=x` where only card[number] is known.
        const bool is_nothing = typed.is_null() || (is_text && typed == Value(""));
        if (!exact && !is_nothing) reading_.misplaced.push_back({trail_, typed, place});
        return typed;
    }

    void take(const Value& source, Place place, bool is_text) {
        if (!source.is_object() || source.size() == 0) return;
        const bool keeps = reading_.pack.serve.unknown == pack::UnknownParam::Keep;
        // Only a description of the body asks for the body as such.
        const bool keeps_body =
            place == Place::Body && reading_.request.operation->described != pack::kNone;
        if (place == Place::Body) {
            reading_.sent.reserve(source.size());
            reading_.places.reserve(source.size());
        }
        for (const json::Member& member : source.members()) {
            const std::string name(member.key());
            if (is_from_elsewhere(name, place)) continue;
            // What names an object in the path is no input of a field that happens to share the
            // name: {repo} is the repository's name, the field `repo` holds its id.
            if (place == Place::Path && names_object(name)) continue;
            const bool known = place == Place::Path || reading_.known->exact(name) ||
                               reading_.known->has_below(name) ||
                               (place == Place::Body && reading_.known->open);
            trail_.resize(1);
            trail_.front() = name;
            if (!known) {
                reading_.unknown.push_back({trail_, member.value, place});
                if (!keeps) continue;
            }
            Value typed = type(member.value, name, place, is_text);
            if (keeps_body) reading_.body.set(name, typed);
            if (is_credential(name)) continue;
            if (reading_.sent.has(name)) {
                reading_.sent.set(name, std::move(typed));
            } else {
                reading_.places.emplace_back(name, place);
                reading_.sent.append(name, std::move(typed));
            }
        }
    }

    Value as_known(const Value& value, const Known& known) const {
        const pack::Field* field = known.field;
        if (field && field->nullable && !field->unset && value == Value("")) return Value();
        if (value.is_string() && known.text_as != Plain::Unknown) {
            return coerce(value, known.text_as);
        }
        if (known.members_as == Plain::Text && holds_texts(value)) return value;
        if (known.schema) {
            return coerce(value, *known.schema, {&reading_.pack, known.schema_root});
        }
        return coerce(value, known.plain);
    }

private:
    bool is_from_elsewhere(const std::string& name, Place place) const {
        for (const auto& [known, first] : reading_.places) {
            if (known == name) return first != place;
        }
        return false;
    }

    bool names_object(const std::string& name) const {
        for (const PathObject& object : reading_.objects) {
            if (object.parameter == name) return true;
            for (const auto& [find, text] : object.by) {
                if (find->parameter == name) return true;
            }
        }
        return false;
    }

    // A key that came as a query parameter is no input.
    bool is_credential(const std::string& name) const {
        for (const pack::AuthPlace& place : reading_.pack.serve.auth.places) {
            if (place.kind == pack::AuthPlace::Kind::Query && place.name == name) return true;
        }
        return false;
    }

    Value members(const Value& object, const std::string& prefix, Place place, bool is_text,
                  bool takes_any) {
        const bool keeps = takes_any || reading_.pack.serve.unknown == pack::UnknownParam::Keep;
        Value out = Value::object();
        for (const json::Member& member : object.members()) {
            const std::string name = prefix + "." + std::string(member.key());
            trail_.emplace_back(member.key());
            if (reading_.known->exact(name) || reading_.known->has_below(name)) {
                out.set(member.key(), type(member.value, name, place, is_text));
            } else {
                if (!takes_any) reading_.unknown.push_back({trail_, member.value, place});
                if (keeps) out.set(member.key(), member.value);
            }
            trail_.pop_back();
        }
        return out;
    }

    Value items(const Value& list, const std::string& prefix, Place place, bool is_text) {
        const std::string name = prefix + ".*";
        if (!reading_.known->exact(name) && !reading_.known->has_below(name)) return list;
        Value out = Value::array();
        for (std::size_t i = 0; i < list.size(); ++i) {
            trail_.push_back(std::to_string(i));
            out.push_back(type(list[i], name, place, is_text));
            trail_.pop_back();
        }
        return out;
    }

    Reading& reading_;
    Trail trail_;
};

}  // namespace

void type_input(Reading& reading) {
    const Request& request = reading.request;
    Typist typist(reading);
    typist.take(request.body, Place::Body, reading.is_form);
    typist.take(request.captured, Place::Path, true);
    typist.take(request.query, Place::Query, true);
    for (const Known& known : reading.known->entries) {
        if (!known.param || known.param->in != pack::Param::In::Header) continue;
        if (const auto text = reading.call.request.head.headers.find(known.spelled)) {
            const Value* shown = request.headers.value().find(base::to_lower_ascii(known.spelled));
            reading.of_headers.set(
                known.spelled,
                typist.as_known(shown ? *shown : Value(base::to_valid_utf8(*text)), known));
        }
    }
}

}  // namespace understudy::world
