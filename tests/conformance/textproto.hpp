// Reads the text form of protocol buffers, as far as the expression suite uses it: fields, nested
// messages, lists, strings that continue on the next line, comments. It knows no schema: a field is
// a name with a text or a message.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace understudy::conformance {

struct Field;
struct FieldValue;

struct Message {
    std::vector<Field> fields;

    const FieldValue* find(std::string_view name) const;
    const Message* child(std::string_view name) const;
    std::vector<const Message*> children(std::string_view name) const;
    std::string text(std::string_view name) const;  // empty if absent
    bool has(std::string_view name) const { return find(name) != nullptr; }
};

struct FieldValue {
    std::string text;  // a string's bytes, or a number or name as written
    bool is_string = false;
    std::vector<Message> message;  // one, if the value is a message
};

struct Field {
    std::string name;
    FieldValue value;
};

// nullopt, with the line in `problem`, if the text is not in that form.
std::optional<Message> read_textproto(std::string_view text, std::string& problem);

}  // namespace understudy::conformance
