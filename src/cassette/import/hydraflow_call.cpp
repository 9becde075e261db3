// The call and the answer of an older cassette, and its normalizers.
#include <array>
#include <utility>

#include "base/text.hpp"
#include "cassette/import/hydraflow_conversion.hpp"

namespace understudy::cassette::hydraflow {

using json::Pointer;
using json::Value;
using report::Severity;

namespace {

constexpr std::size_t kMostArguments = 10'000;
constexpr int kMostExit = 255;

}  // namespace

std::optional<std::string> Conversion::bytes_of(const Pointer& at, std::string_view what) {
    if (const std::string* bytes = foreign_.binary_at(at)) return *bytes;
    const Value* value = find(at);
    if (value == nullptr || value->is_null()) return std::nullopt;
    return text_of(at, what, *value);
}

void Conversion::read_input() {
    const Pointer at = Pointer() / "input";
    const Value* map = find(at);
    if (map == nullptr || !map->is_object()) {
        return problem(at, "input", map == nullptr ? "it is missing" : "a map is expected");
    }
    CommandInput input;
    input.program = need_text(at / "command", "input.command");
    if (const Value* args = map->find("args"); args != nullptr && !args->is_null()) {
        if (!args->is_array() || args->size() > kMostArguments) {
            problem(at / "args", "input.args", "a list of texts is expected");
        } else {
            for (std::size_t i = 0; i < args->size(); ++i) {
                const std::string what = "argument " + std::to_string(i + 1);
                const std::string text = text_of(at / "args" / i, what, (*args)[i]);
                input.args.push_back(base::replace_all(text, "${", "$${"));
            }
        }
    }
    if (auto bytes = bytes_of(at / "stdin", "input.stdin")) {
        input.stdin_body = Body{std::move(*bytes), {}};
    }
    if (const Value* env = map->find("env"); env != nullptr && !env->is_null()) {
        if (!env->is_object()) {
            problem(at / "env", "input.env", "a map of texts is expected");
        } else {
            for (const json::Member& member : env->members()) {
                const std::string name(member.key());
                input.env.emplace_back(name, text_of(at / "env" / name, name, member.value));
            }
        }
    }
    exchange_.input = std::move(input);
}

void Conversion::read_exit(const Pointer& at) {
    const Value* value = find(at);
    if (value == nullptr) return problem(at, "output.exit_code", "it is missing");
    std::optional<std::int64_t> number;
    if (value->is_number()) number = value->to_int64();
    if (value->is_string()) {
        number = base::parse_int64(value->as_string());
        if (number) {
            findings_.add(Severity::Warning, code::ImportConverted, at,
                          {{"what", "output.exit_code"},
                           {"before", "the text " + base::quoted(value->as_string())},
                           {"after", "the number " + std::to_string(*number)}});
        }
    }
    if (!number || *number < 0 || *number > kMostExit) {
        return problem(at, "output.exit_code", "a number from 0 to 255 is expected");
    }
    exchange_.output.ended = Ended{Ended::How::Exit, static_cast<int>(*number), {}};
}

void Conversion::read_output() {
    const Pointer at = Pointer() / "output";
    const Value* map = find(at);
    if (map == nullptr || !map->is_object()) {
        return problem(at, "output", map == nullptr ? "it is missing" : "a map is expected");
    }
    constexpr std::array<std::pair<std::string_view, From>, 2> kStreams = {
        {{"stdout", From::Stdout}, {"stderr", From::Stderr}}};
    for (const auto& [name, from] : kStreams) {
        auto bytes = bytes_of(at / name, "output." + std::string(name));
        if (bytes && !bytes->empty()) {
            exchange_.output.pieces.push_back({0, from, std::move(*bytes)});
        }
    }
    read_exit(at / "exit_code");
}

void Conversion::read_rules() {
    const Pointer at = Pointer() / "normalizers";
    const Value* list = find(at);
    if (list == nullptr || list->is_null()) return;
    if (!list->is_array()) return problem(at, "normalizers", "a list of names is expected");
    const Normalizers known = Normalizers::shipped();
    for (std::size_t i = 0; i < list->size(); ++i) {
        const std::string name = text_of(at / i, "normalizers", (*list)[i]);
        if (known.find(name) == nullptr) {
            left_out(at / i, "normalizers", base::quoted(name) + " is no known normalizer",
                     "normalizer: " + name);
            continue;
        }
        RuleSpec rule;
        rule.use = name;
        rule.written = Value::object({{"use", name}});
        rule.mark = foreign_.document.mark(at / i);
        made_.cassette.rules.push_back(std::move(rule));
    }
}

}  // namespace understudy::cassette::hydraflow
