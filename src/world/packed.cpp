// The bytes of a packed object (byte_form.hpp says what a number and a value look like).
//
//     flags state sequence version set_by id
//     count (origin value)...                    by field
//     count set_at...                            if the fields were not all set by one call
//     count (field by bound_by operation)...     if something is bound
//     started_by
#include "world/impl/packed.hpp"

#include <memory>

#include "base/assert.hpp"
#include "world/impl/byte_form.hpp"

namespace understudy::world {

namespace {

enum Flag : std::uint8_t { kDeleted = 1, kHasSetAt = 2, kHasBound = 4, kHasStartedBy = 8 };

void write(ByteWriter& out, const Object& object) {
    const bool one_origin_each = object.origins.size() == object.values.size();
    ASSERT(one_origin_each, "every value has its origin");
    std::uint8_t flags = object.deleted ? kDeleted : 0;
    if (!object.set_at.empty()) flags |= kHasSetAt;
    if (!object.bound.empty()) flags |= kHasBound;
    if (!object.started_by.is_null()) flags |= kHasStartedBy;
    out.byte(flags);
    out.number(object.state);
    out.number(object.sequence);
    out.number(object.version);
    out.number(object.set_by);
    out.plain(object.id);
    out.number(object.values.size());
    for (std::size_t i = 0; i < object.values.size(); ++i) {
        out.byte(static_cast<std::uint8_t>(object.origins[i]));
        out.value(object.values[i]);
    }
    if ((flags & kHasSetAt) != 0) {
        out.number(object.set_at.size());
        for (const std::uint64_t trace : object.set_at) out.number(trace);
    }
    if ((flags & kHasBound) != 0) {
        out.number(object.bound.size());
        for (const Bound& bound : object.bound) {
            out.number(bound.field);
            out.text(bound.by.view());
            out.text(bound.bound_by.view());
            out.value(bound.parts);
        }
    }
    if ((flags & kHasStartedBy) != 0) out.value(object.started_by);
}

}  // namespace

Packed Packed::of(const Object& object, const pack::Words& words) {
    ByteWriter out(words, object.id);
    write(out, object);
    return Packed(ByteBlock::of(out.bytes()));
}

Object Packed::unpack(pack::Index resource, const pack::Words& words) const {
    ByteReader in(block_.bytes(), words);
    Object object;
    object.resource = resource;
    const std::uint8_t flags = in.byte();
    object.deleted = (flags & kDeleted) != 0;
    object.state = static_cast<pack::State>(in.number());
    object.sequence = in.number();
    object.version = in.number();
    object.set_by = in.number();
    object.id = in.value();
    in.set_own(object.id);
    const std::size_t count = in.number();
    object.values.resize(count);
    object.origins.resize(count, Origin::Absent);
    for (std::size_t i = 0; i < count; ++i) {
        object.origins[i] = static_cast<Origin>(in.byte());
        object.values[i] = in.value();
    }
    if ((flags & kHasSetAt) != 0) {
        object.set_at.assign(in.number(), 0);
        for (std::uint64_t& trace : object.set_at) trace = in.number();
    }
    if ((flags & kHasBound) != 0) {
        CompactList<Bound> all;
        all.assign(in.number(), Bound());
        for (Bound& bound : all) {
            bound.field = static_cast<pack::Index>(in.number());
            bound.by = in.text();
            bound.bound_by = in.text();
            bound.parts = in.value();
        }
        object.bound = std::move(all);
    }
    if ((flags & kHasStartedBy) != 0) object.started_by = in.value();
    return object;
}

ObjectPtr Packed::show(pack::Index resource, const pack::Words& words) const {
    auto object = std::make_shared<const Object>(unpack(resource, words));
    object->at_rest.keep(block_);
    return object;
}

json::Value Packed::id(const pack::Words& words) const {
    ByteReader in(block_.bytes(), words);
    in.byte();
    for (int skipped = 0; skipped < 4; ++skipped) in.number();
    return in.value();
}

}  // namespace understudy::world
