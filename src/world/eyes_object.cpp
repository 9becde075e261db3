// Members of stored objects, as expressions read them: references as ids that can be followed,
// instants as timestamps, everything computed on demand.
#include "base/text.hpp"
#include "world/code.hpp"
#include "world/impl/seen.hpp"

namespace understudy::world {

using pack::From;
using pack::Index;
using pack::kNone;
using pack::Name;
using pack::slot;

namespace {

constexpr std::size_t kUsuallyWorkedOut = 4;

// Does the path begin with `prefix` ("card.")?
bool is_below(const std::string& path, std::string_view prefix) {
    return path.size() > prefix.size() && path.compare(0, prefix.size(), prefix) == 0;
}

bool is_instant(const pack::Field& field) {
    if (field.from == From::Clock || field.as != pack::TimeForm::None) return true;
    return field.from == From::Derived && field.is->type() == expr::TypeKind::Timestamp;
}

// Sets members along a dotted path; what stands in the way of a nested member is replaced.
void put_at(json::Value& object, std::string_view path, json::Value value) {
    const std::size_t dot = path.find('.');
    if (dot == std::string_view::npos) {
        object.set(path, std::move(value));
        return;
    }
    const std::string_view first = path.substr(0, dot);
    json::Value* inner = object.find_mutable(first);
    if (inner == nullptr || !inner->is_object()) {
        inner = &object.set(first, json::Value::object());
    }
    put_at(*inner, path.substr(dot + 1), std::move(value));
}

}  // namespace

base::Result<std::optional<expr::Given>> SeenGroup::member(std::string_view name) const {
    return seen_.member_below(prefix_, name);
}

base::Result<json::Value> SeenGroup::whole() const {
    return seen_.whole_below(prefix_);
}

base::Result<expr::Given> SeenList::item(std::size_t index) const {
    return eyes_.see(items_[index]);
}

Seen::Seen(const Eyes& eyes, ObjectPtr object)
    : eyes_(eyes),
      object_(std::move(object)),
      resource_(eyes.pack().resources[object_->resource]) {}

base::Result<std::optional<expr::Given>> Seen::member(std::string_view name) const {
    return member_below({}, name);
}

base::Result<std::optional<expr::Given>> Seen::member_below(std::string_view prefix,
                                                            std::string_view name) const {
    if (prefix.empty() && name.find('.') == std::string_view::npos) {
        const pack::Readable* known = resource_.find_readable(name);
        if (known == nullptr) return std::optional<expr::Given>();
        if (!known->is_group) {
            return known->field == kNone ? std::optional<expr::Given>() : TRY(given(known->field));
        }
        return group_below(prefix, name);
    }
    const std::size_t end = prefix.size() + name.size();
    Index exact = kNone;
    bool group = false;
    for (Index i = 0; i < resource_.fields.size(); ++i) {
        const std::string& path = resource_.fields[i].path;
        if (path.size() < end || path.compare(prefix.size(), name.size(), name) != 0) continue;
        if (path.compare(0, prefix.size(), prefix) != 0) continue;
        if (path.size() == end) {
            exact = i;
        } else if (path[end] == '.' && path.compare(end, 2, ".*") != 0) {
            group = true;
        }
    }
    if (!group) return exact == kNone ? std::optional<expr::Given>() : TRY(given(exact));
    return group_below(prefix, name);
}

std::optional<expr::Given> Seen::group_below(std::string_view prefix, std::string_view name) const {
    const std::string below = std::string(prefix) + std::string(name) + ".";
    std::unique_ptr<SeenGroup>& kept = groups_[below];
    if (!kept) kept = std::make_unique<SeenGroup>(*this, below);
    return std::optional(expr::Given::object(*kept));
}

base::Result<std::optional<expr::Given>> Seen::given(Index index) const {
    const pack::Field& field = resource_.fields[index];
    Eyes::Inside& inside = *eyes_.inside_;
    if (field.from == From::Children) {
        auto items = TRY(eyes_.children(*object_, index));
        inside.lists.push_back(std::make_unique<SeenList>(eyes_, std::move(items)));
        return std::optional(expr::Given::relation(*inside.lists.back()));
    }
    if (field.ref != kNone && inside.by_identity) {
        return std::optional(eyes_.see(eyes_.follow(*object_, index)));
    }
    if (field.is_stored() && !is_instant(field)) {
        if (!object_->has(index)) return std::optional<expr::Given>();
        return std::optional(expr::Given(object_->values[index]));
    }
    std::optional<json::Value> found = TRY(value(index));
    if (!found) return std::optional<expr::Given>();
    if (is_instant(field) && found->is_string()) {
        if (const auto instant = base::parse_rfc3339(found->as_string())) {
            return std::optional(expr::Given::instant(*instant));
        }
    }
    return std::optional(expr::Given::own(std::move(*found)));
}

base::Result<std::optional<json::Value>> Seen::value(Index index) const {
    const pack::Field& field = resource_.fields[index];
    if (field.from == From::Constant) return std::optional(field.value);
    if (field.is_stored()) {
        if (!object_->has(index)) return std::optional<json::Value>();
        return std::optional(object_->values[index]);
    }
    if (field.from == From::Children) {
        json::Value ids = json::Value::array();
        for (const ObjectPtr& child : TRY(eyes_.children(*object_, index)))
            ids.push_back(child->id);
        return std::optional(std::move(ids));
    }
    catch_up();
    for (const auto& [known, value] : worked_out_) {
        if (known == index) return value;
    }
    auto found = field.from == From::Derived ? TRY(derive(field)) : TRY(fold(index, field));
    if (worked_out_.empty()) worked_out_.reserve(kUsuallyWorkedOut);
    worked_out_.emplace_back(index, found);
    return found;
}

void Seen::catch_up() const {
    const std::uint64_t generation = eyes_.inside_->generation;
    if (generation_ == generation) return;
    worked_out_.clear();
    names_.reset();
    generation_ = generation;
}

const expr::Env& Seen::names() const {
    catch_up();
    const base::Instant now = eyes_.state().now();
    if (!names_ || names_at_ != now) {
        names_ = eyes_.env();
        names_->set(slot(Name::Self), expr::Given::object(*this));
        names_->set(slot(Name::Parent), eyes_.see(eyes_.parent_of(*object_)));
        names_at_ = now;
    }
    return *names_;
}

base::Result<std::optional<json::Value>> Seen::derive(const pack::Field& field) const {
    Eyes::Inside& inside = *eyes_.inside_;
    if (inside.nested >= kMostNested) {
        return base::fail(code::TooDeep, {{"what", resource_.name + "." + field.path},
                                          {"limit", std::to_string(kMostNested)}});
    }
    const bool by_identity = inside.by_identity;
    inside.by_identity = false;
    ++inside.nested;
    auto value = eyes_.evaluate(*field.is, names());
    --inside.nested;
    inside.by_identity = by_identity;
    return value;
}

base::Result<std::optional<json::Value>> Seen::fold(Index index, const pack::Field& field) const {
    const pack::Aggregate& aggregate = *field.aggregate;
    const std::string key = aggregate.by == kNone ? std::string() : key_of(object_->id);
    json::Value folded = eyes_.state().fold(object_->resource, index, key);
    if (aggregate.group == kNone || !aggregate.show) return std::optional(std::move(folded));
    json::Value shown = json::Value::array();
    for (const json::Member& group : folded.members()) {
        const json::Value it =
            json::Value::object({{"key", group.key_value()}, {"value", group.value}});
        expr::Env env = eyes_.env();
        env.set(slot(Name::It), it);
        if (auto element = TRY(eyes_.build(*aggregate.show, env))) {
            shown.push_back(std::move(*element));
        }
    }
    return std::optional(std::move(shown));
}

base::Result<json::Value> Seen::whole() const {
    Eyes::Inside& inside = *eyes_.inside_;
    if (inside.by_identity) {
        inside.marked.push_back(object_);
        return json::Value::object(
            {{kSeenMarker, static_cast<std::int64_t>(inside.marked.size() - 1)}});
    }
    return whole_below({});
}

base::Result<json::Value> Seen::whole_below(std::string_view prefix) const {
    json::Value all = json::Value::object();
    for (Index i = 0; i < resource_.fields.size(); ++i) {
        const pack::Field& field = resource_.fields[i];
        if (!is_below(field.path, prefix) || field.has_star()) continue;
        auto found = TRY(value(i));
        if (found) put_at(all, std::string_view(field.path).substr(prefix.size()), *found);
    }
    return all;
}

}  // namespace understudy::world
