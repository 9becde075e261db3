#include "cassette/export/vcr.hpp"

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "cassette/export/http_call.hpp"
#include "cassette/export/yaml_text.hpp"
#include "cassette/target.hpp"
#include "http/message.hpp"

namespace understudy::cassette {

namespace {

// VCR stores a body as text in an encoding, or, where its bytes matter, in base64.
std::string body_lines(std::string_view bytes) {
    if (is_plain_text(bytes)) {
        return "      encoding: UTF-8\n      string: " + quoted_yaml(bytes) + "\n";
    }
    return "      encoding: ASCII-8BIT\n      base64_string: \"" + base::to_base64(bytes) + "\"\n";
}

std::string header_lines(const Pairs& headers) {
    if (headers.empty()) return "    headers: {}\n";
    std::string lines = "    headers:\n";
    for (const auto& [name, values] : grouped(headers)) {
        lines += "      " + quoted_yaml(base::to_valid_utf8(name)) + ":\n";
        for (const std::string& value : values) {
            lines += "      - " + quoted_yaml(base::to_valid_utf8(value)) + "\n";
        }
    }
    return lines;
}

std::string request_lines(const HttpInput& input) {
    return "- request:\n    method: " + base::to_lower_ascii(input.method) +
           "\n    uri: " + quoted_yaml(base::to_valid_utf8(url_of(input))) + "\n    body:\n" +
           body_lines(input.body ? input.body->bytes : "") + header_lines(input.headers);
}

std::string response_lines(const HttpCall& call) {
    const Answer& answer = *call.output().answer;
    const std::string_view usual = http::usual_reason(answer.status);
    const std::string reason = answer.reason.empty() ? std::string(usual) : answer.reason;
    std::string lines = "  response:\n    status:\n      code: " + std::to_string(answer.status) +
                        "\n      message: " + quoted_yaml(base::to_valid_utf8(reason)) + "\n" +
                        header_lines(answer.headers) + "    body:\n" + body_lines(call.body);
    const std::string& protocol = call.input.protocol;
    if (!protocol.empty()) {
        lines +=
            "    http_version: " + quoted_yaml(protocol == "h2" ? "2" : protocol.substr(5)) + "\n";
    }
    return lines;
}

class VcrExporter final : public Exporter {
public:
    std::string_view name() const override { return "vcr"; }
    std::string_view about() const override { return "cassettes of VCR for Ruby, in YAML"; }
    std::string_view ending() const override { return ".yml"; }
    Exported write(const Sealed& sealed, const ExportOptions&) const override {
        Exported exported;
        HttpCalls calls(sealed, {.times = true, .protocol = true}, exported);
        std::string text = "---\nhttp_interactions:\n";
        while (const HttpCall* call = calls.next()) {
            const base::Instant time = calls.time();
            if (!calls.knows_time()) {
                calls.tell(Carried::Nearly, "when a call was made",
                           "it is not known, and VCR needs a time: 1970 is written");
            } else if (time.nanoseconds != 0) {
                calls.tell(Carried::Nearly, "when a call was made", "VCR counts whole seconds");
            }
            text += request_lines(call->input) + response_lines(*call) +
                    "  recorded_at: " + quoted_yaml(base::to_rfc1123(time)) + "\n";
        }
        text += "recorded_with: VCR 6.0.0\n";
        if (exported.fidelity.exchanges() > 0) exported.text = std::move(text);
        return exported;
    }
};

}  // namespace

const Exporter& vcr_exporter() {
    static const VcrExporter kExporter;
    return kExporter;
}

}  // namespace understudy::cassette
