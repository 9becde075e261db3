#include "cassette/import/vcr.hpp"

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "cassette/import/charset.hpp"
#include "cassette/import/http_conversion.hpp"

namespace understudy::cassette {

namespace {

using json::Node;

struct ForeignBody {
    std::string bytes;
    Node at;
    bool was_text = false;
};

// `string` in an encoding, or `base64_string`. Before VCR 2 a body was the text itself.
ForeignBody read_body(HttpConversion& made, const Node& node, std::string_view what) {
    ForeignBody body;
    body.at = node;
    if (node.value == nullptr) return body;
    if (!node.value->is_object()) {
        body.bytes = made.text(node, what);
        body.was_text = !made.is_binary(node);
        return body;
    }
    ForeignMap map = made.map(node, what);
    const std::string encoding = made.text(map.get("encoding"), "encoding");
    if (map.has("base64_string")) {
        body.at = map.get("base64_string");
        auto bytes = base::from_base64(made.text(body.at, what), base::Base64::Loose);
        if (!bytes) made.problem(body.at, what, "base64_string holds no base64");
        body.bytes = bytes.value_or("");
    } else {
        body.at = map.get("string");
        const std::string text = made.text(body.at, what);
        body.was_text = !made.is_binary(body.at);
        auto encoded = body.was_text ? to_charset(text, encoding) : std::optional(text);
        if (!encoded) {
            made.approximated(body.at, "a body in the encoding " + encoding,
                              "its text is carried as UTF-8");
        }
        body.bytes = encoded.value_or(text);
    }
    made.keep_rest(map, what);
    return body;
}

// The address, for those who say it twice.
std::string read_request(HttpConversion& made, const Node& node) {
    ForeignMap request = made.map(node, "request");
    made.set_method(request.get("method"));
    const Node uri = request.get("uri");
    if (!made.set_url(uri) && uri) {
        made.problem(uri, "request.uri", "it is no http or https address");
    }
    made.input().headers = made.header_map(request.get("headers"), "request.headers");
    // An empty text is how these tools say that there was none.
    ForeignBody body = read_body(made, request.get("body"), "request.body");
    if (!body.bytes.empty()) made.set_request_body(std::move(body.bytes));
    made.keep_rest(request, "request");
    return made.text(uri, "request.uri");
}

void read_response(HttpConversion& made, const Node& node, const std::string& address) {
    ForeignMap response = made.map(node, "response");
    ForeignMap status = made.map(response.get("status"), "response.status");
    made.set_status(status.get("code"), status.get("message"));
    made.keep_rest(status, "response.status");
    if (!made.exchange().output.answer) return;
    made.exchange().output.answer->headers =
        made.header_map(response.get("headers"), "response.headers");
    made.set_protocol(response.get("http_version"), "response.http_version");
    const json::Value* again = node.value == nullptr ? nullptr : node.value->find("url");
    if (again != nullptr && again->is_string() && again->as_string() == address) {
        response.pass("url");
    }
    ForeignBody body = read_body(made, response.get("body"), "response.body");
    made.set_answer_body(std::move(body.bytes), body.at, body.was_text);
    made.keep_rest(response, "response");
}

void read_interaction(HttpConversion& made, const Node& node) {
    made.begin(node);
    ForeignMap map = made.map(node, "the interaction");
    const std::string address = read_request(made, map.get("request"));
    read_response(made, map.get("response"), address);
    const Node at = map.get("recorded_at");
    const std::string said = made.text(at, "recorded_at");
    const auto time = parse_tool_time(said);
    if (!time && !said.empty()) made.not_carried(at, "recorded_at", "it is no time");
    made.keep_rest(map, "the interaction");
    made.end(time);
}

// The same layout under two names.
class VcrImporter final : public Importer {
public:
    VcrImporter(std::string_view name, std::string_view about, std::string_view tool)
        : name_(name), about_(about), tool_(tool) {}

    std::string_view name() const override { return name_; }
    std::string_view about() const override { return about_; }
    bool takes(std::string_view path) const override {
        if (path.ends_with(".gz")) path.remove_suffix(3);
        return path.ends_with(".yml") || path.ends_with(".yaml") || path.ends_with(".json");
    }
    ImportedFile read(const ForeignFile& file, const ForeignBodies*) const override {
        OpenedFile opened = open_foreign(file.source);
        if (!opened.document) return std::move(opened.refused);
        HttpConversion made(file, std::move(*opened.document), std::string(tool_));
        const Node root = made.root();
        // Before VCR 2 the file was the list itself.
        const bool is_list = root.value->is_array() && root.value->size() > 0 &&
                             (*root.value)[0].find("request") != nullptr;
        if (!is_list && root.value->find("http_interactions") == nullptr) {
            return made.other_format(name_);
        }
        HttpConversion::Head head;
        head.recorder.name = tool_;
        Node interactions = root;
        ForeignMap map;
        if (!is_list) {
            map = made.map(root, "the file");
            interactions = map.get("http_interactions");
            const std::string with = made.text(map.get("recorded_with"), "recorded_with");
            if (!with.empty()) head.recorder = recorder_named(with);
        }
        for (const Node& each : made.list(interactions, "http_interactions")) {
            read_interaction(made, each);
        }
        made.keep_rest(map, "the file");
        return made.finish(std::move(head));
    }

private:
    std::string_view name_, about_, tool_;
};

}  // namespace

const Importer& vcr_importer() {
    static const VcrImporter kImporter("vcr", "cassettes of VCR for Ruby, YAML or JSON", "VCR");
    return kImporter;
}

const Importer& betamax_importer() {
    static const VcrImporter kImporter("betamax", "cassettes of Betamax for Python, JSON",
                                       "Betamax");
    return kImporter;
}

}  // namespace understudy::cassette
