// Makes sentences of errors: fills the table's text, draws the caret, adds the hint.
#include "base/error.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace understudy::base {

namespace {

constexpr std::string_view kRed = "\x1b[1;31m";
constexpr std::string_view kDim = "\x1b[2m";
constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kPlain = "\x1b[0m";

std::string fill(std::string_view sentence, const Error& error) {
    std::string text;
    std::size_t at = 0;
    while (at < sentence.size()) {
        const std::size_t open = sentence.find('{', at);
        const std::size_t close = open == std::string_view::npos ? open : sentence.find('}', open);
        if (close == std::string_view::npos) break;
        text += sentence.substr(at, open - at);
        text += error.arg(sentence.substr(open + 1, close - open - 1));
        at = close + 1;
    }
    text += sentence.substr(at);
    return text;
}

void put_styled(std::string& out, std::string_view style, std::string_view text, bool colour) {
    if (colour) out += style;
    out += text;
    if (colour) out += kPlain;
}

// The line and, under it, the caret. Tabs are shown as one space so that the caret stands right.
void put_excerpt(std::string& out, const Mark& mark, std::string_view indent, bool colour) {
    if (mark.excerpt.empty() || mark.column < mark.excerpt_column) return;
    std::string line = mark.excerpt;
    std::replace_if(
        line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
    out += indent;
    out += line;
    out += '\n';
    out += indent;
    out.append(mark.column - mark.excerpt_column, ' ');
    std::string caret = "^";
    const std::size_t shown = count_code_points(line);
    const std::size_t start = mark.column - mark.excerpt_column;
    const std::size_t room = shown > start ? shown - start : 1;
    const std::size_t length = std::min<std::size_t>(mark.length, room);
    if (length > 1) caret.append(length - 1, '~');
    put_styled(out, kRed, caret, colour);
    out += '\n';
}

void put(std::string& out, const Error& error, std::size_t depth, bool colour) {
    const std::string indent(depth * 2, ' ');
    out += indent;
    const std::string place = to_text(error.where);
    if (!place.empty()) {
        put_styled(out, kBold, place + ": ", colour);
    }
    put_styled(out, kRed, "error: ", colour);
    out += message(error);
    put_styled(out, kDim, " [" + std::string(name_of(error.code)) + "]", colour);
    out += '\n';
    put_excerpt(out, error.where, indent + "    ", colour);
    const std::string advice = hint(error);
    if (!advice.empty()) {
        out += indent;
        put_styled(out, kBold, "  hint: ", colour);
        out += advice;
        out += '\n';
    }
    for (const Error& reason : error.because) put(out, reason, depth + 1, colour);
}

}  // namespace

std::string_view Error::arg(std::string_view name) const {
    for (const Arg& arg : args) {
        if (arg.name == name) return arg.text;
    }
    return {};
}

std::string message(const Error& error) {
    return fill(sentence_of(error.code), error);
}

std::string hint(const Error& error) {
    std::string text;
    if (const std::string_view near = error.arg("nearest"); !near.empty()) {
        text = "did you mean " + quoted(near) + "?";
    }
    const std::string general = fill(hint_of(error.code), error);
    if (!text.empty() && !general.empty()) text += ' ';
    return text + general;
}

std::string render(const Error& error, RenderOptions options) {
    std::string out;
    put(out, error, 0, options.colour);
    return out;
}

}  // namespace understudy::base
