#include "app/run_marker.hpp"

#include <algorithm>
#include <random>

#include "app/files.hpp"
#include "base/bytes.hpp"
#include "base/text.hpp"
#include "json/parse.hpp"
#include "json/write.hpp"
#include "plan/code.hpp"

namespace understudy::app {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFolder = ".understudy/runs";
constexpr std::string_view kPrefix = "us-";
constexpr std::size_t kDigits = 8;
constexpr std::size_t kMostNoteBytes = std::size_t{1} << 20U;
constexpr std::size_t kMostNotes = 1000;

base::Failure bad_note(const fs::path& file, std::string why) {
    return base::fail(plan::code::BadMarker,
                      {{"run", base::quoted(file.stem().string())}, {"why", std::move(why)}});
}

}  // namespace

std::string new_marker() {
    std::random_device device;
    std::uniform_int_distribution<std::uint32_t> any;
    const std::uint32_t number = any(device);
    std::string bytes;
    for (unsigned shift = 0; shift < 32; shift += 8) {
        bytes += static_cast<char>((number >> shift) & 0xFFU);
    }
    return std::string(kPrefix) + base::to_hex(bytes);
}

bool is_marker(std::string_view text) {
    if (text.size() != kPrefix.size() + kDigits || !text.starts_with(kPrefix)) return false;
    text.remove_prefix(kPrefix.size());
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

RunNote::RunNote(fs::path root, std::string plan, std::string run, IsHarmless is_harmless)
    : root_(std::move(root)),
      plan_(std::move(plan)),
      run_(std::move(run)),
      is_harmless_(std::move(is_harmless)) {}

std::string RunNote::path() const {
    return (root_ / kFolder / (run_ + ".json")).string();
}

base::Result<void> RunNote::bind(std::string_view name, const json::Value& value) {
    const std::string text =
        value.is_string() ? std::string(value.as_string()) : json::write(value);
    if (!is_harmless_(text)) return {};
    std::erase_if(names_, [&](const auto& known) { return known.first == name; });
    names_.emplace_back(name, value);
    return write();
}

base::Result<void> RunNote::write() const {
    std::error_code problem;
    fs::create_directories(root_ / kFolder, problem);
    json::Value names = json::Value::object();
    for (const auto& [name, value] : names_) names.set(name, value);
    const json::Value note =
        json::Value::object({{"plan", plan_}, {"run", run_}, {"names", std::move(names)}});
    return write_file(path(), json::write_pretty(note) + "\n");
}

void RunNote::done() {
    std::error_code problem;
    fs::remove(path(), problem);
}

base::Result<std::vector<LeftRun>> runs_left(const fs::path& root, std::string_view plan) {
    std::vector<LeftRun> runs;
    std::error_code problem;
    std::size_t seen = 0;
    for (fs::directory_iterator at(root / kFolder, problem), end; at != end && !problem;
         at.increment(problem)) {
        const fs::path file = at->path();
        if (file.extension() != ".json" || !is_marker(file.stem().string())) continue;
        if (++seen > kMostNotes) break;
        const base::Source source = TRY(read_file(file.string(), kMostNoteBytes));
        const auto note = json::parse(source.text);
        if (!note || !note->is_object()) return bad_note(file, "it is no JSON object");
        const json::Value* of = note->find("plan");
        const json::Value* names = note->find("names");
        if (of == nullptr || !of->is_string() || names == nullptr || !names->is_object()) {
            return bad_note(file, "it has no `plan` or no `names`");
        }
        if (of->as_string() != plan) continue;
        LeftRun run{file.stem().string(), {}, file};
        for (const json::Member& member : names->members()) {
            run.names.emplace_back(member.key(), member.value);
        }
        runs.push_back(std::move(run));
    }
    std::sort(runs.begin(), runs.end(),
              [](const LeftRun& a, const LeftRun& b) { return a.run < b.run; });
    return runs;
}

}  // namespace understudy::app
