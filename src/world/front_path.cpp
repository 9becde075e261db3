// The objects a path names: which path parameters belong to which resource, and then the objects,
// outermost first, each under the one before.
#include <algorithm>
#include <array>

#include "world/impl/reading.hpp"

namespace understudy::world {

namespace {

using json::Value;
using pack::Index;
using pack::kNone;

bool names_object(pack::Does does) {
    return does == pack::Does::Get || does == pack::Does::Update || does == pack::Does::Delete ||
           does == pack::Does::Move;
}

class Assigner {
public:
    Assigner(const pack::Pack& pack, const Value& captured) : pack_(pack), captured_(captured) {}

    // Takes what the resource's `find` knows; `other_name` is the field by which a child refers to
    // it, which may name its id in paths too.
    void assign(Index resource, const std::string& other_name, bool is_self,
                std::vector<PathObject>& out) {
        const pack::Resource& kind = pack_.resources[resource];
        PathObject object;
        object.resource = resource;
        object.is_self = is_self;
        for (const pack::Find& find : kind.find) {
            if (const Value* value = take(find.parameter)) {
                object.by.emplace_back(&find, value->as_string());
                object.parameter = find.parameter;
                object.value = value->as_string();
            }
        }
        if (object.by.empty()) {
            const std::string* id =
                kind.id_field == kNone ? nullptr : &kind.fields[kind.id_field].path;
            for (const std::string* name : {id, &other_name}) {
                const Value* value = name == nullptr || name->empty() ? nullptr : take(*name);
                if (!value) continue;
                object.by_id = true;
                object.parameter = *name;
                object.value = value->as_string();
                break;
            }
        }
        if (object.by.empty() && !object.by_id) return;
        out.push_back(std::move(object));
    }

private:
    const Value* take(const std::string& name) {
        if (std::find(taken_.begin(), taken_.end(), name) != taken_.end()) return nullptr;
        const Value* value = captured_.find(name);
        if (value) taken_.push_back(name);
        return value;
    }

    const pack::Pack& pack_;
    const Value& captured_;
    std::vector<std::string_view> taken_;
};

bool is_same_name(const Value& stored, const Value& wanted) {
    return !stored.is_null() && !wanted.is_null() && key_of(stored) == key_of(wanted);
}

class Finder {
public:
    Finder(Turn& turn, const pack::Pack& pack) : turn_(turn), pack_(pack) {}

    // Deleted objects are found by their id; whoever asks decides.
    ObjectPtr find(const PathObject& path, const ObjectPtr& parent) {
        const pack::Resource& kind = pack_.resources[path.resource];
        ObjectPtr found;
        if (path.by_id) {
            found = by_id(path.resource, path.value);
        } else {
            std::vector<Index> fields;
            std::vector<Value> values;
            for (const auto& [find, text] : path.by) {
                if (find->through.empty() && find->field == kind.id_field) {
                    found = by_id(path.resource, text);
                    if (!found) return nullptr;
                    continue;
                }
                const auto value = through(path.resource, *find, text);
                if (!value) return nullptr;
                fields.push_back(find->through.empty() ? find->field : find->through.front());
                values.push_back(*value);
            }
            if (found) {
                for (std::size_t i = 0; i < fields.size(); ++i) {
                    if (!is_same_name(found->values[fields[i]], values[i])) return nullptr;
                }
            } else {
                if (parent && kind.parent_field != kNone) {
                    fields.push_back(kind.parent_field);
                    values.push_back(parent->id);
                }
                found = by_fields(path.resource, fields, values);
            }
        }
        const bool elsewhere = found && parent && kind.parent_field != kNone &&
                               !is_same_name(found->values[kind.parent_field], parent->id);
        return elsewhere ? nullptr : found;
    }

private:
    ObjectPtr by_id(Index resource, const std::string& text) {
        if (ObjectPtr found = turn_.state.find(resource, text)) return found;
        return mint(turn_, resource, text);
    }

    // Paths are text; a field may hold a number.
    ObjectPtr by_fields(Index resource, const std::vector<Index>& fields,
                        std::vector<Value> values) {
        if (ObjectPtr found = turn_.state.find_by(resource, fields, values)) return found;
        bool changed = false;
        for (Value& value : values) {
            if (!value.is_string() || !json::is_number_text(value.as_string())) continue;
            value = Value::number(value.as_string());
            changed = true;
        }
        return changed ? turn_.state.find_by(resource, fields, values) : nullptr;
    }

    // `owner.login` of a repository: the user of that login, then the id that the repository's own
    // field holds.
    std::optional<Value> through(Index resource, const pack::Find& find, const std::string& text) {
        std::vector<Index> kinds = {resource};
        for (const Index step : find.through) {
            const Index next = pack_.resources[kinds.back()].fields[step].ref;
            if (next == kNone) return std::nullopt;
            kinds.push_back(next);
        }
        Value value(text);
        Index field = find.field;
        for (std::size_t i = find.through.size(); i > 0; --i) {
            const ObjectPtr object = field == pack_.resources[kinds[i]].id_field
                                         ? turn_.state.find(kinds[i], key_of(value))
                                         : by_fields(kinds[i], {field}, {value});
            if (!object || object->deleted) return std::nullopt;
            value = object->id;
            field = find.through[i - 1];
        }
        return value;
    }

    Turn& turn_;
    const pack::Pack& pack_;
};

Refusal missing_in_path(const Reading& reading, const PathObject& path) {
    Refusal refusal;
    const pack::Operation& operation = *reading.request.operation;
    refusal.use = use_for_missing(reading.pack.errors, operation.missing, "path");
    refusal.issue = issue_at(reading, {path.parameter}, Place::Path, "missing");
    refusal.issue.resource = reading.pack.resources[path.resource].singular;
    refusal.issue.value = Value(path.value);
    return refusal;
}

}  // namespace

std::vector<PathObject> objects_in_path(const pack::Pack& pack, const pack::Operation& operation,
                                        const Value& captured) {
    std::vector<PathObject> out;
    if (operation.resource == kNone || operation.does == pack::Does::Shape) return out;
    Assigner assigner(pack, captured);
    if (names_object(operation.does)) assigner.assign(operation.resource, "", true, out);
    Index child = operation.resource;
    for (unsigned depth = 0; depth < 16; ++depth) {
        const pack::Resource& kind = pack.resources[child];
        if (kind.parent == kNone) break;
        const std::string name = kind.parent_field == kNone ? pack.resources[kind.parent].singular
                                                            : kind.fields[kind.parent_field].path;
        assigner.assign(kind.parent, name, false, out);
        child = kind.parent;
    }
    std::reverse(out.begin(), out.end());
    return out;
}

Trouble find_path_objects(Reading& reading) {
    Request& request = reading.request;
    const pack::Operation& operation = *request.operation;
    Finder finder(reading.turn, reading.pack);
    ObjectPtr outer;
    Index outer_kind = kNone;
    for (const PathObject& path : reading.objects) {
        const pack::Resource& kind = reading.pack.resources[path.resource];
        const bool is_under = kind.parent != kNone && kind.parent == outer_kind;
        ObjectPtr found = finder.find(path, is_under ? outer : nullptr);
        const bool shows_tombstone =
            path.is_self && operation.does == pack::Does::Get && kind.tombstone != kNone;
        if (!found || (found->deleted && !shows_tombstone)) return missing_in_path(reading, path);
        if (path.is_self) {
            request.self = found;
        } else if (path.resource == reading.pack.resources[operation.resource].parent) {
            request.parent = found;
        }
        outer = std::move(found);
        outer_kind = path.resource;
    }
    if (operation.resource == kNone) return {};
    const pack::Resource& kind = reading.pack.resources[operation.resource];
    if (!request.self && kind.one && names_object(operation.does)) {
        reading.turn.state.each(operation.resource, [&](const ObjectPtr& object) {
            request.self = object;
            return false;
        });
    }
    if (request.self && !request.parent)
        request.parent = reading.turn.eyes.parent_of(*request.self);
    return {};
}

}  // namespace understudy::world
