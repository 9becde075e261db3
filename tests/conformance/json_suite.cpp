// JSONTestSuite: every y_ file must be read, every n_ file refused; i_ files may go either way but
// must not crash. Each file is read whole and byte by byte; the two must agree.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "json/parse.hpp"
#include "json/write.hpp"

using namespace understudy;

namespace {

std::string read_bytes(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

bool accepts(const std::string& text, bool& agree) {
    const auto whole = json::parse(text);
    json::Parser parser;
    for (const char& byte : text) {
        if (!parser.feed(std::string_view(&byte, 1))) break;
    }
    agree = parser.finish().has_value() == whole.has_value();
    return whole.has_value();
}

}  // namespace

int main(int count, char** words) {
    if (count != 2 || !std::filesystem::is_directory(words[1])) {
        std::fprintf(stderr,
                     "usage: conformance_json_suite FOLDER (of JSONTestSuite's test_parsing)\n");
        return 2;
    }
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(words[1]))
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());

    std::int64_t right[3] = {};
    std::int64_t total[3] = {};
    const std::string_view groups[3] = {"must-accept", "must-reject", "free"};
    json::Value misses = json::Value::array();
    for (const auto& file : files) {
        const std::string name = file.filename().string();
        const std::size_t group = name.starts_with("y_") ? 0 : name.starts_with("n_") ? 1 : 2;
        bool agree = true;
        const bool accepted = accepts(read_bytes(file), agree);
        const bool good = agree && (group == 2 || accepted == (group == 0));
        ++total[group];
        if (good) {
            ++right[group];
        } else {
            misses.push_back(
                json::Value::object({{"case", std::string(groups[group]) + "/" + name},
                                     {"why", agree ? "wrong verdict" : "pieces disagree"}}));
        }
    }
    json::Value result = json::Value::object();
    for (std::size_t i = 0; i < 3; ++i) {
        result.set(groups[i], json::Value::object({{"right", right[i]}, {"total", total[i]}}));
    }
    const json::Value report =
        json::Value::object({{"suite", "json_suite"}, {"groups", result}, {"misses", misses}});
    std::printf("%s\n", json::write(report).c_str());
    return 0;
}
