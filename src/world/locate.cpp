// Finding the values a parameter stands for, and naming places as clients do.
#include "base/text.hpp"
#include "json/pointer.hpp"
#include "world/impl/reading.hpp"

namespace understudy::world {

namespace {

using json::Value;

void walk(const Value& at, std::string_view rest, Trail& trail, std::vector<Located>& out) {
    if (rest.empty()) {
        out.push_back({at, trail});
        return;
    }
    const std::size_t dot = rest.find('.');
    const std::string_view step = rest.substr(0, dot);
    const std::string_view after = dot == std::string_view::npos ? "" : rest.substr(dot + 1);
    if (step == "*") {
        if (!at.is_array()) return;
        for (std::size_t i = 0; i < at.size(); ++i) {
            trail.push_back(std::to_string(i));
            walk(at[i], after, trail, out);
            trail.pop_back();
        }
        return;
    }
    if (const Value* member = at.find(step)) {
        trail.emplace_back(step);
        walk(*member, after, trail, out);
        trail.pop_back();
    }
}

void set_below(Value& at, const Trail& trail, std::size_t depth, Value value) {
    if (depth == trail.size()) {
        at = std::move(value);
        return;
    }
    if (at.is_array()) {
        const auto index = json::to_index(trail[depth]);
        if (!index || *index >= at.size()) return;
        set_below(at.mutable_items()[*index], trail, depth + 1, std::move(value));
    } else if (Value* member = at.is_object() ? at.find_mutable(trail[depth]) : nullptr) {
        set_below(*member, trail, depth + 1, std::move(value));
    }
}

}  // namespace

Place place_of(const Reading& reading, std::string_view name) {
    for (const auto& [known, place] : reading.places) {
        if (known == name) return place;
    }
    const std::string& method = reading.call.request.head.method;
    const bool in_query = method == "GET" || method == "HEAD" || method == "DELETE";
    return in_query ? Place::Query : Place::Body;
}

std::vector<Located> locate_in(const Value& root, std::string_view spelled, Trail trail) {
    std::vector<Located> out;
    if (const Value* whole = root.find(spelled)) {
        trail.emplace_back(spelled);
        out.push_back({*whole, std::move(trail)});
        return out;
    }
    walk(root, spelled, trail, out);
    return out;
}

std::vector<Located> locate(const Reading& reading, const Known& known) {
    if (known.param && known.param->in == pack::Param::In::Header) {
        std::vector<Located> out;
        if (const Value* value = reading.of_headers.find(known.spelled)) {
            out.push_back({*value, {known.spelled}});
        }
        return out;
    }
    return locate_in(reading.sent, known.spelled);
}

std::string spell(const Reading& reading, const Trail& trail, Place place) {
    const bool brackets = place == Place::Query || (place == Place::Body && reading.is_form);
    std::string out;
    for (std::size_t i = 0; i < trail.size(); ++i) {
        if (i == 0) {
            out = trail[i];
        } else if (brackets) {
            out += "[" + trail[i] + "]";
        } else {
            out += "." + trail[i];
        }
    }
    return out;
}

Issue issue_at(const Reading& reading, const Trail& trail, Place place, std::string_view keyword) {
    Issue issue;
    issue.param = spell(reading, trail, place);
    issue.place = name_of(place);
    issue.keyword = keyword;
    if (const pack::Operation* operation = reading.request.operation) {
        issue.verb = operation->verb;
        if (operation->resource != pack::kNone) {
            issue.resource = reading.pack.resources[operation->resource].singular;
        }
    }
    return issue;
}

void set_at(Value& root, const Trail& trail, Value value) {
    set_below(root, trail, 0, std::move(value));
}

}  // namespace understudy::world
