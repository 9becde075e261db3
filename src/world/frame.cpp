// What one move knows while it runs, kept in step with the state: changes are collected and written
// in as few writes as the order of the steps allows.
#include <algorithm>

#include "base/text.hpp"
#include "world/code.hpp"
#include "world/impl/doing.hpp"

namespace understudy::world {

using pack::Name;
using pack::slot;

namespace {

constexpr unsigned kMostChained = 64;

}  // namespace

bool evaluates(const pack::Pattern& pattern) {
    return std::any_of(pattern.parts.begin(), pattern.parts.end(),
                       [](const pack::PatternPart& part) {
                           return part.hole && part.hole->expression.has_value();
                       });
}

bool is_same_object(const ObjectPtr& a, const ObjectPtr& b) {
    if (!a || !b) return false;
    return a == b || (a->resource == b->resource && key_of(a->id) == key_of(b->id));
}

Doing::Doing(Turn& turn)
    : turn_(turn), state_(turn.state), eyes_(turn.eyes), pack_(turn.eyes.pack()) {}

expr::Env Doing::names_of(const Request* request, const ObjectPtr& self, std::size_t locals) const {
    expr::Env env = eyes_.env_of(self, locals);
    if (request != nullptr) {
        env.set(slot(Name::Input), request->input);
        env.set(slot(Name::Params), request->params);
        env.set(slot(Name::Headers), expr::Given::late(request->headers));
        if (!self) env.set(slot(Name::Parent), eyes_.see(request->parent));
    } else {
        env.set(slot(Name::Input), expr::Given::own(json::Value::object()));
        env.set(slot(Name::Params), expr::Given::own(json::Value::object()));
        env.set(slot(Name::Headers), expr::Given::own(json::Value::object()));
    }
    return env;
}

Frame Doing::frame_of(const Moving& moving, std::size_t locals) {
    Frame frame(names_of(moving.request, moving.self, locals));
    frame.resource = moving.resource;
    frame.move = moving.move;
    frame.before = moving.before ? moving.before : moving.self;
    frame.stored = moving.self;
    frame.self = moving.self;
    frame.request = moving.request;
    frame.data = moving.data;
    frame.it = moving.it;
    frame.cause = moving.cause;
    frame.env.set(slot(Name::Old), eyes_.see(frame.before));
    frame.env.set(slot(Name::Data), expr::Given::own(frame.data));
    frame.env.set(slot(Name::It), eyes_.see(frame.it));
    frame.env.set(slot(Name::Arm), expr::Given::own(json::Value()));
    frame.env.set(slot(Name::Result), expr::Given::own(json::Value()));
    frame.env.set(slot(Name::Error), expr::Given::own(json::Value()));
    return frame;
}

Object& Doing::edit(Frame& frame) {
    if (!frame.pending) frame.pending = *frame.self;
    return *frame.pending;
}

void Doing::look(Frame& frame) {
    if (frame.pending) frame.self = std::make_shared<const Object>(*frame.pending);
    frame.env.set(slot(Name::Self), eyes_.see(frame.self));
    frame.env.set(slot(Name::Parent), eyes_.see(eyes_.parent_of(*frame.self)));
}

base::Result<void> Doing::flush(Frame& frame) {
    if (frame.pending) {
        frame.stored = TRY(write(frame.stored, std::move(*frame.pending)));
        frame.pending.reset();
        frame.self = frame.stored;
    }
    refresh(frame);
    return {};
}

void Doing::refresh(Frame& frame) {
    const auto newest = [&](const ObjectPtr& object) {
        ObjectPtr found = state_.newest(*object);
        return found ? found : object;
    };
    if (frame.stored && !frame.pending && !frame.deleted) {
        frame.stored = newest(frame.stored);
        frame.self = frame.stored;
    }
    frame.env.set(slot(Name::Now), expr::Given::instant(state_.now()));
    frame.env.set(slot(Name::Self), eyes_.see(frame.self));
    frame.env.set(slot(Name::Parent), eyes_.see(eyes_.parent_of(*frame.self)));
    if (frame.it) {
        frame.it = newest(frame.it);
        frame.env.set(slot(Name::It), eyes_.see(frame.it));
    }
    for (Frame::Local& local : frame.locals) {
        if (!local.object) continue;
        local.object = newest(local.object);
        frame.env.set(local.slot, eyes_.see(local.object));
    }
}

base::Result<void> Doing::count(const std::string& what) {
    if (++turn_.chained <= kMostChained) return {};
    return base::fail(code::ChainTooLong,
                      {{"limit", std::to_string(kMostChained)}, {"move", what}});
}

}  // namespace understudy::world
