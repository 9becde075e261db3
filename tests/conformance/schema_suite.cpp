// The JSON-Schema-Test-Suite. Required tests are one group per draft; optional ones are groups of
// their own, `draft7/optional` and, with formats asserted, `draft7/format`. Remote documents are
// served from the suite's `remotes` folder as http://localhost:1234/.
#include <algorithm>
#include <cstdio>
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

namespace fs = std::filesystem;
using namespace understudy;

std::optional<std::string> read_file(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) return std::nullopt;
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

struct Score {
    std::int64_t right = 0;
    std::int64_t total = 0;
};

struct Draft {
    std::string folder;
    schema::Dialect dialect;
};

class Suite {
public:
    explicit Suite(fs::path root) : root_(std::move(root)) {}

    bool run(const Draft& draft) {
        const fs::path folder = root_ / "tests" / draft.folder;
        if (!fs::is_directory(folder)) return false;
        for (const fs::path& file : files_below(folder)) {
            const std::string part = file.lexically_relative(folder).generic_string();
            const bool format = part.starts_with("optional/format/");
            const bool optional = part.starts_with("optional/");
            const std::string group = draft.folder + (format     ? "/format"
                                                      : optional ? "/optional"
                                                                 : "/required");
            run_file(draft, file, group, part.substr(0, part.size() - 5), format);
        }
        return true;
    }

    json::Value to_json() const {
        json::Value groups = json::Value::object();
        for (const auto& [name, score] : scores_) {
            groups.set(name, json::Value::object({{"right", score.right}, {"total", score.total}}));
        }
        return json::Value::object(
            {{"suite", "schema_suite"}, {"groups", groups}, {"misses", misses_}});
    }

private:
    static std::vector<fs::path> files_below(const fs::path& folder) {
        std::vector<fs::path> files;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
            if (entry.path().extension() == ".json") files.push_back(entry.path());
        }
        std::sort(files.begin(), files.end());
        return files;
    }

    std::optional<json::Value> serve(std::string_view uri) const {
        constexpr std::string_view kServer = "http://localhost:1234/";
        if (!uri.starts_with(kServer)) return std::nullopt;
        const std::optional<std::string> text =
            read_file(root_ / "remotes" / std::string(uri.substr(kServer.size())));
        if (!text) return std::nullopt;
        base::Result<json::Value> value = json::parse(*text);
        if (!value) return std::nullopt;
        return std::move(*value);
    }

    void run_file(const Draft& draft, const fs::path& file, const std::string& group,
                  const std::string& name, bool assert_formats) {
        const std::optional<std::string> text = read_file(file);
        const base::Result<json::Value> cases = json::parse(text.value_or(""));
        if (!cases) {
            miss(group, name, "the file cannot be read");
            return;
        }
        schema::CompileOptions options;
        options.dialect = draft.dialect;
        options.assert_formats = assert_formats;
        options.resolver = [this](std::string_view uri) { return serve(uri); };
        for (const json::Value& each : cases->items()) {
            const std::string title =
                name + "/" + std::string(each.find("description")->as_string());
            const base::Result<schema::Schema> compiled =
                schema::compile(*each.find("schema"), options);
            for (const json::Value& test : each.find("tests")->items()) {
                run_test(compiled, test, group, title);
            }
        }
    }

    void run_test(const base::Result<schema::Schema>& compiled, const json::Value& test,
                  const std::string& group, const std::string& title) {
        Score& score = scores_[group];
        ++score.total;
        const std::string name = title + "/" + std::string(test.find("description")->as_string());
        if (!compiled) {
            miss(group, name, "does not compile: " + base::render(compiled.error()));
            return;
        }
        const bool wanted = test.find("valid")->as_bool();
        const schema::Outcome outcome = schema::check(*compiled, *test.find("data"));
        const schema::Verdict right = wanted ? schema::Verdict::Valid : schema::Verdict::Invalid;
        const bool explained =
            outcome.verdict != schema::Verdict::Invalid || !outcome.violations.empty();
        if (outcome.verdict == right && explained) {
            ++score.right;
            return;
        }
        std::string why = "expected " + std::string(name_of(right)) + ", got " +
                          std::string(name_of(outcome.verdict));
        if (!explained) why = "invalid, but no violation was reported";
        if (!outcome.not_checked.empty()) {
            why += ": " + base::message(schema::to_error(outcome.not_checked.front()));
        } else if (!outcome.violations.empty()) {
            why += ": " + base::message(schema::to_error(outcome.violations.front()));
        }
        miss(group, name, why);
    }

    void miss(const std::string& group, const std::string& name, const std::string& why) {
        misses_.push_back(json::Value::object({{"case", group + "/" + name}, {"why", why}}));
    }

    fs::path root_;
    std::map<std::string, Score> scores_;
    json::Value misses_ = json::Value::array();
};

}  // namespace

int main(int argc, char** argv) {
    const fs::path root = argc > 1 ? argv[1] : "";
    Suite suite(root);
    for (const Draft& draft :
         {Draft{"draft2020-12", schema::Dialect::Draft2020},
          Draft{"draft7", schema::Dialect::Draft7}, Draft{"draft4", schema::Dialect::Draft4}}) {
        if (suite.run(draft)) continue;
        std::fprintf(stderr, "schema_suite: no folder tests/%s in %s\n", draft.folder.c_str(),
                     root.c_str());
        return 2;
    }
    std::printf("%s\n", json::write(suite.to_json()).c_str());
    return 0;
}
