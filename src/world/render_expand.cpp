// Expansion: which references may be asked for as objects, and which were. A path names members as
// the answer shows them, so inside a list it begins with the items' key ("data.customer"), and what
// lies within a list of children is reached through that list's own ("items.data.price").
#include "world/impl/expand.hpp"
#include "world/impl/render.hpp"

namespace understudy::world {

namespace {

// The rest of `path` after `head`: "" if they are equal, nothing if it does not begin with it.
std::optional<std::string_view> tail_of(std::string_view path, std::string_view head) {
    if (head.empty()) return path;
    if (!path.starts_with(head)) return std::nullopt;
    if (path.size() == head.size()) return std::string_view();
    if (path[head.size()] != '.') return std::nullopt;
    return path.substr(head.size() + 1);
}

// "a..b", "a." and "" name nothing.
bool has_empty_name(std::string_view path) {
    return path.empty() || path.front() == '.' || path.back() == '.' ||
           path.find("..") != std::string_view::npos;
}

bool is_way(const pack::Pack& pack, const pack::Resource& resource, std::string_view path) {
    for (const pack::Field& field : resource.fields) {
        if (field.hidden) continue;
        const auto tail = tail_of(path, field.path);
        if (!tail) continue;
        if (field.is_askable && (tail->empty() || !field.children)) return true;
        if (field.ref != pack::kNone) {
            if (!field.may_expand) continue;
            if (tail->empty()) return true;
            if (is_way(pack, pack.resources[field.ref], *tail)) return true;
        } else if (field.children && !tail->empty()) {
            const pack::Resource& child = pack.resources[field.children->of];
            std::string_view inner = *tail;
            if (field.children->show == pack::Children::Show::Ids) continue;
            if (field.children->show == pack::Children::Show::List) {
                const auto key = items_key(lists_of(pack, child), child);
                const auto rest = key ? tail_of(inner, *key) : std::nullopt;
                if (!rest || rest->empty()) continue;
                inner = *rest;
            }
            if (is_way(pack, child, inner)) return true;
        }
    }
    return false;
}

std::optional<std::string> find_items(const pack::Template& shape, const pack::Resource& resource) {
    if (shape.kind == pack::Template::Kind::Computed)
        return shape.expression->text() == "page.items" ? std::optional<std::string>("")
                                                        : std::nullopt;
    for (const pack::TemplateMember& member : shape.members) {
        const auto inner = find_items(member.value, resource);
        if (!inner) continue;
        std::string key = key_text(member.key, resource);
        return inner->empty() ? key : key + "." + *inner;
    }
    return std::nullopt;
}

}  // namespace

std::size_t count_names(std::string_view path) {
    std::size_t names = 1;
    for (const char c : path)
        if (c == '.') ++names;
    return names;
}

std::optional<Wanted> wanted_below(const Wanted& wanted, std::string_view member) {
    std::optional<Wanted> below;
    for (const std::string_view path : wanted) {
        const auto tail = tail_of(path, member);
        if (!tail) continue;
        if (!below) below.emplace();
        if (!tail->empty()) below->push_back(*tail);
    }
    return below;
}

const pack::Lists& lists_of(const pack::Pack& pack, const pack::Resource& resource) {
    return resource.lists ? *resource.lists : pack.lists;
}

const pack::Lists& lists_of(const pack::Pack& pack, const pack::Operation& operation) {
    if (operation.lists) return *operation.lists;
    return lists_of(pack, pack.resources[operation.resource]);
}

std::string key_text(const pack::Pattern& key, const pack::Resource& resource) {
    if (key.is_literal()) {
        std::string text;
        for (const pack::PatternPart& part : key.parts) text += part.text;
        return text;
    }
    const json::Value plural(resource.name);
    expr::Env env(pack::kNameCount);
    env.set(pack::slot(pack::Name::Plural), plural);
    std::uint64_t budget = 1'000;
    const auto text = pack::fill(key, env, {}, budget);
    if (!text || !*text || !(*text)->is_string()) return key.text;
    return std::string((*text)->as_string());
}

std::optional<std::string> items_key(const pack::Lists& lists, const pack::Resource& resource) {
    return find_items(lists.envelope, resource);
}

bool can_expand(const pack::Pack& pack, const pack::Resource& resource, std::string_view path) {
    if (has_empty_name(path) || count_names(path) > pack.serve.expand_depth) return false;
    return is_way(pack, resource, path);
}

bool can_expand(const pack::Pack& pack, const pack::Operation& operation, std::string_view path) {
    if (operation.resource == pack::kNone) return false;
    const pack::Resource& resource = pack.resources[operation.resource];
    if (operation.does != pack::Does::List && operation.does != pack::Does::Search)
        return can_expand(pack, resource, path);
    if (has_empty_name(path) || count_names(path) > pack.serve.expand_depth) return false;
    const auto key = items_key(lists_of(pack, operation), resource);
    const auto inner = key ? tail_of(path, *key) : std::nullopt;
    return inner && !inner->empty() && is_way(pack, resource, *inner);
}

}  // namespace understudy::world
