#include "cassette/import/import_summary.hpp"
#include "json/write.hpp"

namespace understudy::cassette {

namespace {

using json::Value;

Value words_of(std::string_view program, const std::vector<std::string>& args) {
    Value words = Value::array();
    words.push_back(program);
    for (const std::string& arg : args) words.push_back(arg);
    return words;
}

// JSON on one line is YAML too, and needs no further quoting.
std::string line(std::string_view before, const Value& value) {
    return std::string(before) + json::write(value) + "\n";
}

std::string step(const Cassette& cassette, const CommandInput& call, std::string_view program) {
    const bool is_known = call.program == program;
    std::string text = line("  - id: ", cassette.name);
    if (!is_known) text += line("    # say the call behind ", words_of(call.program, call.args));
    text += line("    run: ", words_of(program, is_known ? call.args : std::vector<std::string>()));
    text += line("    record: ", cassette.name);
    const auto& ended = cassette.exchanges.front().output.ended;
    if (ended && ended->how == Ended::How::Exit) {
        text += line("    expect: ", Value::object({{"exit", ended->number}}));
    }
    return text;
}

}  // namespace

std::string draft_plan(const Importer& importer, const ImportSummary::Plan& plan,
                       std::span<const Cassette> cassettes) {
    std::string text =
        "# A draft made by `understudy import`. Say the real call and the effect (read, write,\n"
        "# destructive) of each step, take out what you do not need, and drop `.draft` from the "
        "name.\n";
    text += "version: 1\n" + line("service: ", plan.service);
    if (!plan.target.empty()) text += line("target: ", plan.target);
    text += "steps:\n";
    for (const Cassette& cassette : cassettes) {
        const CommandInput* call = cassette.exchanges.front().command();
        if (call != nullptr) text += step(cassette, *call, importer.program_of(plan.service));
    }
    return text;
}

}  // namespace understudy::cassette
