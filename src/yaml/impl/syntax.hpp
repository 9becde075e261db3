// The reader of YAML 1.2 syntax: one pass over the bytes, by the indentation rules of the standard,
// giving events as it goes. It never looks further ahead than one line, to see whether what begins
// there is a key; so it holds nothing but the scalar at hand, whatever the text.
//
//     parse_document.cpp   streams, directives, document markers
//     parse_block.cpp      block mappings and lists, anchors and tags
//     parse_flow.cpp       [ ] and { }
//     parse_key.cpp        is this a key?
//     parse_scalar.cpp     plain and quoted texts, aliases
//     parse_lines.cpp      literal and folded texts
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "yaml/impl/event.hpp"

namespace understudy::yaml {

class Syntax {
public:
    Syntax(const base::Source& source, std::size_t offset, const EventOptions& options,
           EventSink& sink);

    base::Result<void> read_stream();

private:
    // Functions that return bool say false after an error, which is then in error_.

    struct Properties {
        std::string anchor;
        std::string tag;
        std::optional<std::size_t> begin;  // of the first one
        bool has_anchor = false;
        bool has_tag = false;
    };

    // Where a block node may stand, and what may stand there on the same line.
    enum class Place : std::uint8_t {
        Fresh,          // a line of its own: the root of a bare document
        AfterMarker,    // behind `---`: no block collection on this line
        AfterDash,      // behind `- `: all, compactly
        AfterQuestion,  // behind `? ` and its `: `: the same
        AfterKey,       // behind `key:`: no block collection on this line
    };

    // parse_document.cpp
    bool document(bool& has_more);
    bool directives(bool& has_any);
    bool directive();
    bool version_directive(std::string_view rest);
    bool tag_directive(std::string_view rest);
    bool document_end();

    // parse_block.cpp
    bool block_node(int parent, Place place);
    bool block_mapping(Properties&& properties);
    bool block_entry(int column);
    bool block_sequence(Properties&& properties);
    bool leaf(int parent, Properties&& properties);
    bool next_entry(int column, bool& has_more);
    bool properties_at(Properties& properties);
    bool anchor_name(std::string& name);
    bool tag_name(std::string& tag);
    bool resolve_tag(std::string_view handle, std::string_view suffix, std::size_t begin,
                     std::string& tag);
    bool end_of_leaf();

    // parse_flow.cpp
    bool flow_node(int parent);
    bool flow_sequence(int parent, Properties&& properties);
    bool flow_mapping(int parent, Properties&& properties);
    bool flow_pair(int parent);
    bool flow_entry(int parent);
    bool flow_value(int parent);
    bool skip_in_flow(int parent);
    bool is_flow_value(bool after_json_key) const;

    // parse_key.cpp
    bool is_key_at(std::size_t at, bool in_flow) const;
    std::optional<std::size_t> skip_properties(std::size_t at) const;
    std::optional<std::size_t> skip_quoted(std::size_t at) const;
    std::optional<std::size_t> skip_flow(std::size_t at) const;
    std::size_t skip_plain(std::size_t at, bool in_flow) const;

    // parse_scalar.cpp
    bool content(int parent, bool in_flow, bool one_line, Properties&& properties);
    bool alias();
    bool plain(int parent, bool in_flow, bool one_line, Properties&& properties);
    bool single_quoted(int parent, Properties&& properties);
    bool double_quoted(int parent, Properties&& properties);
    bool fold_quoted(int parent, bool is_escaped);
    bool escape();
    bool can_begin_plain(std::size_t at, bool in_flow) const;
    bool is_plain_end(std::size_t at, bool in_flow) const;

    // parse_lines.cpp
    bool block_scalar(int parent, Properties&& properties);
    bool block_header(int& digit, char& chomping);
    std::optional<std::size_t> block_indent(int parent, int digit);
    bool block_lines(std::size_t indent, bool folded, char chomping);

    // Characters and lines.
    bool is_end(std::size_t at) const { return at >= text_.size(); }
    char peek(std::size_t at) const { return at < text_.size() ? text_[at] : '\n'; }
    bool is_blank(std::size_t at) const { return peek(at) == ' ' || peek(at) == '\t'; }
    bool is_break(std::size_t at) const { return peek(at) == '\n' || peek(at) == '\r'; }
    bool is_space(std::size_t at) const { return is_blank(at) || is_break(at); }  // or the end
    bool is_indicator(char sign) const {
        return peek(at_) == sign && !is_end(at_) && is_space(at_ + 1);
    }
    bool is_marker(std::size_t at) const;  // `---` or `...` at the start of a line
    bool is_comment(std::size_t at) const;
    void skip_blanks();
    void skip_break();
    void skip_to_content();
    int indent() const;           // leading spaces of the line
    bool has_tab_before() const;  // between them and here

    bool fail_at(std::size_t at, std::string_view reason, std::string_view help = {});
    bool enter();
    void leave() { --depth_; }
    bool give(Event& event, const Properties* properties);
    bool give_scalar(Style style, std::string_view text, std::size_t begin, std::size_t end,
                     const Properties& properties);
    bool give_empty(std::size_t at, const Properties& properties);
    bool give_start(EventKind kind, bool is_flow, std::size_t begin, const Properties& properties);
    bool give_end(EventKind kind, bool is_flow);
    std::uint32_t in_source(std::size_t at) const {
        return static_cast<std::uint32_t>(at + offset_);
    }

    const base::Source& source_;
    std::size_t offset_;
    std::string_view text_;
    EventOptions options_;
    EventSink& sink_;

    std::size_t at_ = 0;
    std::size_t line_ = 0;  // where the line of at_ begins
    std::size_t last_ = 0;  // end of the last node
    std::size_t depth_ = 0;
    std::string buffer_;  // the scalar at hand
    std::vector<std::pair<std::string, std::string>> handles_;
    bool has_version_ = false;
    bool is_json_ = false;  // the last content was quoted or a flow collection
    std::optional<base::Error> error_;
};

}  // namespace understudy::yaml
