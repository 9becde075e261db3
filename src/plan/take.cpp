// Takes the values a step captures.
#include "base/text.hpp"
#include "json/parse.hpp"
#include "plan/code.hpp"
#include "plan/impl/judge.hpp"
#include "plan/typed.hpp"

namespace understudy::plan {

namespace {

base::Failure nothing_captured(const Capture& capture, std::string why,
                               std::vector<base::Error> because = {}) {
    return base::fail(code::NothingCaptured, {{"name", capture.name}, {"why", std::move(why)}},
                      capture.mark, std::move(because));
}

// The whole value, or the one thing at the capture's place.
base::Result<json::Value> at_place(const Capture& capture, const base::Result<json::Value>& whole,
                                   std::string_view name) {
    if (!whole) {
        return nothing_captured(capture, std::string(name) + " cannot be read", {whole.error()});
    }
    if (!capture.place) return *whole;
    const auto found = capture.place->select(*whole);
    if (found.size() == 1) return *found.front();
    return nothing_captured(capture, found.empty() ? "there is nothing at " + capture.place->text
                                                   : "there are " + std::to_string(found.size()) +
                                                         " values at " + capture.place->text);
}

struct Taken {
    json::Value value;
    bool is_text = false;  // may be converted to what the type says
};

base::Result<Taken> from_header(const Capture& capture, const http::Headers& headers) {
    const auto found = headers.find(capture.header);
    if (!found) return nothing_captured(capture, "there is no header " + capture.header);
    if (!base::is_utf8(*found)) return nothing_captured(capture, "the header is no text");
    return Taken{json::Value(*found), true};
}

base::Result<Taken> from_output(const Capture& capture, Seen& seen) {
    const CommandAnswer& answer = *seen.command();
    if (capture.from == Capture::From::Exit) {
        if (answer.end != CommandAnswer::End::Exit) {
            return nothing_captured(capture, "it did not end by itself: " + answer.end_text());
        }
        return Taken{json::Value(answer.number)};
    }
    const bool is_error = capture.from == Capture::From::Stderr;
    if (capture.place && !is_error) {
        return Taken{TRY(at_place(capture, seen.value(), "standard output"))};
    }
    const std::string text = answer.all_of(is_error);
    if (capture.place) return Taken{TRY(at_place(capture, json::parse(text), "standard error"))};
    // Without a pattern all of it is wanted, and what is no text has no place in a hole.
    if (!capture.pattern && !base::is_utf8(text)) {
        return nothing_captured(capture, "the output is no text");
    }
    return Taken{json::Value(base::to_valid_utf8(text)), true};
}

base::Result<Taken> take_whole(const Capture& capture, Seen& seen) {
    if (seen.command() != nullptr) return from_output(capture, seen);
    const http::ResponseHead& head = seen.response()->head;
    switch (capture.from) {
        case Capture::From::Status: return Taken{json::Value(head.status)};
        case Capture::From::Header: return from_header(capture, head.headers);
        default: break;
    }
    return Taken{TRY(at_place(capture, seen.value(), "the body"))};
}

}  // namespace

base::Result<json::Value> take(const Capture& capture, Seen& seen) {
    auto [value, is_text] = TRY(take_whole(capture, seen));
    if (capture.pattern) {
        const std::string text = as_text(value);
        const auto part = cut_out(*capture.pattern, text);
        if (!part) {
            return nothing_captured(capture, shown(value) + " does not match " +
                                                 base::quoted(capture.pattern->pattern()));
        }
        value = json::Value(*part);
        is_text = true;
    }
    auto result = typed(value, capture.type, is_text);
    if (!result) {
        return nothing_captured(capture,
                                shown(value) + " is not " + std::string(words_for(capture.type)));
    }
    return std::move(*result);
}

}  // namespace understudy::plan
