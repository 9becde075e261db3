// The canonical writer: block style throughout, flow only for what is empty.
//
//     key: value            key:                  - name: first item, compact
//     text: |                 - item                more: of it
//       lines                 - item              - - nested
#include "yaml/write.hpp"

#include "yaml/impl/block.hpp"
#include "yaml/impl/scalar_text.hpp"

namespace understudy::yaml {

using json::Value;

namespace {

// A key longer than this stands behind `? `: readers need not look further for its colon.
constexpr std::size_t kMostImplicitKey = 1000;

bool is_block(const Value& value) {
    return value.size() > 0;
}

// The entries of a collection that is not empty. The first one begins where `out` ends.
void append_entries(std::string& out, const Value& value, std::size_t indent,
                    const WriteOptions& options) {
    bool is_first = true;
    const auto begin_line = [&] {
        if (!is_first) out.append(indent, ' ');
        is_first = false;
    };
    if (value.is_array()) {
        for (const Value& item : value.items()) {
            begin_line();
            append_item(out, item, indent, options);
        }
        return;
    }
    for (const json::Member& member : value.members()) {
        begin_line();
        append_member(out, member.key(), member.value, indent, options);
    }
}

// What is not a block collection, behind its indicator: ` value` and the line break.
void append_rest_of_line(std::string& out, const Value& value, std::size_t indent,
                         const WriteOptions& options) {
    out += ' ';
    if (value.is_array()) {
        out += "[]\n";
    } else if (value.is_object()) {
        out += "{}\n";
    } else if (options.literal_blocks && value.is_string() && fits_literal(value.as_string())) {
        append_literal(out, value.as_string(), indent + 2);
    } else {
        out.append(scalar_on_one_line(value, false)).append("\n");
    }
}

}  // namespace

void append_member(std::string& out, std::string_view key, const Value& value, std::size_t indent,
                   const WriteOptions& options) {
    const std::string key_text = text_on_one_line(key, false);
    if (key_text.size() > kMostImplicitKey) {
        out.append("? ").append(key_text).append("\n").append(indent, ' ');
    } else {
        out += key_text;
    }
    out += ':';
    if (!is_block(value)) return append_rest_of_line(out, value, indent, options);
    out.append("\n").append(indent + 2, ' ');
    append_entries(out, value, indent + 2, options);
}

void append_item(std::string& out, const Value& value, std::size_t indent,
                 const WriteOptions& options) {
    out += '-';
    if (!is_block(value)) return append_rest_of_line(out, value, indent, options);
    out += ' ';
    append_entries(out, value, indent + 2, options);
}

std::string write(const Value& value, const WriteOptions& options) {
    std::string out;
    if (is_block(value)) {
        append_entries(out, value, 0, options);
    } else if (value.is_array() || value.is_object()) {
        out = value.is_array() ? "[]\n" : "{}\n";
    } else {
        out = scalar_on_one_line(value, false) + "\n";
    }
    return out;
}

}  // namespace understudy::yaml
