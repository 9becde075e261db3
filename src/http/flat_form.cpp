#include "http/impl/flat_form.hpp"

#include "base/text.hpp"
#include "http/impl/percent.hpp"

namespace understudy::http {

namespace {

using json::Value;

constexpr std::size_t kUsualNames = 8;

// A part of a pair without its escapes; most have none and are read where they stand.
class Part {
public:
    explicit Part(std::string_view written) : text_(written) {
        const bool has_escape = written.find('%') != std::string_view::npos ||
                                written.find('+') != std::string_view::npos;
        if (!has_escape) return;
        decoded_ = undo_percent(written, true);
        text_ = decoded_;
    }
    Part(const Part&) = delete;
    Part& operator=(const Part&) = delete;
    std::string_view text() const { return text_; }

private:
    std::string decoded_;
    std::string_view text_;
};

// Could it be a place in a list?
bool is_number(std::string_view text) {
    return text.find_first_not_of("0123456789") == std::string_view::npos;
}

class FlatForm {
public:
    FlatForm() { form_.reserve(kUsualNames); }

    // False: this one is not simple.
    bool add(std::string_view name, std::string_view text) {
        if (!base::is_utf8(name) || !base::is_utf8(text)) return false;
        Value value = text.empty() ? Value() : Value(text);
        const std::size_t open = name.find('[');
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
        const std::size_t end = text.find('&');
        const std::string_view pair = text.substr(0, end);
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (pair.empty()) continue;
        if (++pairs > limits.pairs) return std::nullopt;
        const std::size_t equals = pair.find('=');
        const Part name(pair.substr(0, equals));
        const Part value(equals == std::string_view::npos ? std::string_view()
                                                          : pair.substr(equals + 1));
        if (!form.add(name.text(), value.text())) return std::nullopt;
    }
    return form.take();
}

}  // namespace understudy::http
