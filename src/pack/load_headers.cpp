// What every answer gets: request ids, header rules, ETags, rate limits.
#include "base/text.hpp"
#include "pack/code.hpp"
#include "pack/impl/loader.hpp"

namespace understudy::pack {

namespace {

void read_rate_limits(Loader& loader, const Node& node, const Place& place) {
    for (const Entry& entry : loader.reader.entries(node, "rate_limits")) {
        const std::string what = "rate_limits." + entry.key;
        const Map map(loader.reader, entry.node, what,
                      {"limit", "per", "by", "free", "headers", "enforce"});
        if (!map.is_map()) continue;
        RateLimit limit;
        limit.name = entry.key;
        limit.limit = static_cast<std::uint64_t>(
            loader.reader.whole(map.need("limit"), what + ".limit", 1, 1'000'000'000).value_or(1));
        limit.per =
            loader.reader.duration(map.need("per"), what + ".per").value_or(base::Duration{});
        if (const auto by =
                loader.reader.word(map.get("by"), what + ".by", {"credential", "world"})) {
            limit.by_credential = *by == 0;
        }
        for (const Node& each : loader.reader.list(map.get("free"))) {
            if (const auto status = loader.reader.whole(each, what + ".free", 100, 599)) {
                limit.free.push_back(static_cast<int>(*status));
            }
        }
        limit.headers = read_members(loader, map.get("headers"), place, what + ".headers");
        limit.enforce = loader.reader.flag(map.get("enforce"), what + ".enforce").value_or(false);
        loader.pack.rate_limits.push_back(std::move(limit));
    }
}

}  // namespace

std::vector<HeaderRule> read_header_rules(Loader& loader, const Node& node, const Place& place,
                                          std::string_view what) {
    std::vector<HeaderRule> rules;
    for (const Node& each : loader.reader.list(node)) {
        const Map map(loader.reader, each, std::string(what), {"when", "drop", "set"});
        if (!map.is_map()) continue;
        HeaderRule rule;
        rule.when = read_condition(loader, map.get("when"), place, std::string(what) + ".when");
        rule.drop = loader.reader.texts(map.get("drop"), std::string(what) + ".drop");
        rule.set = read_members(loader, map.get("set"), place, std::string(what) + ".set");
        rules.push_back(std::move(rule));
    }
    return rules;
}

void read_headers(Loader& loader) {
    const Place place = header_place(loader);
    loader.pack.request_id =
        read_pattern(loader, loader.root.member("request_id"), Place{}, Holes::Draw, "request_id");
    loader.pack.headers =
        read_header_rules(loader, loader.root.member("headers"), place, "headers");
    if (const Node etag = loader.root.member("etag")) {
        const Map map(loader.reader, etag, "etag", {"kind", "methods"});
        loader.pack.has_etag = true;
        if (const auto kind =
                loader.reader.word(map.get("kind"), "etag.kind", {"strong", "weak"})) {
            loader.pack.weak_etag = *kind == 1;
        }
        loader.pack.etag_methods = loader.reader.texts(map.get("methods"), "etag.methods");
        if (loader.pack.etag_methods.empty()) loader.pack.etag_methods.emplace_back("GET");
    }
    read_rate_limits(loader, loader.root.member("rate_limits"), place);
}

}  // namespace understudy::pack
