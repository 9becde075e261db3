// Commands of a plan: argv, standard input, folder, variables. No text of a plan ever meets a
// shell.
#include "base/bytes.hpp"
#include "base/text.hpp"
#include "plan/code.hpp"
#include "plan/impl/holes.hpp"
#include "plan/impl/reader.hpp"

namespace understudy::plan {

namespace {

constexpr std::string_view kScratch = "scratch";
constexpr std::string_view kNone = "none";

bool is_variable_name(std::string_view name) {
    if (name.empty() || (name.front() >= '0' && name.front() <= '9')) return false;
    for (const char c : name) {
        const bool good =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
        if (!good) return false;
    }
    return true;
}

// Bytes in base64 have no holes: what looks like one in them is data.
std::string as_literal(std::string_view bytes) {
    return base::replace_all(bytes, "${", "$${");
}

std::optional<std::string> read_input(Reader& reader, const Node& node) {
    if (!node) return std::nullopt;
    if (!node.value->is_object()) {
        auto text = reader.text(node, "stdin");
        reader.check_holes(node);
        if (text == kNone) return std::nullopt;
        return text;
    }
    MapReader map(reader, node, "stdin");
    const Node text = map.get("text");
    const Node encoded = map.get("base64");
    map.done();
    if (text && encoded) {
        reader.problem_at_key(
            code::Exclusive, {{"what", "stdin"}, {"first", "text"}, {"second", "base64"}}, encoded);
        return std::nullopt;
    }
    if (text) {
        reader.check_holes(text);
        return reader.text(text, "text");
    }
    if (!encoded) {
        reader.problem(code::MissingKey, {{"what", "stdin"}, {"key", "`text` or `base64`"}}, node);
        return std::nullopt;
    }
    const auto written = reader.text(encoded, "base64");
    if (!written) return std::nullopt;
    if (auto bytes = base::from_base64(*written)) return as_literal(*bytes);
    reader.wrong_kind(encoded, "base64", "bytes in base64");
    return std::nullopt;
}

// `scratch`, or a folder below it: nothing that leads out.
std::string read_folder(Reader& reader, const Node& node) {
    const auto written = reader.text(node, "cwd");
    if (!written || *written == kScratch) return "";
    std::string_view rest = *written;
    bool good = rest.starts_with("scratch/") && rest.size() > kScratch.size() + 1;
    if (good) rest.remove_prefix(kScratch.size() + 1);
    for (const std::string_view part : base::split(rest, '/')) {
        good = good && !part.empty() && part != "." && part != "..";
    }
    if (good) return std::string(rest);
    reader.problem(code::BadPath,
                   {{"text", base::quoted(*written)},
                    {"why", "a command runs in the scratch folder or below it"},
                    {"help", "cwd: scratch, or scratch/FOLDER"}},
                   node);
    return "";
}

}  // namespace

bool can_be_name(std::string_view name) {
    auto names = holes_in("${" + std::string(name) + "}");
    return names && names->size() == 1 && names->front() == name;
}

std::vector<std::string> read_words(Reader& reader, const Node& node, std::string_view what) {
    if (!node) return {};
    if (!node.value->is_array() || node.value->size() == 0) {
        reader.wrong_kind(node, what, "a list of texts, the program first");
        return {};
    }
    reader.check_holes(node);
    std::vector<std::string> words = reader.texts(node, "a word of " + std::string(what));
    if (!words.empty() && words.front().empty()) {
        reader.wrong_kind(node.item(0), "the program", "text that is not empty");
    }
    return words;
}

Variables read_variables(Reader& reader, const Node& node, std::string_view what,
                         std::vector<std::string>* environment) {
    Variables variables;
    if (!node) return variables;
    if (!node.value->is_object()) {
        reader.wrong_kind(node, what, "a map");
        return variables;
    }
    for (const json::Member& member : node.value->members()) {
        const Node one{&member.value, node.at / member.key()};
        if (!is_variable_name(member.key())) {
            reader.problem_at_key(code::BadName,
                                  {{"text", base::quoted(member.key())},
                                   {"what", "a variable"},
                                   {"help", "letters, digits and _"}},
                                  one);
            continue;
        }
        auto value = reader.text(one, "the variable " + std::string(member.key()));
        if (!value) continue;
        if (environment != nullptr) {
            reader.check_holes(one, *environment);
        } else {
            reader.check_holes(one);
        }
        variables.emplace_back(member.key(), std::move(*value));
    }
    return variables;
}

Command read_command(Reader& reader, MapReader& map, const Node& run) {
    Command command;
    command.mark = reader.mark(run);
    command.words = read_words(reader, run, "run");
    command.input = read_input(reader, map.get("stdin"));
    command.folder = read_folder(reader, map.get("cwd"));
    command.environment = read_variables(reader, map.get("env"), "env", nullptr);
    command.files = reader.texts(map.get("files"), "files");
    return command;
}

void vary_command(Reader& reader, MapReader& map, Command& command) {
    if (const Node run = map.get("run")) {
        command.mark = reader.mark(run);
        command.words = read_words(reader, run, "run");
    }
    if (const Node input = map.get("stdin")) command.input = read_input(reader, input);
    if (const Node folder = map.get("cwd")) command.folder = read_folder(reader, folder);
    for (auto& [name, value] : read_variables(reader, map.get("env"), "env", nullptr)) {
        std::erase_if(command.environment,
                      [&name = name](const auto& known) { return known.first == name; });
        command.environment.emplace_back(std::move(name), std::move(value));
    }
}

}  // namespace understudy::plan
