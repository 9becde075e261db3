#include "cassette/import/go_vcr.hpp"

#include "base/text.hpp"
#include "base/time.hpp"
#include "cassette/impl/file_reader.hpp"
#include "cassette/import/http_conversion.hpp"
#include "cassette/import/http_framing.hpp"
#include "cassette/target.hpp"
#include "http/query.hpp"

namespace understudy::cassette {

namespace {

using json::Node;

// What the recorder parsed out of the address and the body: it says nothing more, unless it does.
bool is_form_of(const json::Value& form, const HttpInput& input) {
    std::vector<std::pair<std::string, std::string>> pairs = input.query;
    if (input.body) {
        for (const http::QueryPair& pair : http::parse_query(input.body->bytes)) {
            pairs.emplace_back(pair.name, pair.value.value_or(""));
        }
    }
    if (!form.is_object()) return false;
    for (const json::Member& member : form.members()) {
        if (!member.value.is_array()) return false;
        for (const json::Value& value : member.value.items()) {
            const bool is_there = std::any_of(pairs.begin(), pairs.end(), [&](const auto& pair) {
                return pair.first == member.key() && value.is_string() &&
                       pair.second == value.as_string();
            });
            if (!is_there) return false;
        }
    }
    return true;
}

// Length and protocol in three keys each, and the target once more.
void pass_what_follows(ForeignMap& map) {
    for (const std::string_view key :
         {"proto_major", "proto_minor", "content_length", "transfer_encoding"}) {
        map.pass(key);
    }
}

void read_request(HttpConversion& made, const Node& node) {
    ForeignMap request = made.map(node, "request");
    HttpInput& input = made.input();
    made.set_method(request.get("method"));
    const Node url = request.get("url");
    if (!made.set_url(url) && url) {
        made.problem(url, "request.url", "it is no http or https address");
    }
    input.headers = made.header_map(request.get("headers"), "request.headers");
    input.trailers = made.header_map(request.get("trailer"), "request.trailer");
    made.set_protocol(request.get("proto"), "request.proto");
    if (auto body = made.bytes(request.get("body"), "request.body"); body && !body->empty()) {
        made.set_request_body(std::move(body));
    }
    pass_what_follows(request);
    const std::string host = made.text(request.get("host"), "request.host");
    const bool is_other_host = !host.empty() && without_port(host) != without_port(input.host);
    if (is_other_host)
        made.not_carried(request.get("host"), "request.host", "the address says another");
    const json::Value* form = node.value == nullptr ? nullptr : node.value->find("form");
    if (form != nullptr && is_form_of(*form, input)) request.pass("form");
    const json::Value* target = node.value == nullptr ? nullptr : node.value->find("request_uri");
    if (target != nullptr && target->is_string() &&
        (target->as_string() == target_of(input) || target->as_string() == url_of(input))) {
        request.pass("request_uri");
    }
    made.keep_rest(request, "request");
}

// "203.5ms", "1m2.5s"; also nanoseconds as a number.
void read_duration(HttpConversion& made, const Node& node) {
    const std::string text = made.text(node, "response.duration");
    if (text.empty()) return;
    constexpr std::int64_t kMilliseconds = 1'000;
    constexpr std::int64_t kNanoseconds = 1'000'000;
    std::optional<std::int64_t> duration;
    if (const auto span = base::parse_duration(base::replace_all(text, "\xC2\xB5s", "us"))) {
        if (span->seconds <= kMostMilliseconds / kMilliseconds) {
            duration = span->seconds * kMilliseconds + span->nanoseconds / kNanoseconds;
        }
    } else if (const auto count = base::parse_int64(text)) {
        duration = *count / kNanoseconds;
    }
    if (!duration || *duration < 0 || *duration > kMostMilliseconds) {
        return made.not_carried(node, "response.duration", "it is no duration");
    }
    made.exchange().output.duration = *duration;
}

void read_response(HttpConversion& made, const Node& node) {
    ForeignMap response = made.map(node, "response");
    made.set_status(response.get("code"), {});
    read_duration(made, response.get("duration"));
    if (!made.exchange().output.answer) return;
    Answer& answer = *made.exchange().output.answer;
    // "200 OK", where the number is there once more.
    const std::string status = made.text(response.get("status"), "response.status");
    const std::string number = std::to_string(answer.status);
    std::string reason = status;
    if (status.starts_with(number))
        reason = base::trim(std::string_view(status).substr(number.size()));
    made.set_reason(std::move(reason));
    answer.headers = made.header_map(response.get("headers"), "response.headers");
    answer.trailers = made.header_map(response.get("trailer"), "response.trailer");
    if (made.input().protocol.empty()) made.set_protocol(response.get("proto"), "response.proto");
    response.pass("proto");
    pass_what_follows(response);
    const Node unpacked = response.get("uncompressed");
    const bool was_unpacked = unpacked && unpacked.value->is_bool() && unpacked.value->as_bool();
    if (was_unpacked) {
        made.approximated(unpacked, "a body that was sent compressed",
                          "Go unpacked it and dropped Content-Encoding and Content-Length before "
                          "it was recorded");
    }
    const Node body = response.get("body");
    made.set_answer_body(made.text(body, "response.body"), body, !made.is_binary(body));
    made.keep_rest(response, "response");
}

class GoVcrImporter final : public Importer {
public:
    std::string_view name() const override { return "go-vcr"; }
    std::string_view about() const override { return "cassettes of go-vcr, versions 1 and 2"; }
    bool takes(std::string_view path) const override {
        if (path.ends_with(".gz")) path.remove_suffix(3);
        return path.ends_with(".yml") || path.ends_with(".yaml") || path.ends_with(".json");
    }
    ImportedFile read(const ForeignFile& file, const ForeignBodies*) const override {
        OpenedFile opened = open_foreign(file.source);
        if (!opened.document) return std::move(opened.refused);
        HttpConversion made(file, std::move(*opened.document), "go-vcr");
        ForeignMap map(made.root());
        const Node interactions = map.get("interactions");
        const bool is_list = interactions && interactions.value->is_array();
        const json::Value* first =
            is_list && interactions.value->size() > 0 ? &(*interactions.value)[0] : nullptr;
        const json::Value* request = first == nullptr ? nullptr : first->find("request");
        if (!is_list || (request != nullptr && request->has("uri"))) {
            return made.other_format(name());
        }
        const Node version = map.get("version");
        const std::string number = made.text(version, "version");
        if (!number.empty() && number != "1" && number != "2") {
            made.problem(version, "version", "1 or 2 is expected");
            return made.finish({});
        }
        for (const Node& each : made.list(interactions, "interactions")) {
            made.begin(each);
            ForeignMap interaction = made.map(each, "the interaction");
            interaction.pass("id");  // a count from 0
            read_request(made, interaction.get("request"));
            read_response(made, interaction.get("response"));
            made.keep_rest(interaction, "the interaction");
            made.end(std::nullopt);
        }
        made.keep_rest(map, "the file");
        HttpConversion::Head head;
        head.recorder.name = "go-vcr";
        return made.finish(std::move(head));
    }
};

}  // namespace

const Importer& go_vcr_importer() {
    static const GoVcrImporter kImporter;
    return kImporter;
}

}  // namespace understudy::cassette
