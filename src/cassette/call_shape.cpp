#include "cassette/call_shape.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "json/write.hpp"

namespace understudy::cassette {

namespace {

constexpr std::size_t kMostWords = 2;
constexpr std::size_t kLongestWord = 20;
constexpr std::size_t kLongestFlag = 40;
constexpr std::size_t kMostFlags = 100;
constexpr std::string_view kOutcomes[] = {"replayed", "missed", "ran", "quiet", "forbidden"};

bool is_small(char c) {
    return c >= 'a' && c <= 'z';
}
bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_letter(char c) {
    return is_small(c) || (c >= 'A' && c <= 'Z');
}

// Letters and dashes only: what has digits or capitals may be a name, an id or a secret.
bool is_word(std::string_view text) {
    return !text.empty() && text.size() <= kLongestWord && is_small(text.front()) &&
           is_small(text.back()) &&
           std::all_of(text.begin(), text.end(), [](char c) { return is_small(c) || c == '-'; });
}

bool is_flag_name(std::string_view text) {
    return !text.empty() && text.size() <= kLongestFlag && is_letter(text.front()) &&
           std::all_of(text.begin(), text.end(),
                       [](char c) { return is_letter(c) || is_digit(c) || c == '-'; });
}

bool is_url(std::string_view text) {
    const std::size_t at = text.find("://");
    return at != std::string_view::npos && at > 0 &&
           std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), is_letter);
}

std::string_view class_of(std::string_view value) {
    if (value.empty()) return "empty";
    if (value == "true" || value == "false") return "boolean";
    if (base::parse_int64(value)) return "integer";
    if (json::is_number_text(value)) return "number";
    if (value.front() == '{' || value.front() == '[') return "json";
    if (is_url(value)) return "url";
    if (value.find('/') != std::string_view::npos) return "path";
    if (value.find(',') != std::string_view::npos && value.find(' ') == std::string_view::npos) {
        return "list";
    }
    return "text";
}

void add_flag(CallShape& shape, std::string name, std::string_view value_class) {
    for (auto& [each, its_class] : shape.flags) {
        if (each != name) continue;
        if (its_class != value_class) its_class = "mixed";
        return;
    }
    if (shape.flags.size() < kMostFlags) shape.flags.emplace_back(std::move(name), value_class);
}

bool is_flag(std::string_view arg) {
    return arg.size() > 1 && arg.front() == '-' && !is_digit(arg[1]);
}

// `--limit=5`, `--limit 5`, `-n5`, `-n 5`. True: the next argument is its value.
bool read_flag(CallShape& shape, std::string_view arg, const std::string* next) {
    const bool is_long = arg.starts_with("--");
    const std::size_t equals = arg.find('=');
    std::string_view name =
        is_long
            ? arg.substr(2, equals == std::string_view::npos ? std::string_view::npos : equals - 2)
            : arg.substr(1, 1);
    std::string shown = is_flag_name(name) ? (is_long ? "--" : "-") + std::string(name) : "--?";
    if (is_long && equals != std::string_view::npos) {
        add_flag(shape, std::move(shown), class_of(arg.substr(equals + 1)));
        return false;
    }
    if (!is_long && arg.size() > 2) {  // the rest may be its value, or more letters
        add_flag(shape, std::move(shown), class_of(arg.substr(2)));
        return false;
    }
    const bool has_value = next != nullptr && !is_flag(*next) && *next != "--";
    add_flag(shape, std::move(shown), has_value ? class_of(*next) : "none");
    return has_value;
}

}  // namespace

CallShape shape_of(const CommandInput& call) {
    CallShape shape;
    shape.program = call.program;
    shape.has_stdin = call.stdin_body.has_value();
    bool may_be_word = true;
    for (std::size_t i = 0; i < call.args.size(); ++i) {
        const std::string& arg = call.args[i];
        if (arg == "--") break;
        if (is_flag(arg)) {
            may_be_word = false;
            const std::string* next = i + 1 < call.args.size() ? &call.args[i + 1] : nullptr;
            if (read_flag(shape, arg, next)) ++i;
        } else if (may_be_word && shape.words.size() < kMostWords && is_word(arg)) {
            shape.words.push_back(arg);
        } else {
            may_be_word = false;
        }
    }
    std::sort(shape.flags.begin(), shape.flags.end());
    return shape;
}

std::string CallShape::text() const {
    std::string text = program;
    for (const std::string& word : words) text += ' ' + word;
    for (const auto& [name, value_class] : flags) {
        text += ' ' + name;
        if (value_class != "none") text += '=' + value_class;
    }
    if (has_stdin) text += " <stdin";
    return text;
}

json::Value to_json(const CallShape& shape) {
    json::Value words = json::Value::array();
    for (const std::string& word : shape.words) words.push_back(word);
    json::Value flags = json::Value::object();
    for (const auto& [name, value_class] : shape.flags) flags.set(name, value_class);
    return json::Value::object(
        {{"words", std::move(words)}, {"flags", std::move(flags)}, {"stdin", shape.has_stdin}});
}

std::optional<CallShape> shape_from(std::string_view program, const json::Value& value) {
    const json::Value* words = value.find("words");
    const json::Value* flags = value.find("flags");
    const json::Value* has_stdin = value.find("stdin");
    const bool is_shape = words != nullptr && words->is_array() && flags != nullptr &&
                          flags->is_object() && has_stdin != nullptr && has_stdin->is_bool();
    if (!is_shape) return std::nullopt;
    CallShape shape;
    shape.program = program;
    shape.has_stdin = has_stdin->as_bool();
    for (const json::Value& word : words->items()) {
        if (!word.is_string()) return std::nullopt;
        shape.words.emplace_back(word.as_string());
    }
    for (const json::Member& flag : flags->members()) {
        if (!flag.value.is_string()) return std::nullopt;
        shape.flags.emplace_back(flag.key(), flag.value.as_string());
    }
    std::sort(shape.flags.begin(), shape.flags.end());
    return shape;
}

std::string log_line(const LoggedCall& call) {
    json::Value line = json::Value::object({{"program", call.shape.program},
                                            {"shape", to_json(call.shape)},
                                            {"outcome", call.outcome}});
    if (!call.cassette.empty()) line.set("cassette", call.cassette);
    if (call.exchange) line.set("exchange", static_cast<std::uint64_t>(*call.exchange));
    if (!call.fault.empty()) line.set("fault", call.fault);
    return json::write(line);
}

std::optional<LoggedCall> logged_call(const json::Value& line) {
    const auto text = [&](std::string_view key) -> const json::Value* {
        const json::Value* found = line.find(key);
        return found != nullptr && found->is_string() ? found : nullptr;
    };
    const json::Value* program = text("program");
    const json::Value* outcome = text("outcome");
    const json::Value* shape = line.find("shape");
    if (program == nullptr || outcome == nullptr || shape == nullptr) return std::nullopt;
    auto read = shape_from(program->as_string(), *shape);
    const bool is_known = std::find(std::begin(kOutcomes), std::end(kOutcomes),
                                    outcome->as_string()) != std::end(kOutcomes);
    if (!read || !is_known) return std::nullopt;
    LoggedCall call{std::move(*read), std::string(outcome->as_string()), {}, {}};
    if (const json::Value* cassette = text("cassette")) call.cassette = cassette->as_string();
    if (const json::Value* fault = text("fault")) call.fault = fault->as_string();
    const json::Value* exchange = line.find("exchange");
    if (exchange != nullptr && exchange->is_number()) {
        const auto number = exchange->to_int64();
        if (!number || *number < 0) return std::nullopt;
        call.exchange = static_cast<std::size_t>(*number);
    }
    return call;
}

}  // namespace understudy::cassette
