// Times our validator on the cases that make_cases.py made, as ajv.mjs does for Ajv.
//
//     schema_bench CASES.json [SECONDS] [all|whole]
//
// Prints {"validations_per_second", "validations_per_cpu_second", "compile_seconds", "cases",
// "values", "verdicts"}; '?' in the verdicts is a value that could not be checked to the end. The
// rate by CPU time is the one to compare on a busy machine.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "schema/check.hpp"
#include "schema/compile.hpp"

namespace {

using namespace understudy;
using Clock = std::chrono::steady_clock;

struct Work {
    schema::Schema schema;
    json::Value value;
};

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

base::Result<json::Value> read(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    json::ParseOptions options;
    options.name = path.string();
    return json::parse(text.str(), options);
}

base::Result<std::vector<Work>> prepare(const json::Value& cases,
                                        const std::filesystem::path& folder, bool only_whole,
                                        double& compile_seconds) {
    std::map<std::string, std::vector<std::size_t>> by_file;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        by_file[std::string(cases[i].find("schema_file")->as_string())].push_back(i);
    }
    std::vector<std::vector<Work>> by_case(cases.size());
    for (const auto& [file, group] : by_file) {
        const json::Value document = TRY(read(folder / file));
        std::vector<json::Pointer> pointers;
        for (const std::size_t i : group) {
            const std::string_view pointer = cases[i].find("schema_pointer")->as_string();
            pointers.push_back(TRY(json::Pointer::parse(pointer)));
        }
        schema::CompileOptions options;
        options.dialect = *schema::dialect_named(cases[group.front()].find("dialect")->as_string());
        const Clock::time_point begin = Clock::now();
        const std::vector<schema::Schema> schemas =
            TRY(schema::compile_all(document, pointers, options));
        compile_seconds += seconds_since(begin);
        for (std::size_t i = 0; i < group.size(); ++i) {
            const json::Value& each = cases[group[i]];
            const std::span<const json::Value> values = each.find("instances")->items();
            const auto whole = static_cast<std::size_t>(*each.find("whole")->to_int64());
            const std::size_t count = only_whole ? whole : values.size();
            for (const json::Value& value : values.first(count)) {
                by_case[group[i]].push_back({schemas[i], value});
            }
        }
    }
    std::vector<Work> work;
    for (std::vector<Work>& each : by_case) {
        for (Work& one : each) work.push_back(std::move(one));
    }
    return work;
}

char letter(schema::Verdict verdict) {
    if (verdict == schema::Verdict::Valid) return '1';
    return verdict == schema::Verdict::Invalid ? '0' : '?';
}

}  // namespace

int main(int argc, char** argv) {
    const std::filesystem::path file = argc > 1 ? argv[1] : "cases.json";
    const double seconds = argc > 2 ? std::strtod(argv[2], nullptr) : 2;
    const bool only_whole = argc > 3 && std::string_view(argv[3]) == "whole";
    const base::Result<json::Value> input = read(file);
    if (!input) {
        std::fprintf(stderr, "%s\n", base::render(input.error()).c_str());
        return 2;
    }
    double compile_seconds = 0;
    const base::Result<std::vector<Work>> work =
        prepare(*input->find("cases"), file.parent_path(), only_whole, compile_seconds);
    if (!work) {
        std::fprintf(stderr, "%s\n", base::render(work.error()).c_str());
        return 2;
    }
    std::string verdicts;
    for (const Work& each : *work) verdicts += letter(schema::judge(each.schema, each.value));

    std::size_t valid = 0;
    std::size_t passes = 0;
    const Clock::time_point begin = Clock::now();
    const std::clock_t cpu_begin = std::clock();
    while (seconds_since(begin) < seconds) {
        for (const Work& each : *work) {
            if (schema::judge(each.schema, each.value) == schema::Verdict::Valid) ++valid;
        }
        ++passes;
    }
    const auto checked = static_cast<double>(passes * work->size());
    const double rate = checked / seconds_since(begin);
    const double cpu_seconds =
        static_cast<double>(std::clock() - cpu_begin) / static_cast<double>(CLOCKS_PER_SEC);
    const json::Value out = json::Value::object(
        {{"validations_per_second", static_cast<std::int64_t>(rate)},
         {"validations_per_cpu_second", static_cast<std::int64_t>(checked / cpu_seconds)},
         {"compile_seconds", compile_seconds},
         {"cases", static_cast<std::int64_t>(input->find("cases")->size())},
         {"values", static_cast<std::int64_t>(work->size())},
         {"valid", static_cast<std::int64_t>(passes == 0 ? 0 : valid / passes)},
         {"verdicts", verdicts}});
    std::printf("%s\n", json::write(out).c_str());
    return 0;
}
