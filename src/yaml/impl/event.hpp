// The syntax of a YAML text as a stream of events with byte ranges. Tags are resolved to full
// names, scalars are unescaped and unfolded; what they mean is decided in compose.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/result.hpp"
#include "json/document.hpp"

namespace understudy::yaml {

enum class EventKind : std::uint8_t {
    StreamEnd,
    DocumentStart,
    DocumentEnd,
    MappingStart,
    MappingEnd,
    SequenceStart,
    SequenceEnd,
    Scalar,
    Alias,
};

enum class Style : std::uint8_t { Plain, SingleQuoted, DoubleQuoted, Literal, Folded };

struct Event {
    EventKind kind = EventKind::StreamEnd;
    Style style = Style::Plain;  // of a scalar
    bool is_flow = false;        // of a collection
    bool is_explicit = false;    // of a document's start and end: `---` and `...` were written
    // Both empty if not written. They and `text` are valid until take() returns.
    std::string_view anchor;  // the name, also of an alias
    std::string_view tag;     // "tag:yaml.org,2002:str", "!local", "!"
    std::string_view text;    // of a scalar
    // Bytes of the node in the source without its anchor and tag; quotes and the header of a block
    // scalar belong to it. A block collection begins at its first entry and ends with its last. A
    // node that is not written is an empty range behind its indicator.
    json::Range range;
    std::uint32_t properties = 0;  // where its anchor or tag begins; range.begin if it has none
};

class EventSink {
public:
    virtual ~EventSink() = default;
    virtual base::Result<void> take(const Event& event) = 0;  // an error ends the reading
};

struct EventOptions {
    bool loose_indent = false;  // flow collections and quoted texts may stand left of their parent
    std::size_t depth = 128;    // at most kMostDepth
};

inline constexpr std::size_t kMostDepth = 1000;  // the reader calls itself once per level

// The text must have passed check_text (guard.hpp); `offset` is where it begins in the source.
base::Result<void> read_events(const base::Source& source, std::size_t offset,
                               const EventOptions& options, EventSink& sink);

}  // namespace understudy::yaml
