#include "cassette/import/wiremock.hpp"

#include "base/text.hpp"
#include "cassette/import/wiremock_parts.hpp"

namespace understudy::cassette {

namespace wiremock {

namespace {

using json::Node;

constexpr std::string_view kHandWritten = "a mapping says what shall be answered, not what was";

void read_mapping(HttpConversion& made, const Node& node, const ForeignBodies* bodies,
                  std::vector<Stub>& stubs) {
    made.begin(node);
    ForeignMap mapping = made.map(node, "the mapping");
    Stub stub;
    stub.scenario = made.text(mapping.get("scenarioName"), "scenarioName");
    stub.required = made.text(mapping.get("requiredScenarioState"), "requiredScenarioState");
    stub.next = made.text(mapping.get("newScenarioState"), "newScenarioState");
    if (mapping.has("priority")) {
        stub.priority = made.whole(mapping.node().member("priority"), "priority").value_or(5);
    }
    if (!mapping.is_map() || !mapping.has("request") || !mapping.has("response")) {
        made.problem(node, "the mapping", "it has no request or no response");
        made.end(std::nullopt);
        return;
    }
    if (!read_request(made, mapping.get("request"), stub)) return;
    if (!read_response(made, mapping.get("response"), bodies)) return;
    const std::string id = made.exchange().id;
    const std::vector<Exchange> webhooks = read_webhooks(made, mapping, id);
    made.keep_rest(mapping, "the mapping");
    if (!made.end(std::nullopt)) return;
    for (const Exchange& each : webhooks) made.add_caused(each);
    stub.exchanges += webhooks.size();
    stubs.push_back(std::move(stub));
}

Mappings read_file(const ForeignFile& file, const ForeignBodies* bodies) {
    Mappings mappings;
    OpenedFile opened = open_foreign(file.source);
    if (!opened.document) {
        mappings.file = std::move(opened.refused);
        return mappings;
    }
    HttpConversion made(file, std::move(*opened.document), "WireMock");
    ForeignMap root(made.root());
    const bool is_one = root.has("request") && root.has("response");
    if (!is_one && !root.has("mappings")) {
        mappings.file = made.other_format("wiremock");
        return mappings;
    }
    if (is_one) {
        read_mapping(made, made.root(), bodies, mappings.stubs);
    } else {
        for (const Node& each : made.list(root.get("mappings"), "mappings")) {
            read_mapping(made, each, bodies, mappings.stubs);
        }
        root.pass("meta");  // the number of mappings
        made.keep_rest(root, "the file");
    }
    HttpConversion::Head head;
    head.origin = Origin::Authored;
    head.hand_written = kHandWritten;
    head.match.used_up = WhenUsedUp::RepeatLast;  // a stub answers as often as it is asked
    mappings.file = made.finish(std::move(head));
    return mappings;
}

}  // namespace

bool is_template(std::string_view text) {
    return text.find("{{") != text.npos;
}

}  // namespace wiremock

namespace {

class WiremockImporter final : public Importer {
public:
    std::string_view name() const override { return "wiremock"; }
    std::string_view about() const override { return "stub mappings of WireMock"; }
    bool takes(std::string_view path) const override {
        const bool is_body = path.find("__files/") != path.npos;
        return path.ends_with(".json") && !is_body;
    }
    ImportedFile read(const ForeignFile& file, const ForeignBodies* bodies) const override {
        return std::move(read_all({&file, 1}, bodies).front());
    }
    std::vector<ImportedFile> read_all(std::span<const ForeignFile> files,
                                       const ForeignBodies* bodies) const override {
        std::vector<wiremock::Mappings> all;
        for (const ForeignFile& each : files) all.push_back(wiremock::read_file(each, bodies));
        return wiremock::put_together(std::move(all));
    }
};

}  // namespace

const Importer& wiremock_importer() {
    static const WiremockImporter kImporter;
    return kImporter;
}

}  // namespace understudy::cassette
