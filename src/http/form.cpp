#include "http/form.hpp"

#include "base/text.hpp"
#include "http/impl/flat_form.hpp"
#include "http/impl/form_tree.hpp"
#include "http/impl/percent.hpp"
#include "json/write.hpp"

namespace understudy::http {

namespace {

using base::Code;
using json::Value;

class Writer {
public:
    Writer(FormStyle style, SpaceStyle spaces) : style_(style), plus_(spaces == SpaceStyle::Plus) {}

    std::string write(const Value& value) && {
        if (!value.is_object()) return {};
        for (const json::Member& member : value.members()) {
            const std::string name = encoded(member.key());
            if (style_ == FormStyle::Brackets) {
                write_nested(name, member.value);
            } else {
                write_repeated(name, member.value);
            }
        }
        return std::move(out_);
    }

private:
    std::string encoded(std::string_view text) const {
        std::string out;
        append_percent(out, text, plus_);
        return out;
    }

    void pair(std::string_view name, std::string_view value) {
        if (!out_.empty()) out_ += '&';
        out_ += name;
        out_ += '=';
        append_percent(out_, value, plus_);
    }

    // Strings as they are, numbers by their text, null as nothing, containers as JSON.
    void scalar(std::string_view name, const Value& value) {
        if (value.is_string()) return pair(name, value.as_string());
        if (value.is_null()) return pair(name, "");
        pair(name, json::write(value));
    }

    void write_nested(const std::string& name, const Value& value) {
        if (value.is_array()) {
            std::size_t index = 0;
            for (const Value& item : value.items()) {
                write_nested(name + "[" + std::to_string(index++) + "]", item);
            }
        } else if (value.is_object()) {
            for (const json::Member& member : value.members()) {
                write_nested(name + "[" + encoded(member.key()) + "]", member.value);
            }
        } else {
            scalar(name, value);
        }
    }

    void write_repeated(const std::string& name, const Value& value) {
        if (value.is_null() || (value.is_object() && value.size() == 0)) return;
        if (!value.is_array()) return scalar(name, value);
        for (const Value& item : value.items()) scalar(name, item);
    }

    FormStyle style_;
    bool plus_;
    std::string out_;
};

base::Result<Value> text_value(const QueryPair& pair) {
    const std::string_view text = pair.value ? std::string_view(*pair.value) : std::string_view();
    if (base::is_utf8(text)) return Value(text);
    return base::fail(Code::HttpBadForm,
                      {{"why", "the value of " + base::quoted(pair.name) + " is not UTF-8"}});
}

std::size_t count_pairs(std::string_view text) {
    std::size_t pairs = 0;
    bool inside = false;
    for (const char c : text) {
        if (!inside && c != '&') ++pairs;
        inside = c != '&';
    }
    return pairs;
}

}  // namespace

base::Result<Value> read_form(std::string_view text, FormStyle style, const FormLimits& limits) {
    if (style == FormStyle::Brackets) {
        if (auto form = read_flat_form(text, limits)) return std::move(*form);
    }
    // Counted before the pairs are made, so that the limit is met before its memory is spent.
    if (count_pairs(text) > limits.pairs) {
        return base::fail(Code::HttpBadForm,
                          {{"why", "it has more than the limit of " +
                                       base::with_thousands(limits.pairs) + " names"}});
    }
    return read_form(parse_query(text), style, limits);
}

base::Result<Value> read_form(std::span<const QueryPair> pairs, FormStyle style,
                              const FormLimits& limits) {
    FormTree tree(style, limits);
    for (const QueryPair& pair : pairs) TRY_VOID(tree.add(pair.name, TRY(text_value(pair))));
    return tree.fold();
}

base::Result<Value> fold_form(std::span<const FormEntry> entries, FormStyle style,
                              const FormLimits& limits) {
    FormTree tree(style, limits);
    for (const FormEntry& entry : entries) TRY_VOID(tree.add(entry.name, entry.value));
    return tree.fold();
}

std::string write_form(const Value& value, FormStyle style, SpaceStyle spaces) {
    return Writer(style, spaces).write(value);
}

}  // namespace understudy::http
