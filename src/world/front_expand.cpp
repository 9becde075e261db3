// References a caller asks to see as objects: `expand[]=customer`, in lists
// `expand[]=data.customer`. A path that leads to no reference, and to nothing that the pack lets
// callers name, is refused, as services do.
#include "base/text.hpp"
#include "pack/names.hpp"
#include "world/impl/reading.hpp"

namespace understudy::world {

namespace {

using json::Value;
using pack::Index;
using pack::kNone;
using Steps = std::span<const std::string_view>;

const pack::Lists& lists_of(const pack::Pack& pack, const pack::Operation* operation,
                            Index resource) {
    if (operation && operation->lists) return *operation->lists;
    const auto& own = pack.resources[resource].lists;
    return own ? *own : pack.lists;
}

// The member of a list's envelope that holds the items: `data`, or the resource's own name.
std::string items_key(const pack::Lists& lists, const pack::Resource& resource) {
    for (const pack::TemplateMember& member : lists.envelope.members) {
        if (!member.value.expression || member.value.expression->text() != "page.items") continue;
        return member.key.is_literal() && !member.key.parts.empty() ? member.key.parts[0].text
                                                                    : resource.name;
    }
    return {};
}

bool is_prefix(const pack::Field& field, Steps steps) {
    if (field.segments.size() > steps.size()) return false;
    for (std::size_t i = 0; i < field.segments.size(); ++i) {
        if (field.segments[i] != steps[i]) return false;
    }
    return true;
}

bool leads_to_reference(const pack::Pack& pack, Index index, Steps steps, std::uint32_t depth) {
    if (depth == 0) return false;
    const pack::Resource& resource = pack.resources[index];
    for (const pack::Field& field : resource.fields) {
        if (field.hidden || !is_prefix(field, steps)) continue;
        Steps rest = steps.subspan(field.segments.size());
        if (field.ref != kNone && field.may_expand) {
            if (rest.empty() || leads_to_reference(pack, field.ref, rest, depth - 1)) return true;
        }
        if (field.is_askable && (rest.empty() || !field.children)) return true;
        if (!field.children) continue;
        const Index of = field.children->of;
        if (rest.empty()) return field.children->show == pack::Children::Show::Ids;
        if (field.children->show == pack::Children::Show::List) {
            if (rest[0] != items_key(lists_of(pack, nullptr, of), pack.resources[of])) continue;
            rest = rest.subspan(1);
        }
        if (!rest.empty() && leads_to_reference(pack, of, rest, depth)) return true;
    }
    return false;
}

bool is_good(const Reading& reading, std::string_view path) {
    const pack::Operation& operation = *reading.request.operation;
    if (operation.resource == kNone || operation.does == pack::Does::Result ||
        operation.does == pack::Does::Shape) {
        return true;
    }
    const std::vector<std::string_view> steps = base::split(path, '.');
    Steps rest = steps;
    if (operation.does == pack::Does::List || operation.does == pack::Does::Search) {
        const auto& resource = reading.pack.resources[operation.resource];
        const std::string key =
            items_key(lists_of(reading.pack, &operation, operation.resource), resource);
        if (!key.empty()) {
            if (rest.empty() || rest[0] != key) return false;
            rest = rest.subspan(1);
        }
    }
    if (rest.empty()) return false;
    return leads_to_reference(reading.pack, operation.resource, rest,
                              reading.pack.serve.expand_depth);
}

}  // namespace

std::optional<Refusal> read_expansion(Reading& reading) {
    const std::string& name = reading.pack.serve.expand;
    const Value* asked = name.empty() ? nullptr : reading.sent.find(name);
    if (!asked || asked->is_null()) return std::nullopt;
    const Value list = asked->is_array() ? *asked : Value::array({*asked});
    for (std::size_t i = 0; i < list.size(); ++i) {
        const Value& path = list[i];
        if (path.is_string() && path.as_string().empty()) continue;
        if (path.is_string() && is_good(reading, path.as_string())) {
            reading.request.expand.emplace_back(path.as_string());
            continue;
        }
        Refusal refusal;
        Trail trail = {name};
        if (asked->is_array()) trail.push_back(std::to_string(i));
        refusal.issue = issue_at(reading, trail, place_of(reading, name), "expand");
        refusal.issue.value = path;
        refusal.use = use_for(reading.pack.errors, {"expand", "invalid", "type"});
        return refusal;
    }
    return std::nullopt;
}

}  // namespace understudy::world
