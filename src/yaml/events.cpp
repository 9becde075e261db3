// One line per event, in the notation of the public test suite.
#include "yaml/events.hpp"

#include <string_view>

#include "base/text.hpp"
#include "yaml/impl/event.hpp"
#include "yaml/impl/guard.hpp"

namespace understudy::yaml {

using base::Code;
using base::fail;
using base::Result;

namespace {

char sign_of(Style style) {
    switch (style) {
        case Style::Plain: return ':';
        case Style::SingleQuoted: return '\'';
        case Style::DoubleQuoted: return '"';
        case Style::Literal: return '|';
        case Style::Folded: return '>';
    }
    return ':';
}

void append_escaped(std::string& out, std::string_view text) {
    for (const char c : text) {
        switch (c) {
            case '\\': out += "\\\\"; break;
            case '\n': out += "\\n"; break;
            case '\r': out += "\\r"; break;
            case '\t': out += "\\t"; break;
            case '\b': out += "\\b"; break;
            default: out += c;
        }
    }
}

void append_properties(std::string& out, const Event& event) {
    if (!event.anchor.empty()) out.append(" &").append(event.anchor);
    if (!event.tag.empty()) out.append(" <").append(event.tag).append(">");
}

std::string to_line(const Event& event) {
    std::string out;
    switch (event.kind) {
        case EventKind::StreamEnd: return "-STR";
        case EventKind::DocumentStart: return event.is_explicit ? "+DOC ---" : "+DOC";
        case EventKind::DocumentEnd: return event.is_explicit ? "-DOC ..." : "-DOC";
        case EventKind::MappingEnd: return "-MAP";
        case EventKind::SequenceEnd: return "-SEQ";
        case EventKind::Alias: return "=ALI *" + std::string(event.anchor);
        case EventKind::MappingStart:
            out = event.is_flow ? "+MAP {}" : "+MAP";
            append_properties(out, event);
            return out;
        case EventKind::SequenceStart:
            out = event.is_flow ? "+SEQ []" : "+SEQ";
            append_properties(out, event);
            return out;
        case EventKind::Scalar:
            out = "=VAL";
            append_properties(out, event);
            out += ' ';
            out += sign_of(event.style);
            append_escaped(out, event.text);
            return out;
    }
    return out;
}

class Lines final : public EventSink {
public:
    Lines(const base::Source& source, std::size_t most) : source_(source), most_(most) {}

    Result<void> take(const Event& event) override {
        if (lines.size() > most_)
            return fail(Code::YamlNodes, {{"limit", base::with_thousands(most_)}},
                        source_.mark(event.range.begin));
        lines.push_back(to_line(event));
        return {};
    }

    std::vector<std::string> lines{"+STR"};

private:
    const base::Source& source_;
    std::size_t most_;
};

}  // namespace

Result<std::vector<std::string>> event_lines(const base::Source& source,
                                             const ReadOptions& options) {
    const std::size_t offset = TRY(check_text(source, options.limits));
    Lines sink(source, options.limits.nodes);
    TRY_VOID(read_events(
        source, offset,
        {.loose_indent = options.mode == Mode::Foreign, .depth = options.limits.depth}, sink));
    return std::move(sink.lines);
}

}  // namespace understudy::yaml
