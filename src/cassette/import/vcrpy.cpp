#include "cassette/import/vcrpy.hpp"

#include "cassette/import/http_conversion.hpp"
#include "json/write.hpp"

namespace understudy::cassette {

namespace {

using json::Node;

// Serializers of users write JSON bodies as data; which text they came from is not said.
std::string from_parsed(HttpConversion& made, const Node& node, std::string_view of) {
    made.approximated(node, "the parsed body of " + std::string(of),
                      "its JSON is written anew, without spaces");
    return json::write(*node.value);
}

void read_request(HttpConversion& made, const Node& node) {
    ForeignMap request = made.map(node, "request");
    made.set_method(request.get("method"));
    const Node uri = request.get("uri");
    if (!made.set_url(uri) && uri) {
        made.problem(uri, "request.uri", "it is no http or https address");
    }
    made.input().headers = made.header_map(request.get("headers"), "request.headers");
    const Node body = request.get("body");
    const Node parsed = request.get("parsed_body");
    if (body && !body.value->is_object() && !body.value->is_array()) {
        made.set_request_body(made.bytes(body, "request.body"));
    } else if (body || parsed) {
        made.set_request_body(from_parsed(made, body ? body : parsed, "a request"));
    }
    made.keep_rest(request, "request");
}

void read_answer_body(HttpConversion& made, ForeignMap& response) {
    const Node body = response.get("body");
    const Node parsed = response.get("parsed_body");
    const Node content = response.get("content");  // of an older recorder of httpx
    if (parsed) {
        return made.set_answer_body(from_parsed(made, parsed, "an answer"), parsed, false);
    }
    Node bytes = content;
    if (body && body.value->is_object()) {
        ForeignMap map = made.map(body, "response.body");
        bytes = map.get("string");
        made.keep_rest(map, "response.body");
    } else if (body) {
        bytes = body;
    }
    made.set_answer_body(made.text(bytes, "response.body"), bytes, !made.is_binary(bytes));
}

void read_response(HttpConversion& made, const Node& node) {
    ForeignMap response = made.map(node, "response");
    if (response.has("status_code")) {
        made.set_status(response.get("status_code"), {});
    } else {
        ForeignMap status = made.map(response.get("status"), "response.status");
        made.set_status(status.get("code"), status.get("message"));
        made.keep_rest(status, "response.status");
    }
    if (!made.exchange().output.answer) return;
    made.exchange().output.answer->headers =
        made.header_map(response.get("headers"), "response.headers");
    made.set_protocol(response.get("http_version"), "response.http_version");
    read_answer_body(made, response);
    made.keep_rest(response, "response");
}

class VcrpyImporter final : public Importer {
public:
    std::string_view name() const override { return "vcrpy"; }
    std::string_view about() const override {
        return "cassettes of vcrpy for Python, YAML or JSON";
    }
    bool takes(std::string_view path) const override {
        if (path.ends_with(".gz")) path.remove_suffix(3);
        return path.ends_with(".yml") || path.ends_with(".yaml") || path.ends_with(".json");
    }
    ImportedFile read(const ForeignFile& file, const ForeignBodies*) const override {
        OpenedFile opened = open_foreign(file.source);
        if (!opened.document) return std::move(opened.refused);
        HttpConversion made(file, std::move(*opened.document), "vcrpy");
        ForeignMap map(made.root());
        // go-vcr writes `interactions` as well, with `url` for `uri`.
        const Node interactions = map.get("interactions");
        const bool is_list = interactions && interactions.value->is_array();
        const json::Value* first =
            is_list && interactions.value->size() > 0 ? &(*interactions.value)[0] : nullptr;
        const json::Value* request = first == nullptr ? nullptr : first->find("request");
        if (!is_list || (request != nullptr && request->has("url"))) {
            return made.other_format(name());
        }
        const Node version = map.get("version");
        if (version && made.text(version, "version") != "1") {
            made.problem(version, "version", "1 is expected");
            return made.finish({});
        }
        for (const Node& each : made.list(interactions, "interactions")) {
            made.begin(each);
            ForeignMap interaction = made.map(each, "the interaction");
            read_request(made, interaction.get("request"));
            read_response(made, interaction.get("response"));
            made.keep_rest(interaction, "the interaction");
            made.end(std::nullopt);
        }
        made.keep_rest(map, "the file");
        HttpConversion::Head head;
        head.recorder.name = "vcrpy";
        return made.finish(std::move(head));
    }
};

}  // namespace

const Importer& vcrpy_importer() {
    static const VcrpyImporter kImporter;
    return kImporter;
}

}  // namespace understudy::cassette
