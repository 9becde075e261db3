#include "cassette/export/vcrpy.hpp"

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "cassette/export/http_call.hpp"
#include "cassette/export/yaml_text.hpp"
#include "cassette/target.hpp"
#include "http/message.hpp"

namespace understudy::cassette {

namespace {

std::string scalar(std::string_view bytes) {
    if (is_plain_text(bytes)) return quoted_yaml(bytes);
    return "!!binary \"" + base::to_base64(bytes) + "\"";
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
    return "- request:\n    body: " + (input.body ? scalar(input.body->bytes) : "null") + "\n" +
           header_lines(input.headers) + "    method: " + quoted_yaml(input.method) +
           "\n    uri: " + quoted_yaml(base::to_valid_utf8(url_of(input))) + "\n";
}

std::string response_lines(const HttpCall& call) {
    const Answer& answer = *call.output().answer;
    const std::string_view usual = http::usual_reason(answer.status);
    const std::string reason = answer.reason.empty() ? std::string(usual) : answer.reason;
    return "  response:\n    body:\n      string: " + scalar(call.body) + "\n" +
           header_lines(answer.headers) +
           "    status:\n      code: " + std::to_string(answer.status) +
           "\n      message: " + quoted_yaml(base::to_valid_utf8(reason)) + "\n";
}

class VcrpyExporter final : public Exporter {
public:
    std::string_view name() const override { return "vcrpy"; }
    std::string_view about() const override { return "cassettes of vcrpy for Python, in YAML"; }
    std::string_view ending() const override { return ".yaml"; }
    Exported write(const Sealed& sealed, const ExportOptions&) const override {
        Exported exported;
        HttpCalls calls(sealed, {}, exported);
        std::string text = "interactions:\n";
        while (const HttpCall* call = calls.next()) {
            text += request_lines(call->input) + response_lines(*call);
        }
        text += "version: 1\n";
        if (exported.fidelity.exchanges() > 0) exported.text = std::move(text);
        return exported;
    }
};

}  // namespace

const Exporter& vcrpy_exporter() {
    static const VcrpyExporter kExporter;
    return kExporter;
}

}  // namespace understudy::cassette
