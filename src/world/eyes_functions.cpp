// The functions packs have beside the language's own: lookup, schedule, view, changed, link_header.
#include <utility>

#include "base/text.hpp"
#include "json/write.hpp"
#include "world/code.hpp"
#include "world/impl/seen.hpp"

namespace understudy::world {

using pack::Index;
using pack::kNone;

namespace {

using Arguments = std::span<const expr::Argument>;
using Answer = base::Result<std::optional<json::Value>>;

std::string text_of(const json::Value& value) {
    return value.is_string() ? std::string(value.as_string()) : json::write(value);
}

Answer lookup(const pack::Pack& pack, Arguments arguments) {
    const json::Value& key = arguments[1].value;
    const json::Value* table = pack.find_table(text_of(arguments[0].value));
    const json::Value* found =
        table == nullptr || key.is_null() ? nullptr : table->find(text_of(key));
    if (found != nullptr) return std::optional(*found);
    return arguments.size() > 2 ? std::optional(arguments[2].value) : std::optional(json::Value());
}

// `now` plus the step of that number; null after the last.
Answer schedule(const Eyes& eyes, Arguments arguments) {
    const std::string name = text_of(arguments[0].value);
    const std::int64_t step =
        arguments[1].value.is_number() ? arguments[1].value.to_int64().value_or(-1) : -1;
    for (const pack::Schedule& known : eyes.pack().schedules) {
        if (known.name != name) continue;
        if (step < 0 || static_cast<std::size_t>(step) >= known.steps.size()) break;
        const base::Duration wait = eyes.duration(known.steps[static_cast<std::size_t>(step)]);
        const auto due = base::add(eyes.state().now(), wait);
        return std::optional(due ? json::Value(base::to_rfc3339(*due)) : json::Value());
    }
    return std::optional(json::Value());
}

base::Result<const Seen*> seen_of(std::string_view function, const expr::Argument& argument) {
    const auto* seen = dynamic_cast<const Seen*>(argument.object);
    if (seen != nullptr) return seen;
    return base::fail(code::NotAnObject,
                      {{"function", std::string(function)},
                       {"type", std::string(json::name_of(argument.value.kind()))}});
}

// What was there before and is not so any more; inside maps, only the members that differ.
std::optional<json::Value> differing(const json::Value& before, const json::Value& after) {
    json::Value old = json::Value::object();
    for (const json::Member& member : before.members()) {
        const json::Value* now = after.find(member.key());
        if (now != nullptr && json::equivalent(member.value, *now)) continue;
        const bool maps = now != nullptr && member.value.is_object() && now->is_object();
        if (maps) {
            if (auto inner = differing(member.value, *now)) {
                old.set(member.key(), std::move(*inner));
            }
        } else {
            old.set(member.key(), member.value);
        }
    }
    for (const json::Member& member : after.members()) {
        if (before.find(member.key()) == nullptr) old.set(member.key(), json::Value());
    }
    if (old.size() == 0) return std::nullopt;
    return old;
}

Answer link_header(const json::Value& page) {
    std::string links;
    for (const std::string_view relation : {"prev", "next", "last", "first"}) {
        const json::Value* url = page.find(relation);
        if (url == nullptr || !url->is_string()) continue;
        if (!links.empty()) links += ", ";
        links += "<" + std::string(url->as_string()) + ">; rel=\"" + std::string(relation) + "\"";
    }
    if (links.empty()) return std::optional<json::Value>();
    return std::optional(json::Value(links));
}

}  // namespace

base::Result<std::optional<json::Value>> Eyes::call(
    std::string_view name, std::span<const expr::Argument> arguments) const {
    if (name == "lookup" && arguments.size() >= 2) return lookup(inside_->pack, arguments);
    if (name == "schedule" && arguments.size() == 2) return schedule(*this, arguments);
    if (name == "link_header" && arguments.size() == 1) return link_header(arguments[0].value);
    if ((name != "view" && name != "changed") || arguments.empty() || inside_->viewer == nullptr) {
        return base::fail(base::Code::ExprNoHost, {{"function", std::string(name)}});
    }
    const Seen* seen = TRY(seen_of(name, arguments[0]));
    const ObjectPtr object = seen->object();
    // What is shown is data, whatever the expression around it wants.
    const bool by_identity = std::exchange(inside_->by_identity, false);
    auto shown = show(name, arguments, *seen, object);
    inside_->by_identity = by_identity;
    return shown;
}

base::Result<std::optional<json::Value>> Eyes::show(std::string_view name,
                                                    std::span<const expr::Argument> arguments,
                                                    const Seen& seen,
                                                    const ObjectPtr& object) const {
    if (name == "changed") {
        const ObjectPtr before = inside_->before;
        const bool same = before && before->resource == object->resource &&
                          key_of(before->id) == key_of(object->id);
        if (!same) return std::optional<json::Value>();
        const json::Value old = TRY(inside_->viewer->view(before, pack::kEventView));
        const json::Value now = TRY(inside_->viewer->view(object, pack::kEventView));
        return differing(old, now);
    }
    Index view = pack::kRestView;
    if (arguments.size() > 1) {
        const std::string wanted = text_of(arguments[1].value);
        view = seen.resource().find_view(wanted);
        if (view == kNone) {
            return base::fail(code::UnknownView,
                              {{"view", wanted}, {"resource", seen.resource().name}});
        }
        if (view == pack::kEventView && inside_->event_view != kNone) view = inside_->event_view;
    }
    return std::optional(TRY(inside_->viewer->view(object, view)));
}

}  // namespace understudy::world
