// What a step demands of a command: how it ends, and what it prints.
#include <array>

#include "base/text.hpp"
#include "plan/code.hpp"
#include "plan/impl/holes.hpp"
#include "plan/impl/reader.hpp"

namespace understudy::plan {

namespace {

constexpr std::string_view kExits = "a code from 0 to 255, nonzero, timed_out";
constexpr std::uint64_t kMostLines = 1'000'000'000;

std::optional<Expect::Exit> to_exit(const json::Value& value) {
    using Kind = Expect::Exit::Kind;
    if (auto number = value.is_number() ? value.to_int64() : std::nullopt) {
        if (*number < 0 || *number > 255) return std::nullopt;
        return Expect::Exit{Kind::Code, static_cast<int>(*number), std::to_string(*number)};
    }
    if (!value.is_string()) return std::nullopt;
    if (value.as_string() == "nonzero") return Expect::Exit{Kind::Nonzero, 0, "nonzero"};
    if (value.as_string() == "timed_out") return Expect::Exit{Kind::TimedOut, 0, "timed_out"};
    return std::nullopt;
}

void read_exit(Reader& reader, const Node& node, Expect& expect) {
    if (!node) return;
    expect.exit_mark = reader.mark(node);
    if (node.value->is_array() && node.value->size() == 0) {
        reader.wrong_kind(node, "exit", kExits);
    }
    for (const Node& item : reader.list(node)) {
        if (auto exit = to_exit(*item.value)) {
            expect.exit.push_back(std::move(*exit));
        } else if (item.value->is_number() || item.value->is_string()) {
            reader.problem(code::WrongWord,
                           {{"what", "exit"},
                            {"word", base::quoted(as_text(*item.value))},
                            {"known", std::string(kExits)}},
                           item);
        } else {
            reader.wrong_kind(item, "exit", kExits);
        }
    }
}

void read_signal(Reader& reader, const Node& node, Expect& expect) {
    const auto number = reader.whole(node, "signal", 1, 64);
    if (!number) return;
    if (expect.exit.empty()) expect.exit_mark = reader.mark(node);
    expect.exit.push_back({Expect::Exit::Kind::Signal, static_cast<int>(*number),
                           "signal " + std::to_string(*number)});
}

std::optional<Expect::Text> read_text(Reader& reader, const Node& node, std::string_view what) {
    if (!node) return std::nullopt;
    Expect::Text text;
    text.mark = reader.mark(node);
    MapReader map(reader, node, std::string(what));
    if (auto lines = reader.whole(map.get("lines"), "lines", 0, kMostLines)) {
        text.lines = static_cast<std::uint64_t>(*lines);
    }
    if (const Node whole = map.get("text")) {
        reader.check_holes(whole);
        text.text = reader.text(whole, "text");
    }
    for (const Node& item : reader.list(map.get("matches"))) {
        if (auto pattern = reader.pattern(item, "matches")) {
            text.matches.push_back(std::move(*pattern));
        }
    }
    if (const Node members = map.get("json")) {
        reader.check_holes(members);
        text.json = *members.value;
    }
    text.empty = reader.flag(map.get("empty"), "empty");
    map.done();
    return text;
}

}  // namespace

void read_outputs(Reader& reader, MapReader& map, Expect& expect) {
    read_exit(reader, map.get("exit"), expect);
    read_signal(reader, map.get("signal"), expect);
    expect.standard_output = read_text(reader, map.get("stdout"), "stdout");
    expect.standard_error = read_text(reader, map.get("stderr"), "stderr");
}

}  // namespace understudy::plan
