// The public YAML test suite against our reader, in three groups:
//
//   verdict   valid texts accepted, invalid ones refused, by syntax alone
//   events    the event stream is the one the suite gives
//   json      the values are the ones the suite gives, read in Strict, in Foreign where a case
//   needs
//             tags or keys that Strict refuses
//
// Each file of the suite is itself YAML, a list of cases. A case that leaves out its events has
// those of the case before it.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "yaml/events.hpp"
#include "yaml/read.hpp"

namespace {

using namespace understudy;
using json::Value;

struct Group {
    std::int64_t right = 0;
    std::int64_t total = 0;
};

struct Score {
    Group verdict, events, json;
    Value misses = Value::array();

    void count(Group& group, const std::string& name, std::string_view why) {
        ++group.total;
        if (why.empty()) {
            ++group.right;
        } else {
            misses.push_back(Value::object({{"case", Value(name)}, {"why", Value(why)}}));
        }
    }
};

struct Case {
    std::string name;  // DK95, or DK95/03 in a file with several
    std::string text;
    std::string tree;
    std::optional<std::string> json;
    bool must_fail = false;
};

// The suite shows what cannot be seen: a space, a tab, line ends, a byte-order mark, no line end.
std::string decode(std::string_view shown) {
    std::string text = base::replace_all(shown, "␣", " ");
    while (text.find("—»") != text.npos) text = base::replace_all(text, "—»", "»");
    text = base::replace_all(text, "»", "\t");
    text = base::replace_all(text, "⇔", "\xEF\xBB\xBF");
    text = base::replace_all(text, "↵", "");
    text = base::replace_all(text, "←", "\r");
    return base::replace_all(text, "∎\n", "");
}

std::optional<std::string> text_at(const Value& value, std::string_view key) {
    const Value* found = value.find(key);
    if (found == nullptr || !found->is_string()) return std::nullopt;
    return std::string(found->as_string());
}

std::vector<Case> cases_of(const Value& file, const std::string& stem) {
    std::vector<Case> cases;
    std::string tree;
    std::optional<std::string> json;
    for (std::size_t at = 0; at < file.size(); ++at) {
        const Value& entry = file[at];
        if (entry.find("tree") != nullptr) {
            tree = text_at(entry, "tree").value_or("");
            json.reset();
        }
        if (entry.find("json") != nullptr) json = text_at(entry, "json");
        if (entry.find("skip") != nullptr) continue;
        Case one;
        one.name = file.size() > 1 ? stem + (at < 10 ? "/0" : "/") + std::to_string(at) : stem;
        one.text = decode(text_at(entry, "yaml").value_or(""));
        one.tree = decode(tree);
        one.must_fail = entry.find("fail") != nullptr;
        if (!one.must_fail) one.json = json;
        cases.push_back(std::move(one));
    }
    return cases;
}

// JSON values standing one after another.
std::optional<std::vector<Value>> parse_all(std::string_view text) {
    std::vector<Value> values;
    std::size_t begin = 0;
    int depth = 0;
    bool quoted = false;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        const char c = at < text.size() ? text[at] : '\n';
        if (quoted) {
            if (c == '\\') ++at;
            if (c == '"') quoted = false;
        } else if (c == '"') {
            quoted = true;
        } else if (c == '[' || c == '{') {
            ++depth;
        } else if (c == ']' || c == '}') {
            --depth;
        }
        if (c != '\n' || quoted || depth != 0) continue;
        const std::string_view part = base::trim(text.substr(begin, at - begin));
        begin = at;
        if (part.empty()) continue;
        auto value = json::parse(part);
        if (!value) return std::nullopt;
        values.push_back(*std::move(value));
    }
    return values;
}

std::string lines_without_indent(std::string_view tree) {
    std::string out;
    for (std::string_view line : base::split_lines(tree)) {
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        out.append(line).append("\n");
    }
    return out;
}

std::string compare_json(const Case& one) {
    const auto wanted = parse_all(*one.json);
    if (!wanted) return "the suite's JSON cannot be read";
    auto documents = yaml::read_all({one.name, one.text});
    if (!documents)
        documents =
            yaml::read_all({one.name, one.text}, {.mode = yaml::Mode::Foreign, .limits = {}});
    if (!documents) return "refused: " + base::message(documents.error());
    if (documents->size() != wanted->size())
        return "gave " + base::plural(documents->size(), "document") + " and not " +
               std::to_string(wanted->size());
    for (std::size_t at = 0; at < wanted->size(); ++at) {
        const Value& got = (*documents)[at].root;
        if (!json::equivalent(got, (*wanted)[at]))
            return "gave " + json::write(got) + " and not " + json::write((*wanted)[at]);
    }
    return {};
}

void judge(const Case& one, Score& score) {
    const auto lines = yaml::event_lines({one.name, one.text});
    std::string why;
    if (one.must_fail && lines) why = "accepted, but it is invalid";
    if (!one.must_fail && !lines) why = "refused, but it is valid: " + base::message(lines.error());
    score.count(score.verdict, "verdict/" + one.name, why);
    if (one.must_fail) return;

    std::string got;
    if (lines) {
        for (const std::string& line : *lines) got.append(line).append("\n");
    }
    const std::string wanted = lines_without_indent(one.tree);
    score.count(score.events, "events/" + one.name,
                got == wanted ? "" : "gave other events: " + base::quoted(got, 400));
    if (one.json) score.count(score.json, "json/" + one.name, compare_json(one));
}

Value to_value(const Group& group) {
    return Value::object({{"right", Value(group.right)}, {"total", Value(group.total)}});
}

int run(const std::filesystem::path& given) {
    std::error_code error;
    const auto folder = std::filesystem::exists(given / "src", error) ? given / "src" : given;
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".yaml") files.push_back(entry.path());
    }
    if (error || files.empty()) {
        std::fprintf(stderr, "yaml_suite: no cases in %s\n", folder.c_str());
        return 2;
    }
    std::sort(files.begin(), files.end());

    Score score;
    for (const auto& file : files) {
        std::ifstream in(file, std::ios::binary);
        std::string text(std::istreambuf_iterator<char>(in), {});
        const auto document = yaml::read({file.filename().string(), std::move(text)});
        if (!document) {
            score.count(score.verdict, "verdict/" + file.stem().string(),
                        "the file cannot be read: " + base::render(document.error()));
            continue;
        }
        for (const Case& one : cases_of(document->root, file.stem().string())) judge(one, score);
    }
    const Value report =
        Value::object({{"suite", "yaml_suite"},
                       {"groups", Value::object({{"verdict", to_value(score.verdict)},
                                                 {"events", to_value(score.events)},
                                                 {"json", to_value(score.json)}})},
                       {"misses", score.misses}});
    std::printf("%s\n", json::write_pretty(report).c_str());
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fprintf(stderr, "usage: conformance_yaml_suite FOLDER\n");
        return 2;
    }
    return run(argv[1]);
}
