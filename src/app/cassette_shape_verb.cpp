// understudy cassette shape PATH...: what the answers to each call look like, learnt from their
// recordings.
#include <filesystem>

#include "app/cassette_files.hpp"
#include "app/code.hpp"
#include "app/verbs.hpp"
#include "base/text.hpp"
#include "cassette/shape.hpp"
#include "json/write.hpp"

namespace understudy::app {

namespace {

constexpr Positional kPositionals[] = {
    {"PATH", "a cassette, or a folder of cassettes", true},
};
constexpr Option kOptions[] = {
    {"--call", "TEXT", "only calls that begin so: program and arguments, a space between them", "",
     ""},
};
constexpr Example kExamples[] = {
    {"understudy cassette shape cassettes/github --call \"gh pr list\"",
     "the schema of what `gh pr list` answers"},
    {"understudy cassette shape cassettes > shapes.json", "all calls of all services"},
};

base::Result<std::vector<std::string>> files_at(const std::string& path) {
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) return std::vector<std::string>{path};
    std::vector<std::string> files;
    for (const CassetteFile& file : TRY(list_cassettes(path))) files.push_back(file.path);
    return files;
}

// As a person would type it: `gh pr list`, `GET /v1/charges`.
std::string text_of(const json::Value& call) {
    std::string text;
    const auto add = [&text](const json::Value* value) {
        if (value == nullptr || !value->is_string()) return;
        if (!text.empty()) text += ' ';
        text += value->as_string();
    };
    add(call.find("program"));
    add(call.find("method"));
    add(call.find("path"));
    if (const json::Value* args = call.find("args")) {
        for (const json::Value& each : args->items()) add(&each);
    }
    return text;
}

base::Result<ExitCode> run_shape(const Arguments& arguments, Terminal& terminal) {
    cassette::ShapeLearner learner;
    bool has_room = true;
    for (const std::string& path : arguments.list("PATH")) {
        for (const std::string& file : TRY(files_at(path))) {
            has_room = learner.add(TRY(read_cassette(file)).cassette) && has_room;
        }
    }
    const std::string_view wanted = arguments.value("--call");
    json::Value shapes = json::Value::array();
    for (const cassette::CallAnswer& answer : learner.answers()) {
        if (text_of(answer.call).starts_with(wanted)) shapes.push_back(to_json(answer));
    }
    if (shapes.size() == 0) {
        return base::fail(code::NoRecordings,
                          {{"what", wanted.empty() ? std::string("a call")
                                                   : "the call " + base::quoted(wanted)}});
    }
    if (!has_room) {
        terminal.error("only the first " + base::with_thousands(cassette::kMostCalls) +
                       " calls are shown\n");
    }
    terminal.out(json::write_pretty(json::Value::object({{"shapes", std::move(shapes)}})) + "\n");
    return ExitCode::Done;
}

}  // namespace

const Verb kCassetteShapeVerb = {
    "cassette shape",
    "what the answers to a call look like",
    "Puts the recordings of each call together and writes, as JSON, how it ended, a JSON Schema of "
    "each part of its output that can be parsed, and the sets of values where few were seen. "
    "Recordings belong together if their arguments are the same, so a narrow list of fields is "
    "never judged by a wider one. Use the schemas where your program parses the answers.",
    kPositionals,
    kOptions,
    kExamples,
    run_shape,
};

}  // namespace understudy::app
