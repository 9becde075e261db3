#include "http/impl/flat_form.hpp"

#include <array>
#include <cstdint>

#include "base/text.hpp"
#include "http/impl/percent.hpp"

namespace understudy::http {

namespace {

using json::Value;

constexpr std::size_t kUsualNames = 8;

// What a byte means to whoever reads a form.
enum Sign : std::uint8_t { kEscape = 1, kBracket = 2, kForeign = 4, kEquals = 8, kAnd = 16 };

constexpr auto kSigns = [] {
    std::array<std::uint8_t, 256> signs{};
    for (std::size_t byte = 0x80; byte < signs.size(); ++byte) signs[byte] = kForeign;
    signs['%'] = signs['+'] = kEscape;
    signs['['] = signs[']'] = kBracket;
    signs['='] = kEquals;
    signs['&'] = kAnd;
    return signs;
}();

// The bytes up to the first that has one of these signs, and which signs those have.
struct Run {
    Run(std::string_view text, std::uint8_t stops) {
        std::size_t size = 0;
        for (; size < text.size(); ++size) {
            const std::uint8_t sign = kSigns[static_cast<unsigned char>(text[size])];
            if ((sign & stops) != 0) break;
            signs |= sign;
        }
        bytes = text.substr(0, size);
    }
    std::string_view bytes;
    std::uint8_t signs = 0;
};

// A part of a pair without its escapes; most have none and are read where they stand.
class Part {
public:
    explicit Part(const Run& written) : text_(written.bytes), signs_(written.signs) {
        if ((signs_ & kEscape) == 0) return;
        decoded_ = undo_percent(written.bytes, true);
        text_ = decoded_;
    }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    std::string_view text() const { return text_; }
    bool is_utf8() const { return (signs_ & (kEscape | kForeign)) == 0 || base::is_utf8(text_); }
    bool may_have_brackets() const { return (signs_ & (kEscape | kBracket)) != 0; }

private:
    std::string decoded_;
    std::string_view text_;
    std::uint8_t signs_ = 0;
};

// Could it be a place in a list?
bool is_number(std::string_view text) {
    return text.find_first_not_of("0123456789") == std::string_view::npos;
}

class FlatForm {
public:
    FlatForm() { form_.reserve(kUsualNames); }

    // False: this one is not simple.
    bool add(const Part& named, const Part& given) {
        if (!named.is_utf8() || !given.is_utf8()) return false;
        const std::string_view name = named.text();
        Value value = given.text().empty() ? Value() : Value(given.text());
        const std::size_t open =
            named.may_have_brackets() ? name.find('[') : std::string_view::npos;
        if (open == std::string_view::npos) return add_to(form_, name, std::move(value));
        const std::string_view outer = name.substr(0, open);
        const std::string_view rest = name.substr(open + 1);
        if (outer.empty() || outer.find(']') != std::string_view::npos) return false;
        if (!rest.ends_with(']') || rest.find_first_of("[]") != rest.size() - 1) return false;
        const std::string_view inner = rest.substr(0, rest.size() - 1);
        if (is_number(inner)) return false;  // or empty
        Value* group = form_.find_mutable(outer);
        if (group == nullptr) group = &form_.set(outer, Value::object());
        return group->is_object() && add_to(*group, inner, std::move(value));
    }

    Value take() { return std::move(form_); }

private:
    static bool add_to(Value& object, std::string_view name, Value value) {
        if (object.has(name)) return false;
        object.append(name, std::move(value));
        return true;
    }

    Value form_ = Value::object();
};

}  // namespace

std::optional<Value> read_flat_form(std::string_view text, const FormLimits& limits) {
    if (limits.depth < 2) return std::nullopt;
    FlatForm form;
    std::size_t pairs = 0;
    while (!text.empty()) {
        if (text.front() == '&') {
            text.remove_prefix(1);
            continue;
        }
        if (++pairs > limits.pairs) return std::nullopt;
        const Run name(text, kEquals | kAnd);
        text.remove_prefix(name.bytes.size());
        if (text.starts_with('=')) text.remove_prefix(1);
        const Run value(text, kAnd);
        text.remove_prefix(value.bytes.size());
        if (!form.add(Part(name), Part(value))) return std::nullopt;
    }
    return form.take();
}

}  // namespace understudy::http
