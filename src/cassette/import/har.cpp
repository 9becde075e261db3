#include "cassette/import/har.hpp"

#include <cmath>

#include "base/text.hpp"
#include "cassette/impl/file_reader.hpp"
#include "cassette/import/har_parts.hpp"

namespace understudy::cassette {

namespace har {

namespace {

using json::Node;

std::int64_t milliseconds(const Node& node) {
    if (!node || !node.value->is_number()) return 0;
    const double time = node.value->to_double();
    if (!(time > 0)) return 0;
    return time >= static_cast<double>(kMostMilliseconds) ? kMostMilliseconds : std::llround(time);
}

// What is sent, waited and received is the time; nothing but -1 and 0 says nothing.
bool is_plain_timing(const json::Value& timings) {
    for (const json::Member& member : timings.members()) {
        const bool is_part =
            member.key() == "send" || member.key() == "wait" || member.key() == "receive";
        const bool is_nothing = member.value.is_number() && member.value.to_double() <= 0;
        if (!is_part && !is_nothing) return false;
    }
    return true;
}

bool is_http(HttpConversion& made, const Node& entry) {
    const json::Value* request = entry.value->find("request");
    const json::Value* url = request == nullptr ? nullptr : request->find("url");
    if (url == nullptr || !url->is_string()) return true;  // told as a problem later
    const std::string lower = base::to_lower_ascii(url->as_string().substr(0, 10));
    for (const std::string_view scheme : {"http:", "https:", "ws:", "wss:"}) {
        if (lower.starts_with(scheme)) return true;
    }
    made.leave_out(entry, "an entry that is none of HTTP",
                   "its address begins with neither http nor https");
    return false;
}

void read_entry(HttpConversion& made, const Node& node) {
    made.begin(node);
    ForeignMap entry = made.map(node, "the entry");
    if (entry.is_map() && !is_http(made, node)) return;
    const Node started = entry.get("startedDateTime");
    const std::string said = made.text(started, "startedDateTime");
    const auto start = parse_tool_time(said);
    if (!start && !said.empty()) made.not_carried(started, "startedDateTime", "it is no time");
    made.exchange().output.duration = milliseconds(entry.get("time"));
    const json::Value* timings = node.value->is_object() ? node.value->find("timings") : nullptr;
    if (timings != nullptr && is_plain_timing(*timings)) entry.pass("timings");
    read_request(made, entry.get("request"));
    const std::string error = made.text(entry.get("_error"), "_error");
    read_response(made, entry.get("response"), error);
    read_messages(made, entry.get("_webSocketMessages"), start);
    made.keep_rest(entry, "the entry");
    made.end(start);
}

}  // namespace

Pairs read_pairs(HttpConversion& made, const Node& node, std::string_view what) {
    Pairs pairs;
    for (const Node& each : made.list(node, what)) {
        ForeignMap pair = made.map(each, what);
        std::string name = made.text(pair.get("name"), what);
        if (name.starts_with(':')) continue;
        pairs.emplace_back(std::move(name), made.text(pair.get("value"), what));
        pair.pass("_fromType");  // how Polly hands it to Node
        made.keep_rest(pair, what);
    }
    return pairs;
}

}  // namespace har

namespace {

using json::Node;

class HarImporter final : public Importer {
public:
    std::string_view name() const override { return "har"; }
    std::string_view about() const override {
        return "HTTP archives (HAR 1.2) of browsers, proxies and Polly";
    }
    bool takes(std::string_view path) const override {
        if (path.ends_with(".gz")) path.remove_suffix(3);
        return path.ends_with(".har") || path.ends_with(".json");
    }
    ImportedFile read(const ForeignFile& file, const ForeignBodies*) const override {
        OpenedFile opened = open_foreign(file.source);
        if (!opened.document) return std::move(opened.refused);
        HttpConversion made(file, std::move(*opened.document), "HAR");
        ForeignMap root(made.root());
        if (!root.has("log") || root.node().value->find("log")->find("entries") == nullptr) {
            return made.other_format(name());
        }
        ForeignMap log = made.map(root.get("log"), "log");
        const Node version = log.get("version");
        const std::string number = made.text(version, "log.version");
        if (!number.empty() && !number.starts_with("1.")) {
            made.problem(version, "log.version", "1.2 is expected");
            return made.finish({});
        }
        HttpConversion::Head head;
        head.in_order_of_time = true;
        head.recorder.name = "HAR";
        ForeignMap creator = made.map(log.get("creator"), "log.creator");
        if (creator.has("name")) {
            head.recorder.name = made.text(creator.get("name"), "log.creator.name");
            head.recorder.version = made.text(creator.get("version"), "log.creator.version");
        }
        if (head.recorder.name.empty()) head.recorder.name = "HAR";
        made.keep_rest(creator, "log.creator");
        for (const Node& each : made.list(log.get("entries"), "log.entries")) {
            har::read_entry(made, each);
        }
        made.keep_rest(log, "log");
        made.keep_rest(root, "the file");
        return made.finish(std::move(head));
    }
};

}  // namespace

const Importer& har_importer() {
    static const HarImporter kImporter;
    return kImporter;
}

}  // namespace understudy::cassette
