#include "verify/reached.hpp"

#include <algorithm>

#include "http/body.hpp"

namespace understudy::verify {

namespace {

using json::Value;
using pack::Index;
using pack::kNone;

void add_texts(const Value& value, std::set<std::string>& texts) {
    if (value.is_string()) texts.emplace(value.as_string());
    for (const json::Member& member :
         value.is_object() ? value.members() : std::span<const json::Member>()) {
        add_texts(member.value, texts);
    }
}

// How an error says which one it is.
std::string told_as(const pack::ErrorCode& code) {
    for (const pack::ErrorMember& member : code.members) {
        if (member.name == "code" && member.data.is_string()) {
            return std::string(member.data.as_string());
        }
        if (member.name == "code" && member.text && member.text->is_literal()) {
            return member.text->text;
        }
    }
    return code.name;
}

bool leads_to(const pack::Steps& steps, Index state) {
    return std::any_of(steps.to.begin(), steps.to.end(),
                       [&](const auto& to) { return to.what == state; });
}

// Does what set it off fit the move?
bool is_cause(const pack::Pack& pack, const pack::Move& move, const std::string& cause) {
    if (cause.starts_with("timer")) return move.is_timed() || move.steps.again.has_value();
    if (cause.starts_with("event")) return move.cause.has_value();
    if (cause.starts_with("move")) {
        return std::any_of(move.cause_of.begin(), move.cause_of.end(), [&](const auto& each) {
            const pack::Resource& of = pack.resources[each.resource];
            return cause == "move " + of.name + '.' + of.lifecycle->moves[each.move].name;
        });
    }
    return !move.is_timed() && !move.cause && move.cause_of.empty();
}

}  // namespace

Reached::Reached(const pack::Pack& pack) : pack_(pack) {
    for (const char* name :
         {"operations", "states", "moves", "arms", "errors", "filters", "pages"}) {
        kinds_.push_back({name, {}, {}});
    }
    for (const pack::Operation& operation : pack.operations) {
        if (operation.does == pack::Does::Shape) continue;
        kind("operations").all.push_back(operation.name);
        for (const pack::Filter& filter : operation.filters) {
            kind("filters").all.push_back(operation.name + " " + filter.name);
        }
    }
    for (const pack::Resource& resource : pack.resources) {
        if (!resource.lifecycle) continue;
        for (std::size_t i = 1; i < resource.lifecycle->states.size(); ++i) {
            kind("states").all.push_back(resource.name + "." + resource.lifecycle->states[i]);
        }
        for (const pack::Move& move : resource.lifecycle->moves) {
            const std::string name = resource.name + "." + move.name;
            kind("moves").all.push_back(name);
            for (const pack::Arm& arm : move.arms)
                kind("arms").all.push_back(name + "." + arm.name);
        }
    }
    for (const pack::ErrorCode& code : pack.errors.codes) kind("errors").all.push_back(code.name);
    const pack::Page& page = pack.lists.page;
    for (const std::string& name : {page.after, page.before, page.limit, page.number, page.token}) {
        if (!name.empty()) kind("pages").all.push_back(name);
    }
}

Reached::Kind& Reached::kind(std::string_view name) {
    return *std::find_if(kinds_.begin(), kinds_.end(),
                         [&](const Kind& each) { return each.name == name; });
}

void Reached::note(const Walk& walk, const std::vector<Taken>& fake,
                   const std::vector<Happened>& happened) {
    for (std::size_t i = 0; i < walk.legs.size(); ++i) {
        if (fake[i].kind == Taken::Kind::Answer && !walk.legs[i].step.request.control) {
            note_call(walk.legs[i], fake[i]);
        }
    }
    for (const Happened& each : happened) note_move(each);
}

void Reached::note_call(const Leg& leg, const Taken& taken) {
    const int status = taken.response.head.status;
    if (!leg.operation.empty()) kind("operations").met.insert(leg.operation);
    if (status >= 400) {
        const auto body = http::read_body(taken.response.head.headers, taken.response.body(),
                                          http::FormStyle::Brackets);
        std::set<std::string> texts;
        if (body) add_texts(*body, texts);
        for (const pack::ErrorCode& code : pack_.errors.codes) {
            if (texts.contains(told_as(code))) kind("errors").met.insert(code.name);
        }
        return;
    }
    const Index index = pack_.find_operation(leg.operation);
    if (index == kNone) return;
    const pack::Operation& operation = pack_.operations[index];
    const Value& query = leg.step.request.query;
    for (const pack::Filter& filter : operation.filters) {
        const bool asks = std::any_of(
            query.members().begin(), query.members().end(),
            [&](const json::Member& member) { return member.key().starts_with(filter.name); });
        if (asks) kind("filters").met.insert(operation.name + " " + filter.name);
    }
    for (const std::string& name : kind("pages").all) {
        if (query.has(name)) kind("pages").met.insert(name);
    }
    // A move that changes no state leaves no other trace.
    if (operation.move != kNone && operation.resource != kNone) {
        const pack::Resource& resource = pack_.resources[operation.resource];
        const pack::Move& move = resource.lifecycle->moves[operation.move];
        if (move.arms.empty()) kind("moves").met.insert(resource.name + "." + move.name);
    }
}

void Reached::note_move(const Happened& happened) {
    const Index index = pack_.find_resource(happened.resource);
    if (index == kNone || !pack_.resources[index].lifecycle) return;
    const pack::Resource& resource = pack_.resources[index];
    const Index from = resource.lifecycle->find_state(happened.from);
    const Index to = resource.lifecycle->find_state(happened.to);
    if (to == kNone) return;
    kind("states").met.insert(resource.name + "." + happened.to);
    if (from == kNone) return;
    for (const pack::Move& move : resource.lifecycle->moves) {
        if (!move.from[from] || !is_cause(pack_, move, happened.cause)) continue;
        const std::string name = resource.name + "." + move.name;
        if (leads_to(move.steps, to)) kind("moves").met.insert(name);
        for (const pack::Arm& arm : move.arms) {
            if (!leads_to(arm.steps, to) && !leads_to(move.steps, to)) continue;
            kind("moves").met.insert(name);
            kind("arms").met.insert(name + "." + arm.name);
        }
    }
}

std::vector<Share> Reached::shares() const {
    std::vector<Share> all;
    for (const Kind& each : kinds_) {
        Share share;
        share.kind = each.name;
        share.all = each.all.size();
        for (const std::string& name : each.all) {
            if (each.met.contains(name)) {
                ++share.reached;
            } else {
                share.missing.push_back(name);
            }
        }
        if (share.all != 0) all.push_back(std::move(share));
    }
    return all;
}

std::string Reached::why_not(const std::string& kind, const std::string& name) const {
    if (kind != "moves" && kind != "arms") return {};
    for (const pack::Resource& resource : pack_.resources) {
        if (!resource.lifecycle) continue;
        for (const pack::Move& move : resource.lifecycle->moves) {
            const std::string own = resource.name + "." + move.name;
            if (name == own && move.cause) return "the world event " + move.cause->event;
            if (name != own && !name.starts_with(own + ".")) continue;
            if (move.after != kNone) {
                return "a timer of " + base::to_text(pack_.durations[move.after].value);
            }
        }
    }
    return {};
}

}  // namespace understudy::verify
