// Runs our expression language over the conformance cases of CEL.
//
//     conformance_cel_suite FOLDER             scores the cases listed in cel_subset.txt
//     conformance_cel_suite FOLDER --select    prints the cases the rule (cel_rule.cpp) puts there
//
// A case that expects a value is right when we give that value, kinds of numbers included; a case
// that expects an error is right when we report one, at check or at evaluation.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "base/text.hpp"
#include "cel_rule.hpp"
#include "expr/evaluate.hpp"
#include "json/write.hpp"
#include "textproto.hpp"

namespace understudy::conformance {
namespace {

namespace fs = std::filesystem;

struct Case {
    std::string id;  // file/section/test
    std::string file;
    const Message* test = nullptr;
};

std::optional<std::string> read_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) return std::nullopt;
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

// --- values of the suite, as text of the language and as JSON

std::string number_text(const std::string& written) {
    if (written == "nan" || written == "NaN") return "double(\"NaN\")";
    if (written == "inf" || written == "infinity" || written == "Infinity") {
        return "double(\"Infinity\")";
    }
    if (written == "-inf" || written == "-infinity" || written == "-Infinity") {
        return "double(\"-Infinity\")";
    }
    return base::shortest(std::strtod(written.c_str(), nullptr));
}

std::string text_literal(std::string_view text) {
    std::string out;
    json::write_string_to(out, text);
    return out;
}

// A google.protobuf.Timestamp or Duration.
std::string time_text(const std::string& name, const Message& message) {
    const auto whole = [&](std::string_view field) {
        return base::parse_int64(message.text(field)).value_or(0);
    };
    const std::int64_t seconds = whole("seconds");
    const auto nanoseconds = static_cast<std::int32_t>(whole("nanos"));
    if (name.find("Timestamp") != std::string::npos) {
        return "timestamp(\"" + base::to_rfc3339({seconds, nanoseconds}) + "\")";
    }
    return "duration(\"" + std::to_string(seconds) + "s\") + duration(\"" +
           std::to_string(nanoseconds) + "ns\")";
}

std::string to_expression(const Message& value) {
    if (value.fields.empty()) return "null";
    const auto& [kind, field] = value.fields.front();
    if (kind == "null_value") return "null";
    if (kind == "bool_value" || kind == "int64_value") return field.text;
    if (kind == "double_value") return number_text(field.text);
    if (kind == "string_value") return text_literal(field.text);
    if (field.message.empty()) return "null";
    const Message& inside = field.message.front();
    std::string out;
    if (kind == "list_value") {
        for (const Message* item : inside.children("values")) {
            out += (out.empty() ? "" : ", ") + to_expression(*item);
        }
        return "[" + out + "]";
    }
    if (kind == "map_value") {
        for (const Message* entry : inside.children("entries")) {
            const Message* key = entry->child("key");
            const Message* held = entry->child("value");
            if (key == nullptr || held == nullptr) continue;
            out += (out.empty() ? "" : ", ") + to_expression(*key) + ": " + to_expression(*held);
        }
        return "{" + out + "}";
    }
    if (kind == "object_value" && !inside.fields.empty() &&
        !inside.fields.front().value.message.empty()) {
        return time_text(inside.fields.front().name, inside.fields.front().value.message.front());
    }
    return "null";
}

expr::Type type_of(const Message& value) {
    const Message* object = value.child("object_value");
    if (object == nullptr || object->fields.empty()) return expr::Type::any();
    const bool instant = object->fields.front().name.find("Timestamp") != std::string::npos;
    return instant ? expr::Type::timestamp() : expr::Type::duration();
}

// --- one case

struct Setting {
    expr::Scope scope;
    std::vector<std::pair<std::string, json::Value>> values;
};

base::Result<json::Value> evaluate_constant(const std::string& text) {
    const expr::Scope scope;
    expr::Program program = TRY(expr::compile(text, scope, {.cost = 1'000'000}));
    return expr::evaluate(program, expr::Env(scope), {1'000'000});
}

void declare_function(expr::Scope& scope, const Message& declared) {
    const Message* function = declared.child("function");
    const Message* overload = function == nullptr ? nullptr : function->child("overloads");
    if (overload == nullptr) return;
    expr::HostFunction host;
    host.name = declared.text("name");
    host.parameters.resize(overload->children("params").size());
    scope.add_function(std::move(host));
}

base::Result<Setting> set_up(const Message& test) {
    Setting setting;
    for (const Message* declared : test.children("type_env")) {
        if (declared->has("function")) {
            declare_function(setting.scope, *declared);
        } else {
            setting.scope.add(declared->text("name"));
        }
    }
    for (const Message* binding : test.children("bindings")) {
        const Message* outer = binding->child("value");
        const Message* value = outer == nullptr ? nullptr : outer->child("value");
        if (value == nullptr) continue;
        setting.scope.add(binding->text("key"), type_of(*value));
        setting.values.emplace_back(binding->text("key"),
                                    TRY(evaluate_constant(to_expression(*value))));
    }
    return setting;
}

base::Result<std::string> run(const std::string& text, const Setting& setting,
                              expr::Checks checks) {
    expr::Program program =
        TRY(expr::compile(text, setting.scope, {.cost = 1'000'000}, {}, checks));
    expr::Env env(setting.scope);
    for (const auto& [name, value] : setting.values) env.set(name, value);
    return expr::evaluate_text(program, env, {1'000'000});
}

// What went wrong; empty if the case is right.
std::string judge(const Message& test) {
    const base::Result<Setting> setting = set_up(test);
    if (!setting) return "binding: " + base::message(setting.error());
    const std::string text = test.text("expr");
    const expr::Checks checks =
        test.text("disable_check") == "true" ? expr::Checks::Late : expr::Checks::All;

    const Message* typed = test.child("typed_result");
    const Message* expected = typed != nullptr ? typed->child("result") : test.child("value");
    if (test.text("check_only") == "true") {
        const auto program = expr::compile(text, setting->scope, {.cost = 1'000'000}, {}, checks);
        return program ? "" : "refused: " + base::message(program.error());
    }

    const base::Result<std::string> got = run(text, *setting, checks);
    if (test.has("eval_error") || test.has("any_eval_errors")) {
        return got ? "expected an error, got " + *got : "";
    }
    // Without any expectation the case expects true.
    const std::string wanted = expected == nullptr ? "true" : to_expression(*expected);
    if (!got) return "expected " + wanted + ", got error: " + base::message(got.error());
    const base::Result<std::string> normal = run(wanted, *setting, checks);
    if (!normal) return "the expected value cannot be read: " + base::message(normal.error());
    if (*got == *normal) return "";
    // Maps may come in any order.
    if (wanted.find('{') != std::string::npos && got->size() == normal->size()) {
        const auto same = run("dyn(" + text + ") == dyn(" + wanted + ")", *setting, checks);
        if (same && *same == "true") return "";
    }
    return "expected " + *normal + ", got " + *got;
}

// --- the suite

std::vector<Case> list_cases(const std::map<std::string, Message>& files) {
    std::vector<Case> cases;
    for (const auto& [file, message] : files) {
        for (const Message* section : message.children("section")) {
            std::map<std::string, int> seen;
            for (const Message* test : section->children("test")) {
                std::string name = test->text("name");
                if (const int count = ++seen[name]; count > 1) name += "#" + std::to_string(count);
                cases.push_back({file + "/" + section->text("name") + "/" + name, file, test});
            }
        }
    }
    return cases;
}

std::set<std::string> read_subset() {
    std::set<std::string> ids;
    const std::optional<std::string> text =
        read_file(fs::path(UNDERSTUDY_ROOT) / "tests/conformance/cel_subset.txt");
    if (!text) return ids;
    for (const std::string_view line : base::split_lines(*text)) {
        if (!line.empty() && line.front() != '#') ids.emplace(line);
    }
    return ids;
}

int print_selection(const std::vector<Case>& cases) {
    for (const Case& one : cases) {
        if (!outside_subset(one.file, *one.test)) std::puts(one.id.c_str());
    }
    return 0;
}

int score(const std::vector<Case>& cases) {
    std::set<std::string> wanted = read_subset();
    std::map<std::string, std::pair<int, int>> groups;
    json::Value misses = json::Value::array();
    for (const Case& one : cases) {
        if (wanted.erase(one.id) == 0) continue;
        auto& [right, total] = groups[one.file];
        ++total;
        const std::string why = judge(*one.test);
        if (why.empty()) {
            ++right;
        } else {
            misses.push_back(
                json::Value::object({{"case", one.id}, {"why", base::to_valid_utf8(why)}}));
        }
    }
    for (const std::string& id : wanted) {
        ++groups[id.substr(0, id.find('/'))].second;
        misses.push_back(json::Value::object({{"case", id}, {"why", "not in the suite"}}));
    }
    json::Value table = json::Value::object();
    for (const auto& [name, counts] : groups) {
        table.set(name, json::Value::object({{"right", counts.first}, {"total", counts.second}}));
    }
    const json::Value result =
        json::Value::object({{"suite", "cel_suite"}, {"groups", table}, {"misses", misses}});
    std::puts(json::write(result).c_str());
    return 0;
}

int main_of(const fs::path& folder, bool select) {
    std::map<std::string, Message> files;
    std::error_code problem;
    fs::path data = folder / "testdata";
    if (!fs::is_directory(data, problem)) data = folder;
    for (const fs::directory_entry& entry : fs::directory_iterator(data, problem)) {
        if (entry.path().extension() != ".textproto") continue;
        const std::optional<std::string> text = read_file(entry.path());
        std::string why = "cannot be opened";
        std::optional<Message> message = text ? read_textproto(*text, why) : std::nullopt;
        if (!message) {
            std::fprintf(stderr, "%s: %s\n", entry.path().c_str(), why.c_str());
            return 2;
        }
        files.emplace(entry.path().stem().string(), std::move(*message));
    }
    if (files.empty()) {
        std::fprintf(stderr, "%s: no .textproto files\n", data.c_str());
        return 2;
    }
    const std::vector<Case> cases = list_cases(files);
    return select ? print_selection(cases) : score(cases);
}

}  // namespace
}  // namespace understudy::conformance

int main(int argc, char** argv) {
    if (argc < 2) {
        std::fprintf(stderr, "usage: conformance_cel_suite FOLDER [--select]\n");
        return 2;
    }
    const bool select = argc > 2 && std::string_view(argv[2]) == "--select";
    return understudy::conformance::main_of(argv[1], select);
}
