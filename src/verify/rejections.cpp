#include "verify/rejections.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "base/time.hpp"
#include "json/parse.hpp"
#include "json/reader.hpp"
#include "json/write.hpp"
#include "verify/code.hpp"

namespace understudy::verify {

namespace {

using json::MapReader;
using json::Node;

std::string need_text(json::Reader& reader, MapReader& map, std::string_view key) {
    const Node node = map.need(key);
    auto text = reader.text(node, map.what(key));
    if (text && text->empty()) reader.problem(node, map.what(key), "must not be empty");
    return text.value_or("");
}

}  // namespace

const Rejection* Rejections::find(const Change& change, std::string_view today) const {
    for (const Rejection& each : all) {
        const bool is_it = each.id == change.id && each.fingerprint == change.fingerprint;
        if (is_it && today < each.until) return &each;
    }
    return nullptr;
}

void Rejections::put(Rejection rejection) {
    std::erase_if(all, [&](const Rejection& each) {
        return each.id == rejection.id && each.fingerprint == rejection.fingerprint;
    });
    all.push_back(std::move(rejection));
}

base::Result<Rejections> read_rejections(const base::Source& source) {
    const auto document = json::parse_document(source);
    if (!document) return base::fail(document.error());
    json::Reader reader(*document, code::RejectionProblem);
    MapReader map(reader, reader.root(), "the file");
    reader.whole(map.need("version"), map.what("version"), 1, 1);
    Rejections rejections;
    for (const Node& each : reader.list(map.need("rejections"), map.what("rejections"))) {
        MapReader inner(reader, each, "a rejection");
        Rejection one;
        one.id = need_text(reader, inner, "id");
        one.fingerprint = need_text(reader, inner, "fingerprint");
        one.service = reader.text(inner.get("service"), inner.what("service")).value_or("");
        one.title = reader.text(inner.get("title"), inner.what("title")).value_or("");
        one.reason = need_text(reader, inner, "reason");
        one.until = need_text(reader, inner, "until");
        if (!one.until.empty() && !base::is_rfc3339_date(one.until)) {
            reader.problem(inner.get("until"), inner.what("until"),
                           "must be a day, as in 2027-01-31");
        }
        inner.done();
        rejections.all.push_back(std::move(one));
    }
    if (map.is_map()) map.done();
    if (reader.problems().empty()) return rejections;
    const std::string count = base::plural(reader.problems().size(), "problem");
    return base::fail(code::BadRejections, {{"name", source.name}, {"count", count}}, {},
                      reader.take_problems());
}

std::string write_rejections(const Rejections& rejections) {
    json::Value list = json::Value::array();
    for (const Rejection& each : rejections.all) {
        list.push_back(json::Value::object({{"id", each.id},
                                            {"fingerprint", each.fingerprint},
                                            {"service", each.service},
                                            {"title", each.title},
                                            {"reason", each.reason},
                                            {"until", each.until}}));
    }
    return json::write_pretty(
               json::Value::object({{"version", 1}, {"rejections", std::move(list)}})) +
           "\n";
}

}  // namespace understudy::verify
