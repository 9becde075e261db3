// A value taken out of an answer by name, as a plan does it while recording.
#include "base/text.hpp"
#include "cassette/code.hpp"
#include "cassette/play.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "plan/typed.hpp"

namespace understudy::cassette {

namespace {

using plan::Capture;

base::Failure nothing(const Capture& capture, std::string why) {
    return base::fail(code::NothingCaptured, {{"name", capture.name}, {"why", std::move(why)}},
                      capture.mark);
}

std::optional<std::string> header_of(const Output& output, std::string_view name) {
    if (!output.answer) return std::nullopt;
    for (const auto& [key, value] : output.answer->headers) {
        if (base::equal_ignoring_case(key, name)) return value;
    }
    return std::nullopt;
}

// Its place in a JSON text; without a place the text itself.
base::Result<json::Value> look_up(const Capture& capture, std::string_view bytes) {
    if (!capture.place) return json::Value(base::to_valid_utf8(bytes));
    const auto document = json::parse(bytes);
    if (!document) return nothing(capture, "it is no JSON");
    const auto found = capture.place->select(*document);
    if (found.empty()) return nothing(capture, "there is nothing at " + capture.place->text);
    if (found.size() > 1) {
        return nothing(capture, "there are " + std::to_string(found.size()) + " values at " +
                                    capture.place->text);
    }
    return *found.front();
}

base::Result<json::Value> raw(const Capture& capture, const Output& output) {
    switch (capture.from) {
        case Capture::From::Body: return look_up(capture, bytes_of(output, From::Body));
        case Capture::From::Stdout: return look_up(capture, bytes_of(output, From::Stdout));
        case Capture::From::Stderr: return look_up(capture, bytes_of(output, From::Stderr));
        case Capture::From::Status:
            if (!output.answer) return nothing(capture, "there is no status");
            return json::Value(output.answer->status);
        case Capture::From::Exit:
            if (!output.ended || output.ended->how != Ended::How::Exit) {
                return nothing(capture, "there is no exit code");
            }
            return json::Value(output.ended->number);
        case Capture::From::Header: {
            const auto found = header_of(output, capture.header);
            if (!found) return nothing(capture, "there is no header " + capture.header);
            return json::Value(base::to_valid_utf8(*found));
        }
    }
    return nothing(capture, "it has no source");
}

}  // namespace

base::Result<json::Value> captured(const Capture& capture, const Output& output) {
    json::Value value = TRY(raw(capture, output));
    bool is_text = value.is_string() && !capture.place;
    if (capture.pattern) {
        const std::string text =
            value.is_string() ? std::string(value.as_string()) : json::write(value);
        const auto part = plan::cut_out(*capture.pattern, text);
        if (!part) {
            return nothing(capture, base::quoted(text) + " does not match " +
                                        base::quoted(capture.pattern->pattern()));
        }
        value = json::Value(*part);
        is_text = true;
    }
    auto result = plan::typed(value, capture.type, is_text);
    if (!result) {
        return nothing(capture, base::quoted(json::write(value)) + " is not " +
                                    std::string(plan::words_for(capture.type)));
    }
    return std::move(*result);
}

}  // namespace understudy::cassette
