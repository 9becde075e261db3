// Lists: how a page is asked for, and the envelope and headers that tell of the next one.
#include "pack/code.hpp"
#include "pack/impl/loader.hpp"

namespace understudy::pack {

namespace {

Page read_page(Loader& loader, const Node& node, Page page, const std::string& what) {
    Reader& reader = loader.reader;
    if (node.is_text()) {
        if (reader.word(node, what, {"none"})) page = Page{};
        return page;
    }
    const Map map(reader, node, what,
                  {"style", "after", "before", "limit", "number", "token", "default", "max", "both",
                   "route"});
    if (map.has("style")) page = Page{};
    if (const auto style =
            reader.word(map.get("style"), what + ".style", {"none", "cursor", "number", "token"})) {
        page.style = static_cast<PageStyle>(*style);
    }
    const auto put = [&](std::string_view key, std::string& into) {
        if (auto text = reader.text(map.get(key), what)) into = std::move(*text);
    };
    put("after", page.after);
    put("before", page.before);
    put("limit", page.limit);
    put("number", page.number);
    put("token", page.token);
    const auto count = [&](std::string_view key, std::uint32_t& into) {
        if (const auto number = reader.whole(map.get(key), what, 1, 100'000)) {
            into = static_cast<std::uint32_t>(*number);
        }
    };
    count("default", page.standard);
    count("max", page.most);
    count("route", page.route);
    if (const Node both = map.get("both")) {
        page.both = read_error_use(loader, both, pack_place(loader), what + ".both");
    }
    return page;
}

}  // namespace

Lists read_lists(Loader& loader, const Node& node, const Place& place, Lists lists,
                 std::string_view what) {
    if (lists.envelope.kind == Template::Kind::Literal) {
        // Without a word about it a list is a bare array.
        lists.envelope = computed("page.items", place);
    }
    if (!node) return lists;
    const std::string name(what);
    const Map map(loader.reader, node, name, {"page", "range", "envelope", "headers"});
    if (const Node page = map.get("page")) {
        lists.page = read_page(loader, page, std::move(lists.page), name + ".page");
    }
    if (const auto range =
            loader.reader.word(map.get("range"), name + ".range", {"brackets", "operators"})) {
        lists.range = static_cast<RangeSpelling>(*range);
    }
    if (const Node envelope = map.get("envelope")) {
        lists.envelope = read_template(loader, envelope, place, name + ".envelope");
    }
    if (const Node headers = map.get("headers")) {
        lists.headers = read_members(loader, headers, place, name + ".headers");
    }
    return lists;
}

}  // namespace understudy::pack
