// What tags and plain scalars mean for the value: the part of the composer that knows the core
// schema and the tags beyond it.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "yaml/impl/compose.hpp"
#include "yaml/impl/scalar.hpp"

namespace understudy::yaml {

using base::Code;
using json::Range;
using json::Value;

namespace {

constexpr std::size_t kMostShown = 60;
constexpr std::string_view kCore = "tag:yaml.org,2002:";

// `!!str` for the full name, others as they are.
std::string shown_tag(std::string_view tag) {
    const std::string_view start = tag.starts_with(kCore) ? "!!" : "";
    if (tag.starts_with(kCore)) tag.remove_prefix(kCore.size());
    if (tag.size() > kMostShown) return base::quoted(tag, kMostShown);
    return std::string(start) + std::string(tag);
}

std::string_view core_name(std::string_view tag) {
    return tag.starts_with(kCore) ? tag.substr(kCore.size()) : std::string_view{};
}

bool is_binary(std::string_view tag) {
    return tag == "!binary" || core_name(tag) == "binary";
}

}  // namespace

void Composer::check_tag_of_collection(const Event& event, bool is_mapping) {
    if (event.tag.empty() || event.tag == "!") return;
    const std::string_view name = core_name(event.tag);
    if (name == (is_mapping ? "map" : "seq")) return;
    const Range place{event.properties, event.range.begin};
    const bool is_core = name == "map" || name == "seq" || name == "str" || name == "int" ||
                         name == "float" || name == "bool" || name == "null";
    std::vector<base::Arg> args{{"tag", shown_tag(event.tag)},
                                {"what", is_mapping ? "a mapping" : "a list"}};
    if (!is_strict()) return note(Code::YamlTagIgnored, std::move(args), place);
    problem({is_core ? Code::YamlTagMismatch : Code::YamlTag, std::move(args), mark(place), {}});
}

Value Composer::value_of(const Event& event) {
    if (!event.tag.empty()) return value_of_tagged(event);
    if (event.style != Style::Plain) return Value(event.text);
    if (auto value = resolve(event.text)) return *std::move(value);
    return refuse_number(event);
}

Value Composer::refuse_number(const Event& event) {
    std::vector<base::Arg> args{{"text", base::quoted(event.text, 40)}};
    if (is_strict())
        problem({Code::YamlNotJson, std::move(args), mark(event.range), {}});
    else
        note(Code::YamlNotJson, std::move(args), event.range);
    return Value(event.text);
}

Value Composer::value_of_tagged(const Event& event) {
    const std::string_view name = core_name(event.tag);
    if (event.tag == "!" || name == "str") return Value(event.text);
    if (!is_strict() && is_binary(event.tag)) return decode_binary(event);
    const Meaning meaning = meaning_of(event.text);
    const bool is_scalar_tag = name == "int" || name == "float" || name == "bool" || name == "null";
    const bool is_number = meaning == Meaning::Integer || meaning == Meaning::Float;
    const bool fits = (name == "int" && meaning == Meaning::Integer) ||
                      (name == "float" && is_number) ||
                      (name == "bool" && meaning == Meaning::Bool) ||
                      (name == "null" && meaning == Meaning::Null);
    if (fits) return *resolve(event.text);
    if (name == "float" && meaning == Meaning::NotJson) return refuse_number(event);

    const Range place{event.properties, event.range.end};
    std::vector<base::Arg> args{{"tag", shown_tag(event.tag)},
                                {"what", base::quoted(event.text, 40)}};
    if (!is_strict()) {
        note(Code::YamlTagIgnored, std::move(args), place);
        if (event.style != Style::Plain) return Value(event.text);
        if (auto value = resolve(event.text)) return *std::move(value);
        return refuse_number(event);
    }
    const bool is_core = is_scalar_tag || name == "map" || name == "seq";
    problem({is_core ? Code::YamlTagMismatch : Code::YamlTag, std::move(args), mark(place), {}});
    return Value(event.text);
}

Value Composer::decode_binary(const Event& event) {
    auto bytes = base::from_base64(event.text, base::Base64::Loose);
    if (!bytes) {
        note(Code::YamlBinaryKept, {{"tag", shown_tag(event.tag)}}, event.range);
        return Value(event.text);
    }
    Value value = base::is_utf8(*bytes) ? Value(*bytes) : Value(base::to_base64(*bytes));
    if (!expects_key()) {
        const auto row = static_cast<std::uint32_t>(out_.document.marks.rows.size() - 1);
        out_.binaries.push_back({row, std::make_shared<const std::string>(*std::move(bytes))});
    }
    return value;
}

}  // namespace understudy::yaml
