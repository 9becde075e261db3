#include "app/kept_form.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "http/encoding.hpp"
#include "json/lines.hpp"
#include "json/parse.hpp"
#include "secret/code.hpp"
#include "yaml/read.hpp"

namespace understudy::app {

namespace {

constexpr int kDepth = 4;  // of compression in compression
constexpr std::uint64_t kUnpacked = std::uint64_t{256} << 20U;

// A way to read a text; says how many records it has, and nothing where it is no such text.
struct Reading {
    std::string_view name;
    std::optional<std::size_t> (*records)(std::string_view text);
};

std::optional<std::size_t> json_records(std::string_view text) {
    return json::parse(text) ? std::optional<std::size_t>(1) : std::nullopt;
}

std::optional<std::size_t> line_records(std::string_view text) {
    const auto lines = json::parse_lines({"", std::string(text)});
    return lines ? std::optional<std::size_t>(lines->size()) : std::nullopt;
}

std::optional<std::size_t> yaml_records(std::string_view text) {
    yaml::ReadOptions options;
    options.mode = yaml::Mode::Foreign;
    const auto documents = yaml::read_all({"", std::string(text)}, options);
    return documents ? std::optional<std::size_t>(documents->size()) : std::nullopt;
}

constexpr Reading kJson = {"JSON", json_records};
constexpr Reading kJsonLines = {"JSON Lines", line_records};
constexpr Reading kYaml = {"YAML", yaml_records};

const Reading* reading_of(std::string_view name, std::string_view text) {
    struct Ending {
        std::string_view ending;
        const Reading* reading;
    };
    constexpr Ending kEndings[] = {{".json", &kJson},
                                   {".jsonl", &kJsonLines},
                                   {".ndjson", &kJsonLines},
                                   {".yaml", &kYaml},
                                   {".yml", &kYaml}};
    const std::string lower = base::to_lower_ascii(name);
    for (const Ending& known : kEndings) {
        if (lower.ends_with(known.ending)) return known.reading;
    }
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    const bool is_json =
        first != std::string_view::npos && (text[first] == '{' || text[first] == '[');
    if (!is_json) return nullptr;
    return json_records(text) ? &kJson : &kJsonLines;
}

struct Packing {
    std::string_view name;       // of http's
    std::string_view ending;     // of file names
    std::string_view beginning;  // of the bytes; empty: told by the name alone
};
constexpr Packing kPackings[] = {
    {"gzip", ".gz", "\x1f\x8b"}, {"zstd", ".zst", "\x28\xb5\x2f\xfd"}, {"br", ".br", ""}};

std::string lost_form(std::string_view name, std::string_view before, std::string_view after,
                      int depth) {
    const std::string lower = base::to_lower_ascii(name);
    for (const Packing& packing : kPackings) {
        const bool is_named = lower.ends_with(packing.ending);
        const bool is_packed =
            packing.beginning.empty() ? is_named : before.starts_with(packing.beginning);
        if (!is_packed || depth == 0) continue;
        const auto unpacked = http::decode(packing.name, before, kUnpacked);
        if (!unpacked) continue;
        const auto unpacked_after = http::decode(packing.name, after, kUnpacked);
        if (!unpacked_after) return std::string(packing.name);
        if (is_named) name.remove_suffix(packing.ending.size());
        return lost_form(name, *unpacked, *unpacked_after, depth - 1);
    }
    const Reading* reading = reading_of(name, before);
    if (reading == nullptr) return {};
    const auto records = reading->records(before);
    if (!records || reading->records(after) == records) return {};
    return std::string(reading->name);
}

}  // namespace

std::string lost_form(std::string_view name, std::string_view before, std::string_view after) {
    return lost_form(name, before, after, kDepth);
}

std::optional<base::Error> refuse_lost_form(const std::string& name, std::string_view before,
                                            std::string_view after) {
    std::string form = lost_form(name, before, after);
    if (form.empty()) return std::nullopt;
    return base::Error{secret::code::WouldNotParse,
                       {{"form", std::move(form)}},
                       base::Mark{name, 0, 0, 0, {}, 0},
                       {}};
}

}  // namespace understudy::app
