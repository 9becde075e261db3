// Events to a tree of byte ranges. The source was read before, so limits were checked then.
#include "yaml/impl/layout.hpp"

#include <algorithm>

#include "yaml/impl/event.hpp"
#include "yaml/impl/guard.hpp"

namespace understudy::yaml {

using base::Result;

namespace {

LayoutNode to_node(const Event& event) {
    LayoutNode node;
    switch (event.kind) {
        case EventKind::MappingStart: node.shape = LayoutNode::Shape::Mapping; break;
        case EventKind::SequenceStart: node.shape = LayoutNode::Shape::Sequence; break;
        case EventKind::Alias: node.shape = LayoutNode::Shape::Alias; break;
        default: node.shape = LayoutNode::Shape::Scalar; break;
    }
    node.is_flow = event.is_flow;
    node.is_block = event.style == Style::Literal || event.style == Style::Folded;
    node.has_properties =
        !event.tag.empty() || (event.kind != EventKind::Alias && !event.anchor.empty());
    node.begin = std::min(event.properties, event.range.begin);
    node.content = event.range.begin;
    node.end = event.range.end;
    return node;
}

class Builder final : public EventSink {
public:
    Result<void> take(const Event& event) override {
        switch (event.kind) {
            case EventKind::StreamEnd:
            case EventKind::DocumentStart:
            case EventKind::DocumentEnd: break;
            case EventKind::MappingEnd:
            case EventKind::SequenceEnd:
                layout.nodes[open_.back()].end = event.range.end;
                open_.pop_back();
                break;
            default: add(event); break;
        }
        return {};
    }

    Layout layout;

private:
    void add(const Event& event) {
        const auto index = static_cast<std::uint32_t>(layout.nodes.size());
        layout.nodes.push_back(to_node(event));
        if (open_.empty()) {
            layout.roots.push_back(index);
        } else {
            layout.nodes[open_.back()].children.push_back(index);
        }
        const bool opens =
            event.kind == EventKind::MappingStart || event.kind == EventKind::SequenceStart;
        if (opens) open_.push_back(index);
    }

    std::vector<std::uint32_t> open_;
};

}  // namespace

Result<Layout> read_layout(const base::Source& source) {
    // What was read once may be read again, whichever limits it was read with.
    Limits limits;
    limits.bytes = source.text.size() + 1;
    const std::size_t offset = TRY(check_text(source, limits));
    Builder sink;
    TRY_VOID(read_events(source, offset, {.loose_indent = true, .depth = kMostDepth}, sink));
    return std::move(sink.layout);
}

std::size_t skip_blank(std::string_view text, std::size_t at) {
    const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
    while (at < text.size()) {
        if (is_blank(text[at])) {
            ++at;
        } else if (text[at] == '#' && (at == 0 || is_blank(text[at - 1]))) {
            at = std::min(text.find_first_of("\r\n", at), text.size());
        } else {
            break;
        }
    }
    return at;
}

}  // namespace understudy::yaml
