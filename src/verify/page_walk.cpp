#include "verify/page_walk.hpp"

#include <algorithm>

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "json/pointer.hpp"
#include "verify/impl/listing.hpp"

namespace understudy::verify {

namespace {

using json::Value;
using pack::kNone;
using pack::PageStyle;

const Value* at(const Value& value, const std::string& pointer) {
    const auto place = json::Pointer::parse(pointer);
    return place ? place->resolve(value) : nullptr;
}

std::string as_query(const std::string& name, std::string_view value) {
    return name + "=" + base::to_percent(value);
}

}  // namespace

std::optional<PageWalk> PageWalk::of(const pack::Pack& pack, const pack::Operation& operation) {
    if (operation.does != pack::Does::List || operation.resource == kNone) return std::nullopt;
    if (operation.routes.empty() || operation.routes.front().method != "GET") return std::nullopt;
    const std::string& path = operation.routes.front().path;
    const pack::Lists& lists = lists_of(pack, operation);
    const pack::Resource& resource = pack.resources[operation.resource];
    if (path.find('{') != path.npos || lists.page.limit.empty()) return std::nullopt;
    PageWalk walk;
    walk.page_ = lists.page;
    walk.path_ = path;
    walk.operation_ = operation.name;
    walk.objects_ = place_of(lists.envelope, {"page.items"});
    walk.token_ = place_of(lists.envelope, {"page.token", "page.next_path", "page.next_url"});
    if (resource.id_field != kNone) {
        walk.id_ = "/" + base::replace_all(resource.fields[resource.id_field].path, ".", "/");
    }
    switch (walk.page_.style) {
        case PageStyle::None: return std::nullopt;
        case PageStyle::Cursor:
            if (walk.page_.after.empty() || walk.id_.empty()) return std::nullopt;
            break;
        case PageStyle::Number:
            if (walk.page_.number.empty()) return std::nullopt;
            break;
        case PageStyle::Token:
            if (walk.token_.empty()) return std::nullopt;
            break;
    }
    return walk;
}

std::string PageWalk::first() const {
    return as_query(page_.limit, "1");
}

const Value* PageWalk::objects(const Value& page) const {
    const Value* found = objects_.empty() ? &page : at(page, objects_);
    return found != nullptr && found->is_array() ? found : nullptr;
}

std::optional<std::string> PageWalk::behind(const Value& page, std::size_t number) const {
    const Value* shown = objects(page);
    if (shown == nullptr || shown->size() == 0) return std::nullopt;
    switch (page_.style) {
        case PageStyle::None: return std::nullopt;
        case PageStyle::Number:
            return first() + "&" + as_query(page_.number, std::to_string(number + 1));
        case PageStyle::Cursor: {
            const Value* id = at(shown->items().back(), id_);
            if (id == nullptr || !id->is_string()) return std::nullopt;
            return first() + "&" + as_query(page_.after, id->as_string());
        }
        case PageStyle::Token: break;
    }
    const Value* token = at(page, token_);
    if (token == nullptr || !token->is_string() || token->as_string().empty()) return std::nullopt;
    // A whole address of the next page: its query is all that is needed.
    const std::string_view text = token->as_string();
    const std::size_t query = text.find('?');
    if (query != text.npos) return std::string(text.substr(query + 1));
    return first() + "&" + as_query(page_.token, text);
}

std::vector<ShapeChange> PageWalk::around_objects(std::vector<ShapeChange> changes) const {
    std::erase_if(changes, [&](const ShapeChange& change) {
        return change.path.starts_with(objects_ + "/*");
    });
    return changes;
}

std::vector<ShapeChange> PageWalk::drift(const std::vector<Value>& pages) const {
    std::vector<ShapeChange> changes;
    for (std::size_t i = 0; i < pages.size(); ++i) {
        const Value* shown = objects(pages[i]);
        if (shown == nullptr || shown->size() == 0) continue;
        if (shown->size() > 1) {
            changes.push_back({ShapeClass::Breaking, objects_,
                               "the page holds more than " + page_.limit + "=1 asks for"});
            break;
        }
        const Value* before = i == 0 ? nullptr : objects(pages[i - 1]);
        if (before != nullptr && *before == *shown) {
            changes.push_back(
                {ShapeClass::Breaking, objects_, "the next page shows the same objects again"});
            break;
        }
    }
    return changes;
}

}  // namespace understudy::verify
