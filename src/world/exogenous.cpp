// Values the service itself gets from outside. They bind when their producing transition runs, once
// and for all; every value fits its schema, whoever made it. Also the clock fields a move stamps.
#include <algorithm>

#include "world/impl/doing.hpp"
#include "world/impl/ruling.hpp"

namespace understudy::world {

using pack::From;
using pack::Index;
using pack::kNone;

namespace {

bool names_move(const std::vector<pack::MoveRef>& moves, const Frame& frame) {
    return std::any_of(moves.begin(), moves.end(), [&](const pack::MoveRef& ref) {
        return ref.move == frame.move && (ref.arm == kNone || ref.arm == frame.arm);
    });
}

bool is_bound(Origin origin) {
    return origin == Origin::Synth || origin == Origin::Pinned || origin == Origin::Tape ||
           origin == Origin::Seed;
}

Origin origin_by(std::string_view by) {
    const Source source = source_by(by);
    return source == Source::Synth  ? Origin::Synth
           : source == Source::Tape ? Origin::Tape
                                    : Origin::Pinned;
}

}  // namespace

std::vector<Index> Doing::bound_by_start(const pack::Resource& kind) const {
    std::vector<Index> fields;
    for (Index i = 0; i < kind.fields.size(); ++i) {
        if (kind.fields[i].from == From::Exogenous && kind.fields[i].binds.empty()) {
            fields.push_back(i);
        }
    }
    return fields;
}

std::vector<Index> Doing::bound_by_move(const Frame& frame) const {
    const pack::Resource& kind = resource(frame.resource);
    std::vector<Index> fields;
    for (Index i = 0; i < kind.fields.size(); ++i) {
        if (kind.fields[i].from != From::Exogenous) continue;
        const bool born = !frame.stored && kind.fields[i].binds.empty();
        if (born || names_move(kind.fields[i].binds, frame)) fields.push_back(i);
    }
    return fields;
}

void Doing::stamp(Frame& frame) {
    const pack::Resource& kind = resource(frame.resource);
    bool stamped = false;
    for (Index i = 0; i < kind.fields.size(); ++i) {
        if (kind.fields[i].from != From::Clock || !names_move(kind.fields[i].on, frame)) continue;
        put_value(edit(frame), i, moment(), Origin::Clock);
        stamped = true;
    }
    if (stamped) look(frame);
}

base::Result<void> Doing::bind(Object& object, const std::vector<Index>& fields) {
    const pack::Resource& kind = resource(object.resource);
    if (fields.empty()) return {};
    const Sought call = sought_of(object.started_by, kind.name);
    const Index operation = pack_.find_operation(call.operation);
    const pack::Operation* started = operation == kNone ? nullptr : &pack_.operations[operation];
    for (const Index index : fields) {
        const pack::Field& field = kind.fields[index];
        if (is_bound(object.origins[index])) continue;
        const pack::FieldSchema* schema = &field.schema;
        pack::FieldSchema of_data;  // one that another object's data says
        const bool given = started != nullptr &&
                           std::any_of(started->gives.begin(), started->gives.end(),
                                       [&](const auto& gives) { return gives.first == index; });
        if (given) {
            for (const auto& [of, replaced] : started->gives) {
                if (of == index) schema = &replaced;
            }
        } else if (field.schema_from) {
            const expr::Env env = eyes_.env_of(std::make_shared<const Object>(object));
            const auto written = TRY(eyes_.evaluate(*field.schema_from, env));
            if (written && !written->is_null()) {
                of_data.written = *written;
                of_data.compiled = TRY(schema::compile(*written));
                schema = &of_data;
            }
        }
        FromOutside made = TRY(produce(field, *schema, call, object.started_by, object.sequence));
        Bound bound;
        bound.field = index;
        bound.by = made.by;
        bound.bound_by = turn_.bound_by;
        bound.parts = std::move(made.parts);
        put_value(object, index, normal(field, std::move(made.value)), origin_by(made.by));
        object.bound.push_back(std::move(bound));
    }
    return {};
}

}  // namespace understudy::world
