// Fills patterns and builds templates. Draws come from one stream per (seed, resource, field,
// sequence), in the order of the holes, so a value is the same whoever asks first.
#include "pack/template.hpp"

#include <algorithm>
#include <span>

#include "base/bytes.hpp"
#include "base/id.hpp"
#include "json/write.hpp"

namespace understudy::pack {

namespace {

constexpr std::string_view kBase62 =
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kHex = "0123456789abcdef";
constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
constexpr std::string_view kUuid = "0123456789abcdef-";
constexpr std::size_t kUsualId = 40;  // bytes
constexpr std::string_view kCrockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

std::string_view alphabet_of(Draw draw) {
    switch (draw) {
        case Draw::Base62: return kBase62;
        case Draw::Hex: return kHex;
        case Draw::Digits: return kDigits;
        case Draw::Base64: return kBase64;
        case Draw::Sequence: return kDigits;
        case Draw::Uuid: return kUuid;
        case Draw::Ulid: return kCrockford;
    }
    return {};
}

void append_letters(std::string& text, base::Stream& stream, std::string_view alphabet,
                    std::uint32_t count) {
    const std::size_t begin = text.size();
    text.resize(begin + count);
    stream.choose(alphabet, std::span<char>(text).subspan(begin));
}

std::string octets(base::Stream& stream, std::uint32_t count) {
    std::string bytes;
    bytes.reserve(count);
    for (std::uint32_t i = 0; i < count; ++i) bytes += static_cast<char>(stream.below(256));
    return bytes;
}

// Version 4: random but for the version and the variant.
std::string uuid(base::Stream& stream) {
    std::string bytes = octets(stream, 16);
    bytes[6] = static_cast<char>((static_cast<unsigned char>(bytes[6]) & 0x0FU) | 0x40U);
    bytes[8] = static_cast<char>((static_cast<unsigned char>(bytes[8]) & 0x3FU) | 0x80U);
    std::string text = base::to_hex(bytes);
    for (const std::size_t at : {8U, 13U, 18U, 23U}) text.insert(at, 1, '-');
    return text;
}

void append_drawn(std::string& text, const Hole& hole, base::Stream& stream,
                  const Drawing& drawing) {
    switch (hole.draw) {
        case Draw::Base62:
        case Draw::Hex:
        case Draw::Digits:
            append_letters(text, stream, alphabet_of(hole.draw), hole.length);
            return;
        case Draw::Base64: text += base::to_base64(octets(stream, hole.length)); return;
        case Draw::Sequence: text += std::to_string(drawing.sequence); return;
        case Draw::Uuid: text += uuid(stream); return;
        case Draw::Ulid: text += base::make_ulid(stream, drawing.now); return;
    }
}

base::Result<std::optional<json::Value>> evaluate(const Expression& expression,
                                                  const expr::Env& env, std::uint64_t& budget) {
    std::uint64_t spent = 0;
    auto value = expr::evaluate_member(expression, env, expr::Budget{budget, &spent});
    budget -= std::min(budget, spent);
    return value;
}

void append(std::string& text, const json::Value& value) {
    if (value.is_string()) {
        text += value.as_string();
    } else if (!value.is_null()) {
        json::write_to(text, value);
    }
}

// From which offsets of `text` the part may end if it begins at one of `from`.
std::vector<bool> after_hole(const Hole& hole, std::string_view text,
                             const std::vector<bool>& from) {
    std::vector<bool> reached(text.size() + 1, false);
    const std::string_view alphabet = hole.expression ? std::string_view() : alphabet_of(hole.draw);
    bool inside = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        inside = inside || from[at];
        const bool fits =
            hole.expression.has_value() || alphabet.find(text[at]) != std::string_view::npos;
        inside = inside && fits;
        if (inside) reached[at + 1] = true;
    }
    return reached;
}

std::vector<bool> after_text(std::string_view literal, std::string_view text,
                             const std::vector<bool>& from) {
    std::vector<bool> reached(text.size() + 1, false);
    for (std::size_t at = 0; at + literal.size() <= text.size(); ++at) {
        if (from[at] && text.substr(at, literal.size()) == literal) {
            reached[at + literal.size()] = true;
        }
    }
    return reached;
}

}  // namespace

bool Pattern::draws() const {
    return std::any_of(parts.begin(), parts.end(),
                       [](const PatternPart& part) { return part.hole && !part.hole->expression; });
}

bool Pattern::is_one_hole() const {
    return parts.size() == 1 && parts.front().hole.has_value();
}

bool Pattern::is_literal() const {
    return std::none_of(parts.begin(), parts.end(),
                        [](const PatternPart& part) { return part.hole.has_value(); });
}

std::string Pattern::prefix() const {
    return parts.empty() || parts.front().hole ? std::string() : parts.front().text;
}

base::Result<std::optional<json::Value>> fill(const Pattern& pattern, const expr::Env& env,
                                              const Drawing& drawing, std::uint64_t& budget) {
    if (pattern.is_one_hole()) {
        const Hole& hole = *pattern.parts.front().hole;
        if (hole.expression) return evaluate(*hole.expression, env, budget);
        // A bare {seq} is a number, as ids of that kind are.
        if (hole.draw == Draw::Sequence) {
            return std::optional<json::Value>(json::Value(drawing.sequence));
        }
    }
    std::optional<base::Stream> stream;  // for patterns that draw
    std::string text;
    text.reserve(kUsualId);
    for (const PatternPart& part : pattern.parts) {
        if (!part.hole) {
            text += part.text;
        } else if (!part.hole->expression) {
            if (!stream) {
                stream.emplace(
                    drawing.seed,
                    std::initializer_list<std::string_view>{drawing.resource, drawing.field},
                    drawing.sequence);
            }
            append_drawn(text, *part.hole, *stream, drawing);
        } else if (const auto value = TRY(evaluate(*part.hole->expression, env, budget))) {
            append(text, *value);
        }
    }
    return std::optional<json::Value>(json::Value(text));
}

bool could_make(const Pattern& pattern, std::string_view text) {
    std::vector<bool> reached(text.size() + 1, false);
    reached[0] = true;
    for (const PatternPart& part : pattern.parts) {
        reached = part.hole ? after_hole(*part.hole, text, reached)
                            : after_text(part.text, text, reached);
    }
    return reached[text.size()];
}

base::Result<std::optional<json::Value>> build(const Template& shape, const expr::Env& env,
                                               std::uint64_t& budget) {
    switch (shape.kind) {
        case Template::Kind::Literal: return std::optional<json::Value>(shape.literal);
        case Template::Kind::Computed: return evaluate(*shape.expression, env, budget);
        case Template::Kind::Object: {
            json::Value object = json::Value::object();
            object.reserve(shape.members.size());
            // No two keys that are written are the same; one that is worked out may be another's.
            bool differ = true;
            for (const TemplateMember& member : shape.members) {
                if (member.key.parts.size() == 1 && !member.key.parts.front().hole) {
                    auto value = TRY(build(member.value, env, budget));
                    const std::string& name = member.key.parts.front().text;
                    if (!value) continue;
                    if (differ) {
                        object.append(name, std::move(*value));
                    } else {
                        object.set(name, std::move(*value));
                    }
                    continue;
                }
                differ = false;
                const auto key = TRY(fill(member.key, env, Drawing{}, budget));
                auto value = TRY(build(member.value, env, budget));
                if (!key || !value) continue;
                std::string name;
                append(name, *key);
                object.set(name, std::move(*value));
            }
            return std::optional<json::Value>(std::move(object));
        }
        case Template::Kind::List: {
            json::Value list = json::Value::array();
            for (const Template& item : shape.items) {
                if (auto value = TRY(build(item, env, budget))) list.push_back(std::move(*value));
            }
            return std::optional<json::Value>(std::move(list));
        }
    }
    return std::optional<json::Value>();
}

}  // namespace understudy::pack
